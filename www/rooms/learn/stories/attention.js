/** @import { Worked } from '../../../types.js' */
/** @import { Sequence } from './data/sequences.js' */

/** @typedef {typeof import('../../../engine/attention.js')} Engine */

/** @type {import('../../../types.js').WorkOptions} */
const OPTIONS = {
  embeddingScale: 'none',
  positions: 'none',
  firstPosition: 0,
  scale: 'sqrt',
  mask: 'causal',
  softmaxAxis: 'rows',
  softmaxForm: 'stable',
  query: null,
};

/**
 * Attention of one head over one text, computed by the engine.
 *
 * @param {Engine} engine
 * @param {Pick<Sequence, 'q' | 'k' | 'v'>} head
 * @param {'causal' | 'none'} [mask]
 * @param {'sqrt' | 'none'} [scale]
 * @returns {Worked}
 */
export function attentionOf(engine, { q, k, v }, mask = 'causal', scale = 'sqrt') {
  return engine.work({ ...OPTIONS, mask, scale }, { q, k, v });
}

/**
 * A row of a matrix, without copying it.
 *
 * @param {{ cols: number, data: Float64Array }} matrix
 * @param {number} row
 */
export function rowOf({ cols, data }, row) {
  return data.subarray(row * cols, (row + 1) * cols);
}
