import { DEFAULTS } from './defaults.js';
import { headSteps } from './steps.js';
import { matrix } from './matrix.js';
/** @import { Lesson } from '../../../types.js' */

/**
 * Four words and four query heads of two features each. The reader chooses the number of key-value heads.
 *
 * @type {Lesson}
 */
export const heads = {
  ...DEFAULTS,
  id: 'heads',
  tokens: ['the', 'cat', 'saw', 'it'],
  steps: headSteps(true),
  dims: { model: 8, key: 8, value: 8 },
  heads: { heads: 4, kvHeads: 4, wO: 'drawn' },
  draws: { seed: 7, embeddings: null, projections: 'randint(-1, 2)' },
  given: {
    embeddings: matrix([
      [1, 0, 0, 1, 0, 0, 1, 0],
      [0, 1, 0, 0, 1, 0, 0, 1],
      [0, 0, 1, 1, 0, 1, 0, 0],
      [1, 1, 0, 0, 0, 1, 0, 1],
    ]),
  },
  asks: [
    { matrix: 'merged', row: 2, col: 4 },
    { matrix: 'scores1', row: 2, col: 1 },
  ],
};
