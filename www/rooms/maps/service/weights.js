/** The weights of one head: read from a file, or computed by the rule of its layer. */
import { using } from '../../../engine/handle.js';
import { compressedAt } from '../picked/compressed.js';
import { picksAt } from '../picked/read.js';
import { compressRateOf, headsOf, isPicked, isSigned, kindOf } from '../reading/layers.js';
import { differentialAt } from '../signed/differential.js';
import { announceMap, linearHeadAt } from '../signed/read.js';
import { combinedMaps } from './combined.js';
import { matrixOf, vectorsAt } from './heads.js';
import { ruleAt } from './rule.js';
/** @import { HeadMap } from '../../../engine/maps.js' */
/** @import { Reading } from '../types.js' */
/** @import { Context } from './heads.js' */

/**
 * Other weights of a head, for comparison: `withoutErase` those of a state that erases nothing, `dense`
 * those over all keys that its queries could have picked.
 *
 * @typedef {'withoutErase' | 'dense' | null} Instead
 */

/**
 * The weights of a head.
 *
 * @param {Context} context
 * @param {Reading} reading
 * @param {number} layer
 * @param {number} head
 * @param {Instead} [instead]
 * @returns {Promise<HeadMap>}
 */
export async function weightsAt(context, reading, layer, head, instead = null) {
  const { layers, queries, keys } = reading;
  const isIndex = (/** @type {number} */ at, /** @type {number} */ count) =>
    Number.isInteger(at) && at >= 0 && at < count;
  if (!isIndex(layer, layers) || !isIndex(head, headsOf(reading, layer)))
    throw new Error(
      `There is no head ${head} of layer ${layer}: there are ${layers} layers of ${headsOf(reading, layer)} heads.`,
    );
  if (reading.texts)
    return combinedMaps(context, 'mean', reading.texts, async (text) => {
      await context.task.yieldToOthers();
      return weightsAt(context, text, layer, head);
    });
  if (kindOf(reading, layer) === 'differential')
    return (await differentialAt(context, reading, layer, head)).map;
  if (isSigned(reading, layer)) {
    const { state, features } = await linearHeadAt(context, reading, layer, head);
    return using(state, () => {
      announceMap(context, state, features);
      return instead === 'withoutErase' ? state.mapWithoutErase() : state.map();
    });
  }
  if (compressRateOf(reading, layer) > 0)
    return using(await compressedAt(context, reading, layer, head), (found) => found.map());
  if (reading.kind === 'qk') {
    const [q, k] = await vectorsAt(context, reading, layer, head);
    try {
      const pairs = q.queries * k.queries;
      context.task.step({ pairs, products: pairs * q.keys });
      const rule = await ruleAt(context, reading, layer, head);
      if (!isPicked(reading, layer) || instead === 'dense') return context.engine.weightsOf(q, k, rule);
      return await using(await picksAt(context, reading, layer, head), (picks) => picks.weights(q, k, rule));
    } finally {
      q.free();
      k.free();
    }
  }
  const softmaxOf = reading.numbers === 'scores' ? context.engine.softmaxed : null;
  const wanted = { layer, head, sharing: null, .../** @type {const} */ ({ row: 'query', col: 'key' }) };
  const map = await matrixOf(context, reading.weights, wanted, keys, softmaxOf);
  if (map.queries === queries && map.keys === keys) return map;
  const size = `${map.queries} queries and ${map.keys} keys`;
  map.free();
  throw new Error(`Head ${head} of layer ${layer} has ${size}, where ${queries} and ${keys} were expected.`);
}
