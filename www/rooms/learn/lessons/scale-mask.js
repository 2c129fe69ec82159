import { DEFAULTS, NUMPY_PRINT, SWITCHES } from './defaults.js';
import { matrices } from './matrix.js';
import { COMPLETED, PRINTED } from './inputs/scale-mask.js';
/** @import { Lesson } from '../../../types.js' */

/**
 * Notebook 002: why scores are scaled, and the causal mask. Q, K and V are given, so nothing is embedded or
 * projected.
 *
 * @type {Lesson}
 */
export const scaleMask = {
  ...DEFAULTS,
  id: 'scale-mask',
  notebook: '002',
  tokens: ['MY', 'NAME', 'IS', 'ABIR'],
  switches: { ...SWITCHES, mask: 'causal' },
  firstPosition: 1,
  dims: { model: 8, key: 8, value: 8 },
  given: matrices(COMPLETED),
  variant: matrices(PRINTED),
  print: NUMPY_PRINT,
  variances: true,
  asks: [
    { matrix: 'masked', row: 1, col: 3 },
    { matrix: 'weights', row: 0, col: 0 },
  ],
};
