import { ATTENTION } from './matrices/attention.js';
import { CONCEPTS } from './matrices/concepts.js';
import { COMPARED } from './matrices/schemes.js';
import { baseOf } from './matrix-id.js';
/** @import { Lesson, Node, Switches } from '../types.js' */
/** @import { Formula } from './notation.js' */

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
 * @property {string} [letter] - its name in sums, and in the notation with a head; by default the id
 * @property {Formula | ((switches: Switches, n: string | null) => Formula)} notation - `n` is the number of
 *   the head
 * @property {Partial<Record<'embed' | 'heads' | 'attend', [column: number, row: 1 | 2]>>} [places] -
 *   where it stands in the bands of the whole view; row 1 is above the results
 * @property {string} [code] - its name in Python
 * @property {'score' | 'scaled' | 'may' | 'masked' | 'weight'} [heading] - the sentence that names a cell, a key of
 *   `inspector` in the strings; by default the name of the matrix with the row and the column
 * @property {boolean} [isVector] - its only row has no name
 * @property {[string, string]} [dot] - the letters of the two vectors whose dot product a cell is
 * @property {(row: number, col: number, switches: Switches) => string | null} [rule] - how a cell is computed,
 *   without numbers; the row and column are counted from 1
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
export const MATRICES = { ...ATTENTION, ...COMPARED, ...CONCEPTS };

/** The entry of a matrix. @param {string} id */
export function matrixOf(id) {
  return MATRICES[baseOf(id)];
}

/** Whether a matrix is computed from ratings. @param {string} id */
export function isOfConcepts(id) {
  return id in CONCEPTS;
}
