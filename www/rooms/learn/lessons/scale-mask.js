import { ATTENTION_STEPS } from './steps.js';
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
  id: 'scale-mask',
  notebook: '002',
  tokens: ['MY', 'NAME', 'IS', 'ABIR'],
  steps: ATTENTION_STEPS,
  switches: {
    embeddingScale: 'none',
    positions: 'none',
    scale: 'sqrt',
    mask: 'causal',
    softmaxAxis: 'rows',
    softmaxForm: 'stable',
  },
  firstPosition: 1,
  dims: { model: 8, key: 8, value: 8 },
  heads: null,
  draws: null,
  given: matrices(COMPLETED),
  variant: matrices(PRINTED),
  print: { precision: 8, suppress: false, floatmode: 'maxprec' },
  variances: true,
  ratings: null,
  asks: [
    { matrix: 'masked', row: 1, col: 3 },
    { matrix: 'weights', row: 0, col: 0 },
  ],
};
