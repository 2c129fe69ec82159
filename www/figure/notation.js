import { headOf } from './matrix-id.js';
import { matrixOf } from './matrices.js';

/**
 * The notation of a matrix. A string is one letter, word or operator. `['sub', a, b]` is a with the index b,
 * `['transposed', a]` a with an upright T above, `['sqrt', a]` a root, `['group', …]` a sequence in
 * parentheses, `['abs', …]` an absolute value, and `['row', …]` a sequence.
 *
 * @typedef {string | [string, ...any[]]} Formula
 */

/**
 * The notation of a matrix with the current switches: for example, S/√d is not divided if scaling is off.
 *
 * @param {string} id
 * @param {import('../types.js').Switches} switches
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
