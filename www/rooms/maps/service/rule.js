/** How the weights of one head are computed. */
import { errorOfKind } from './errors.js';
import { readPart } from './read-part.js';
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

/** The lists of biases of a rule, by their name in a reading. */
const BIASES = /** @type {const} */ ({
  keyBias: 'key_bias',
  relativeBias: 'relative_bias',
  scoreBias: 'score_bias',
});

/**
 * The same with the biases of its scores, which are read from the file.
 *
 * @param {HeadOf} of @returns {Promise<AttentionRule>}
 */
export async function ruleAt(of) {
  const rule = ruleOf(of);
  for (const name of /** @type {(keyof typeof BIASES)[]} */ (Object.keys(BIASES))) {
    const bias = await gateAt(of, name);
    if (!bias) continue;
    const odd = bias.findIndex((value) => !Number.isFinite(value));
    if (odd >= 0) throw errorOfKind('input', oddBias(of, BIASES[name], odd, bias[odd]));
    rule[BIASES[name]] = Array.from(bias);
  }
  return rule;
}

/**
 * @param {HeadOf} of @param {string} name @param {number} at @param {number} value
 */
const oddBias = ({ reading, layer, head }, name, at, value) =>
  `layer ${layerName(reading, layer)}, head ${head}: ${name === 'key_bias' ? `the bias of key ${at}` : `number ${at} of ${name}`} is ${value}: it must be a finite number`;

/**
 * The numbers of a head in an array with one number, or one vector, for each token; null if its layer has no
 * such array.
 *
 * @param {HeadOf} of
 * @param {keyof typeof BIASES | 'beta' | 'logDecay' | 'lambda'} name
 */
export async function gateAt({ store, task, reading, layer, head }, name) {
  const part = reading[name]?.find(({ axes, layer: own }) => axes.includes('layer') || own === layer);
  if (!part) return null;
  const picks = part.axes.map((axis, at) => {
    if (axis === 'fixed') return part.at[at];
    if (axis === 'layer') return layer - part.layer;
    if (axis === 'head') return head;
    return axis === 'feature' ? null : (part.ranges?.[axis] ?? null);
  });
  const open = await store.opened(part.file, task);
  return readPart(open, part.tensor, picks, task, (numbers) => numbers.singles().data);
}
