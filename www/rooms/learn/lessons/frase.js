import { ATTENTION_STEPS } from './steps.js';
import { matrix } from './matrix.js';
/** @import { Lesson } from '../../../types.js' */

/**
 * Notebook 003, in Spanish: positions written by hand, random embeddings and projections, no scaling.
 *
 * @type {Lesson}
 */
export const frase = {
  id: 'frase',
  notebook: '003',
  tokens: ['me', 'gusta', 'estudiar', 'inteligencia', 'artificial'],
  steps: ATTENTION_STEPS,
  switches: {
    embeddingScale: 'none',
    positions: 'given',
    scale: 'none',
    mask: 'none',
    softmaxAxis: 'rows',
    softmaxForm: 'stable',
  },
  firstPosition: 1,
  dims: { model: 4, key: 3, value: 3 },
  heads: null,
  draws: { seed: 23, embeddings: 'randn', projections: 'randn * 0.1' },
  given: {
    positions: matrix([
      [0.3, -0.9, -0.6, 0.8],
      [-0.6, 0.8, -0.9, 0.15],
      [0.8, -0.5, -0.9, 0.5],
      [-0.9, 0.2, -0.4, -0.9],
      [0.95, 0.16, 0.2, -0.95],
    ]),
  },
  variant: null,
  print: { precision: 4, suppress: true, floatmode: 'maxprec' },
  variances: false,
  ratings: null,
  asks: [
    { matrix: 'q', row: 0, col: 0 },
    { matrix: 'weights', row: 0, col: 0 },
  ],
};
