/** The queries and the keys of heads, for saved files, and how far weights change if these are rounded. */
import { using } from '../../../engine/handle.js';
import { isLarge } from '../large/shape.js';
import { cellsOf, vectorsAt } from './heads.js';
import { ruleOf } from './rule.js';
/** @import { HeadMap } from '../../../engine/maps.js' */
/** @import { HeadOf } from './heads.js' */

/**
 * The queries and the keys of a head, row by row.
 *
 * @typedef {{ q: Float32Array, k: Float32Array }} Pair
 */
/** @typedef {Pair & { size: number, rule: ReturnType<typeof ruleOf> }} Vectors - `rule` computes the weights from them */

/** Half the distance of 1 and the next 32-bit float. */
const UNIT = 2 ** -24;

/** @param {HeadOf} of @returns {Promise<Vectors>} */
export const vectorNumbers = async (of) =>
  using(await vectorsAt(of), ({ q, k }) => ({
    ...{ q: cellsOf(q), k: cellsOf(k), size: q.keys },
    rule: ruleOf(of),
  }));

/**
 * The largest difference between the weights of a head and those of its rounded vectors. Of a head whose
 * weights do not fit in memory it is a bound.
 *
 * @param {HeadOf} of @param {Pair} rounded @returns {Promise<number>}
 */
export async function weightError(of, rounded) {
  const { engine, task, reading } = of;
  const rule = ruleOf(of);
  const weights = (/** @type {HeadMap} */ q, /** @type {HeadMap} */ k) =>
    using(engine.weightsOf(q, k, rule), cellsOf);
  return using(await vectorsAt(of), async ({ q, k }) => {
    const size = q.keys;
    if (isLarge(reading))
      return bound({ q: cellsOf(q), k: cellsOf(k) }, rounded, size, Math.abs(rule.scale ?? size ** -0.5));
    const pairs = 2 * q.queries * k.queries;
    task.step({ pairs, products: pairs * size });
    const given = await weights(q, k);
    const now = await using(engine.headMap(q.queries, size, rounded.q), (newQ) =>
      using(engine.headMap(k.queries, size, rounded.k), (newK) => weights(newQ, newK)),
    );
    let error = 0;
    for (let cell = 0; cell < given.length; cell += 1) {
      const difference = Math.abs(now[cell] - given[cell]);
      if (difference > error) error = difference;
    }
    return error;
  });
}

/**
 * A bound of the error of weights. If no score of a row changes by more than d, a weight changes by at most
 * tanh(d / 2). A score q · k changes by (q' - q) · k + q' · (k' - k), which is at most
 * |q' - q| |k| + |q'| |k' - k|; in 32 bits, each sum of products adds `size` roundings. Neither RoPE nor a
 * softcap makes differences larger.
 *
 * @param {Pair} given
 * @param {Pair} rounded
 * @param {number} size
 * @param {number} scale - of the scores
 */
export function bound(given, rounded, size, scale) {
  const none = new Float32Array(0);
  const [k, newK] = [longest(given.k, none, size), longest(rounded.k, none, size)];
  const [q, newQ] = [longest(given.q, none, size), longest(rounded.q, none, size)];
  const changed = longest(rounded.q, given.q, size) * k + newQ * longest(rounded.k, given.k, size);
  const arithmetic = size * UNIT * (q * k + newQ * newK);
  return Math.tanh((scale * (changed + arithmetic)) / 2);
}

/**
 * The length of the longest of some vectors, or of their differences from others.
 *
 * @param {Float32Array} vectors @param {Float32Array} others - empty for none @param {number} size
 */
function longest(vectors, others, size) {
  let most = 0;
  for (let start = 0; start < vectors.length; start += size) {
    let sum = 0;
    for (let at = start; at < start + size; at += 1) sum += (vectors[at] - (others[at] ?? 0)) ** 2;
    if (sum > most) most = sum;
  }
  return Math.sqrt(most);
}
