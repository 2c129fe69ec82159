import { headOf } from './matrix-id.js';
import { matrixOf } from './matrices.js';
/** @import { Switches } from '../types.js' */

/**
 * A mathematical formula. A string is one letter, word or operator. `['sub', a, b]` is a with the index b,
 * `['transposed', a]` is a with an upright T, `['sqrt', a]` is a root, `['group', …]` is a sequence in
 * parentheses, `['abs', …]` is an absolute value, and `['row', …]` is a sequence.
 *
 * @typedef {string | [string, ...any[]]} Formula
 */

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
