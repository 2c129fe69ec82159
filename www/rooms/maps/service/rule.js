/** How the weights of one head are computed. */
import { errorOfKind } from './errors.js';
import { readPart } from './file-store.js';
import { layerName } from '../source-name.js';
/** @import { AttentionRule } from '../../../engine/maps.js' */
/** @import { Reading } from '../types.js' */
/** @import { HeadOf } from './heads.js' */

/**
 * How the weights of a head are computed. A sink is a key before the first, so the position of query 0 among
 * the other keys is one less.
 *
 * @param {{ reading: Reading, layer: number, head: number }} of
 * @returns {AttentionRule}
 */
export function ruleOf({ reading: { qk, rules, sinks, offset, positionIds }, layer, head }) {
  const ofLayer = rules?.[layer] ?? [qk];
  const own = ofLayer.length > 1 ? ofLayer[head] : ofLayer[0];
  const rope = own.rope && positionIds ? { ...own.rope, position_ids: positionIds } : own.rope;
  const rule = { ...own, rope };
  const sink = sinks?.[layer][head];
  return sink === undefined ? { ...rule, offset } : { ...rule, offset: offset - 1, sink };
}

/**
 * The same with the biases of its keys, which are read from the file.
 *
 * @param {HeadOf} of @returns {Promise<AttentionRule>}
 */
export async function ruleAt(of) {
  const rule = ruleOf(of);
  const bias = await gateAt(of, 'keyBias');
  if (!bias) return rule;
  const odd = bias.findIndex((value) => !Number.isFinite(value));
  if (odd >= 0)
    throw errorOfKind(
      'input',
      `layer ${layerName(of.reading, of.layer)}, head ${of.head}: the bias of key ${odd} is ${bias[odd]}: it must be a finite number`,
    );
  return { ...rule, key_bias: Array.from(bias) };
}

/**
 * The numbers of a head in an array with one number, or one vector, for each token; null if its layer has no
 * such array.
 *
 * @param {HeadOf} of @param {'keyBias' | 'beta' | 'logDecay' | 'lambda'} name
 */
export async function gateAt({ store, task, reading, layer, head }, name) {
  const part = reading[name]?.find(({ axes, layer: own }) => axes.includes('layer') || own === layer);
  if (!part) return null;
  const picks = part.axes.map((axis, at) => {
    if (axis === 'fixed') return part.at[at];
    if (axis === 'layer') return layer - part.layer;
    if (axis === 'head') return head;
    return part.ranges?.[axis] ?? null;
  });
  const open = await store.opened(part.file, task);
  return readPart(open, part.tensor, picks, task, (numbers) => numbers.singles().data);
}
