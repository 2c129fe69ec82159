import { DEFAULTS, SWITCHES } from './defaults.js';
import { matrix } from './matrix.js';
/** @import { Lesson } from '../../../types.js' */

/** The decays to choose from. */
export const DECAYS = /** @type {readonly number[]} */ (Object.freeze([1, 0.5, 0.25]));

/**
 * A layer that keeps a state, with four words. Keys have length 1, so a second write at the same key
 * replaces the first. word_3 has a key between those of word_1 and word_2, and word_4 has the key of word_1.
 *
 * @type {Lesson}
 */
export const state = {
  ...DEFAULTS,
  id: 'state',
  tokens: ['word_1', 'word_2', 'word_3', 'word_4'],
  steps: ['keys', 'write', 'read', 'erase', 'decay', 'unroll', 'beside'],
  switches: { ...SWITCHES, scale: 'none', mask: 'causal' },
  hasFixedSwitches: true,
  firstPosition: 1,
  dims: { model: 2, key: 2, value: 2 },
  given: {
    q: matrix([
      [1, 0],
      [1, 1],
      [1, 0],
      [0, 1],
    ]),
    k: matrix([
      [1, 0],
      [0, 1],
      [0.6, 0.8],
      [1, 0],
    ]),
    v: matrix([
      [5, 0],
      [0, 5],
      [8, 9],
      [2, 3],
    ]),
  },
  layer: { choices: DECAYS },
  stepsOfMatrices: { q: 'keys', k: 'keys', v: 'keys', kT: 'keys', weights: 'beside' },
  asks: [
    { matrix: 'read3', row: 0, col: 1 },
    { matrix: 'change4', row: 0, col: 0 },
  ],
};
