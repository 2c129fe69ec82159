import { DEFAULTS, SWITCHES } from './defaults.js';
import { matrix } from './matrix.js';
/** @import { Lesson } from '../../../types.js' */

/**
 * An indexer that picks keys, with four words. The indexer has two features, attention has three. For word_3
 * two keys have the same index score, and the one that is not picked has as much weight as the other.
 *
 * @type {Lesson}
 */
export const picked = {
  ...DEFAULTS,
  id: 'picked',
  tokens: ['word_1', 'word_2', 'word_3', 'word_4'],
  steps: ['index', 'best', 'score', 'softmax', 'lost', 'share', 'many'],
  switches: { ...SWITCHES, scale: 'none', mask: 'causal' },
  hasFixedSwitches: true,
  firstPosition: 1,
  dims: { model: 3, key: 3, value: 3 },
  given: {
    indexQ: matrix([
      [1, 0],
      [1, 1],
      [0, 2],
      [2, 0],
    ]),
    indexK: matrix([
      [3, 1],
      [-1, 2],
      [1, 1],
      [2, -1],
    ]),
    q: matrix([
      [1, 0, 0],
      [0, 2, 0],
      [1, 0, 1],
      [2, 0, 1],
    ]),
    k: matrix([
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
      [0, 1, 0],
    ]),
    v: matrix([
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
      [1, 1, 0],
    ]),
  },
  picks: true,
  stepsOfMatrices: { q: 'score', k: 'score', kT: 'score', weights: 'softmax' },
  asks: [
    { matrix: 'picked', row: 2, col: 2 },
    { matrix: 'lost', row: 3, col: 0 },
  ],
};
