import { DEFAULTS, NUMPY_PRINT, SWITCHES } from './defaults.js';
import { matrices } from './matrix.js';
import inputs from './inputs/scale-mask.json' with { type: 'json' };
/** @import { Lesson } from '../../../types.js' */

/** A matrix with the eight decimals that the notebook printed. @param {typeof inputs.q} matrix */
const printed = ({ rows, cols, data }) => ({
  rows,
  cols,
  data: data.map((value) => Number(value.toFixed(8))),
});

/**
 * Notebook 002: why scores are scaled, and the causal mask. Q, K and V are given, so nothing is embedded or
 * projected.
 *
 * The notebook drew them without a seed and printed eight decimals. The digits after those are chosen so that
 * everything printed later is reproduced exactly: the scores, the scaled scores, the weights, the new values,
 * and the four variances to their last bit. Many such completions exist; this one was found by linear
 * programming and is not the author's lost values. The reader can switch to the printed values.
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
  given: matrices(inputs),
  variant: matrices({ q: printed(inputs.q), k: printed(inputs.k), v: printed(inputs.v) }),
  print: NUMPY_PRINT,
  variances: true,
  asks: [
    { matrix: 'masked', row: 1, col: 3 },
    { matrix: 'weights', row: 1, col: 0 },
  ],
};
