/** Reads a head that keeps a state from its arrays. */
import { vectorsAt } from '../service/heads.js';
import { gateAt } from '../service/rule.js';
import { kindOf } from '../reading/layers.js';
import { layerName } from '../source-name.js';
/** @import { LinearHead } from '../../../engine/maps.js' */
/** @import { Context } from '../service/heads.js' */
/** @import { Reading } from '../types.js' */

/**
 * The head that keeps a state, which the caller frees, and the number of its features.
 *
 * @param {Context} context @param {Reading} reading @param {number} layer @param {number} head
 * @returns {Promise<{ state: LinearHead, features: number }>}
 */
export async function linearHeadAt(context, reading, layer, head) {
  const kind = kindOf(reading, layer);
  if (kind === null || kind === 'differential')
    throw new Error(`Layer ${layerName(reading, layer)} does not keep a state.`);
  const beta = await gateAt(context, reading.beta ?? [], layer, head);
  const decay = await gateAt(context, reading.logDecay ?? [], layer, head);
  if (!decay) throw new Error(`Layer ${layerName(reading, layer)} has no log decays.`);
  const [q, k] = await vectorsAt(context, reading, layer, head);
  try {
    const { scale } = reading.rules?.[layer]?.[0] ?? reading.qk;
    context.task.step({ pairs: (q.queries + k.queries) * q.keys });
    const options = { kind, scale, layer: layerName(reading, layer), head };
    const state = context.engine.linearHead(q, k, beta, decay, options);
    return { state, features: q.keys };
  } finally {
    q.free();
    k.free();
  }
}

/**
 * Announces the computation of a whole map.
 *
 * @param {Pick<Context, 'task'>} context @param {LinearHead} state @param {number} features
 */
export function announceMap({ task }, state, features) {
  const pairs = state.tokens() ** 2;
  task.step({ pairs, products: 2 * pairs * features });
}
