import { ATTENTION } from './matrices/attention.js';
import { CONCEPTS } from './matrices/concepts.js';
import { COMPARED } from './matrices/schemes.js';
import { baseOf } from './matrix-id.js';
/** @import { Lesson, Node, Switches } from '../types.js' */
/** @import { Formula } from './notation.js' */

/**
 * What the computation of a matrix depends on.
 *
 * @typedef {object} Context
 * @property {Lesson} lesson
 * @property {Switches} switches
 * @property {number | null} index - the head, counted from 0; null for a matrix of all heads, or of the only
 *   one
 * @property {(base: string) => string} of - the id of a matrix of the same head, or of the key-value head
 *   that it reads
 * @property {(base: string) => string[]} ofEach - the ids of a matrix of all heads
 *
 * A matrix of the lessons. Its name for readers is in `names` of the strings, under the same id.
 *
 * @typedef {object} Matrix
 * @property {[string, string]} axes - of the rows and columns: keys of `axes` in the strings
 * @property {number} step - the index of the step that computes it
 * @property {number} [stepWithHeads] - the same in lessons with several heads, if it is another one
 * @property {'query' | 'kv'} [head] - with several heads, every query head or every key-value head has one
 * @property {boolean} [isUndivided] - with several heads, there is also one of all heads
 * @property {string} [letter] - in sums, and in the notation of the matrix of a head; by default the id
 * @property {Formula | ((switches: Switches, n: string | null) => Formula)} notation - `n` is the number of
 *   the head
 * @property {boolean} [byQuery] - a row is the work of one query: it is shown when the query is
 * @property {boolean} [isMasked] - its cells are hatched where the mask forbids a key
 * @property {[number, number]} [range] - the ends of its color scale; by default as large as its largest
 *   number
 * @property {'full' | 'flat' | 'shortened' | 'initials'} [columnNames] - it heads a column of the figure, so
 *   its columns have the names of tokens or films: `flat` only if they need not slope, because the keys
 *   beside it have them too; `shortened` to initials if there is no room; `initials` always
 * @property {'omitted' | 'given'} [onWorksheet] - by default the reader computes it, unless it is an input
 * @property {(context: Context) => Node | null} from - which matrices it is computed from; null if the lesson
 *   has none
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
