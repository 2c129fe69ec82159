/** Reads a head that keeps a state from its arrays. */
import { feedOrFree } from '../service/bytes.js';
import { withNames } from '../service/file-store.js';
import { vectorsAt } from '../service/heads.js';
import { kindOf } from '../reading/layers.js';
/** @import { LinearHead } from '../../../engine/maps.js' */
/** @import { Context } from '../service/heads.js' */
/** @import { Part, Reading } from '../types.js' */

/**
 * The head that keeps a state, which the caller frees, and the number of its features.
 *
 * @param {Context} context @param {Reading} reading @param {number} layer @param {number} head
 * @returns {Promise<{ state: LinearHead, features: number }>}
 */
export async function linearHeadAt(context, reading, layer, head) {
  const kind = kindOf(reading, layer);
  if (kind === null || kind === 'differential') throw new Error(`Layer ${layer} does not keep a state.`);
  const beta = await gateAt(context, reading.beta ?? [], layer, head);
  const decay = await gateAt(context, reading.logDecay ?? [], layer, head);
  if (!decay) throw new Error(`Layer ${layer} has no log decays.`);
  const [q, k] = await vectorsAt(context, reading, layer, head);
  try {
    const { scale } = reading.rules?.[layer]?.[0] ?? reading.qk;
    context.task.step({ pairs: (q.queries + k.queries) * q.keys });
    const state = context.engine.linearHead(q, k, beta, decay, { kind, scale, layer, head });
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

/**
 * The numbers of a head in an array with one number, or one vector, for each token; null if its layer has no
 * such array.
 *
 * @param {Context} context @param {Part[]} parts @param {number} layer @param {number} head
 */
export async function gateAt({ store, task }, parts, layer, head) {
  const part = parts.find(({ axes, layer: own }) => axes.includes('layer') || own === layer);
  if (!part) return null;
  const open = await store.opened(part.file, task);
  const picks = part.axes.map((axis, at) => {
    if (axis === 'fixed') return part.at[at];
    if (axis === 'layer') return layer - part.layer;
    if (axis === 'head') return head;
    return part.ranges?.[axis] ?? null;
  });
  try {
    const reading = open.file.read(part.tensor, picks, true);
    await feedOrFree(reading, open.bytes, task);
    return reading.singles().data;
  } catch (error) {
    throw withNames(error, open, part.tensor);
  }
}
