import { headOf } from './matrix-id.js';
import { matrixOf } from './matrices.js';

/**
 * How a matrix is written. A string is one letter, word or operator. `['sub', a, b]` is a with the index b, `['transposed', a]` a with an upright T above,
 * `['sqrt', a]` a root, `['group', …]` a sequence in parentheses, `['abs', …]` an absolute value, and `['row', …]` a sequence.
 *
 * @typedef {string | [string, ...any[]]} Formula
 */

/**
 * The notation of a matrix under the switches: what is written as S/√d is not divided when scaling is off.
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
