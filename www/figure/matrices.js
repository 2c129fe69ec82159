import { ATTENTION } from './matrices/attention.js';
import { symmetric } from './scale.js';
import { COMPARED, CONCEPTS, PICKED, STATE } from './matrices/tables.js';
/** @import { Lesson, MatrixData, Model, Node, Switches } from '../types.js' */

/**
 * A mathematical formula. A string is one letter, word or operator. `['sub', a, b]` is a with the index b,
 * `['transposed', a]` is a with an upright T, `['sqrt', a]` is a root, `['group', …]` is a sequence in
 * parentheses, `['abs', …]` is an absolute value, and `['row', …]` is a sequence.
 *
 * @typedef {string | [string, ...any[]]} Formula
 */

/**
 * The lesson and switches that the computation of a matrix depends on.
 *
 * @typedef {object} Context
 * @property {Lesson} lesson
 * @property {Switches} switches
 * @property {number | null} index - the head, counted from 0; null for a matrix of all heads, or of the only
 *   one
 * @property {(base: string) => string} of - the id of a matrix of the same head, or of the key-value head
 *   that the head reads
 * @property {(base: string) => string[]} ofEach - the ids of a matrix of all heads
 *
 * A matrix of the lessons. Its name for readers is in `names` of the strings, under the same id.
 *
 * @typedef {object} Matrix
 * @property {[string, string]} axes - of the rows and columns: keys of `axes` in the strings
 * @property {string} step - the step that computes it; the first if the lesson does not have this step
 * @property {string} [stepWithHeads] - the same in lessons with several heads, if it is another one
 * @property {'query' | 'kv'} [head] - with several heads, every query head or every key-value head has this
 *   matrix
 * @property {boolean} [isUndivided] - with several heads, there is also one matrix for all heads
 * @property {boolean} [isOfWord] - the digit of its id is a word, and not a head
 * @property {string} [letter] - its name in sums, and in the notation with a head; by default the id
 * @property {Formula | ((switches: Switches, n: string | null) => Formula)} notation - `n` is the number of
 *   the head
 * @property {Partial<Record<'embed' | 'heads' | 'attend', [column: number, row: 1 | 2]>>} [places] -
 *   where it stands in the bands of the whole view; row 1 is above the results
 * @property {string} [code] - its name in Python
 * @property {'score' | 'scaled' | 'may' | 'masked' | 'weight' | 'lost'} [heading] - the sentence that names a cell, a key of
 *   `inspector` in the strings; by default the name of the matrix with the row and the column
 * @property {boolean} [isVector] - its only row has no name
 * @property {[string, string]} [dot] - the letters of the two vectors whose dot product a cell is
 * @property {string | ((switches: Switches) => string | null)} [rule] - how a cell is computed, without numbers;
 *   `{row}` and `{col}` are its row and column
 * @property {boolean} [byQuery] - each row is computed from one query, and is hidden while the query is
 * @property {boolean} [isMasked] - cells that the mask forbids are hatched
 * @property {[number, number]} [range] - the ends of its color scale; by default symmetric around 0, up to
 *   its largest absolute value
 * @property {'full' | 'flat' | 'shortened' | 'initials'} [columnNames] - whether its columns have the names of
 *   tokens or films: always in full; only if they need not slope (`flat`), because the keys beside it have
 *   them too; shortened to initials if there is no room; or always as initials
 * @property {'omitted' | 'given'} [onWorksheet] - by default the reader computes it, unless it is an input
 * @property {(context: Context) => Node | null} from - how it is computed from other matrices; null if the
 *   lesson does not have it
 */

/**
 * All matrices of the lessons, by id without a head. Graph, axes, notation, steps, scales and worksheets are
 * derived from this table.
 *
 * @type {Record<string, Matrix>}
 */
export const MATRICES = { ...ATTENTION, ...COMPARED, ...CONCEPTS, ...STATE, ...PICKED };

/** The entry of a matrix. @param {string} id */
export function matrixOf(id) {
  return MATRICES[baseOf(id)];
}

/** Whether a matrix is computed from ratings. @param {string} id */
export function isOfConcepts(id) {
  return id in CONCEPTS;
}

/**
 * The id of a matrix of one head.
 *
 * @param {string} base
 * @param {number | null} head - counted from 0; null for the matrix of all heads, or of the only one
 */
export function ofHead(base, head) {
  return head === null ? base : `${base}${head + 1}`;
}

/** The id without the head. @param {string} id */
export function baseOf(id) {
  return id.replace(/\d$/, '');
}

/** The head of a matrix, counted from 0, or null. @param {string} id @returns {number | null} */
export function headOf(id) {
  const digit = /\d$/.exec(id);
  return digit ? Number(digit[0]) - 1 : null;
}

/**
 * The notation of a matrix with the current switches. For example, S/√d is S·1 if scaling is off.
 *
 * @param {string} id
 * @param {Switches} switches
 * @returns {Formula}
 */
export function notation(id, switches) {
  const matrix = matrixOf(id);
  if (!matrix) return id;
  const head = headOf(id);
  const n = head === null ? null : String(head + 1);
  if (typeof matrix.notation === 'function') return matrix.notation(switches, n);
  return n === null ? matrix.notation : ['sub', matrix.letter ?? id, n];
}

/**
 * The color scale of a matrix: the scale that it shares with others, or its own.
 *
 * @param {Pick<Model, 'matrices' | 'scales'>} model
 * @param {string} id
 */
export function scaleIn({ matrices, scales }, id) {
  return scales?.[id] ?? scaleOf(id, matrices[id]);
}

/**
 * The own color scale of a matrix: from 0 to 1 for weights and masks, otherwise symmetric around 0.
 *
 * @param {string} id
 * @param {MatrixData} matrix
 * @returns {ReturnType<typeof symmetric>}
 */
export function scaleOf(id, matrix) {
  const range = matrixOf(id)?.range;
  return range ? { kind: 'sequential', low: range[0], high: range[1] } : symmetric(matrix);
}
