import { DEFAULTS, NUMPY_PRINT } from './defaults.js';
import { matrix } from './matrix.js';
/** @import { Lesson } from '../../../types.js' */

/**
 * Notebook 001: four words, computed for one query first, and then for all four as matrices.
 *
 * @type {Lesson}
 */
export const words = {
  ...DEFAULTS,
  id: 'words',
  notebook: '001',
  tokens: ['word_1', 'word_2', 'word_3', 'word_4'],
  firstPosition: 1,
  dims: { model: 3, key: 3, value: 3 },
  draws: { seed: 42, embeddings: null, projections: 'randint(3)' },
  given: {
    embeddings: matrix([
      [1, 0, 0],
      [0, 1, 0],
      [1, 1, 0],
      [0, 0, 1],
    ]),
  },
  print: NUMPY_PRINT,
  asks: [
    { matrix: 'scores', row: 2, col: 2 },
    { matrix: 'output', row: 2, col: 0 },
  ],
};
