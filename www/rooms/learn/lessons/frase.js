import { DEFAULTS, SWITCHES } from './defaults.js';
import { matrix } from './matrix.js';
/** @import { Lesson } from '../../../types.js' */

/**
 * Notebook 003, in Spanish: positions written by hand, random embeddings and projections, no scaling.
 *
 * @type {Lesson}
 */
export const frase = {
  ...DEFAULTS,
  id: 'frase',
  notebook: '003',
  tokens: ['me', 'gusta', 'estudiar', 'inteligencia', 'artificial'],
  switches: { ...SWITCHES, positions: 'given', scale: 'none' },
  firstPosition: 1,
  dims: { model: 4, key: 3, value: 3 },
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
  asks: [
    { matrix: 'q', row: 0, col: 0 },
    { matrix: 'weights', row: 0, col: 0 },
  ],
};
