import { DEFAULTS, NUMPY_PRINT, SWITCHES } from './defaults.js';
import { matrix } from './matrix.js';
/** @import { Lesson } from '../../../types.js' */

/**
 * Notebook 000: three tokens, embeddings times the root of their size, and sinusoidal positions with the
 * notebook's exponent. Its softmax normalizes the whole matrix; the figure shows softmax by row beside it.
 *
 * @type {Lesson}
 */
export const positions = {
  ...DEFAULTS,
  id: 'positions',
  notebook: '000',
  tokens: ['token_1', 'token_2', 'token_3'],
  switches: { ...SWITCHES, embeddingScale: 'sqrt', positions: 'doubled', softmaxAxis: 'all' },
  firstPosition: 1,
  dims: { model: 4, key: 4, value: 4 },
  draws: { seed: 12, embeddings: null, projections: 'randint(5)' },
  given: {
    embeddings: matrix([
      [1, 2, 3, 4],
      [4, 5, 2, 3],
      [6, 1, 2, 2],
    ]),
  },
  print: NUMPY_PRINT,
  asks: [
    { matrix: 'x', row: 1, col: 0 },
    { matrix: 'scores', row: 0, col: 1 },
  ],
};
