import { DEFAULTS } from '../lessons/by-hand.js';
/** @import { Worked } from '../../../types.js' */
/** @import { Sequence } from './data/sequences.js' */

/** @typedef {typeof import('../../../engine/attention.js')} Engine */

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
  const { switches, firstPosition } = DEFAULTS;
  return engine.work({ ...switches, firstPosition, query: null, mask, scale }, { q, k, v });
}
