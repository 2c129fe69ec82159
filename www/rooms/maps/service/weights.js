/** The weights of one head, read from a file or computed by the rule of its layer; and of several heads. */
import { using } from '../../../engine/handle.js';
import { compressedAt } from '../picked/compressed.js';
import { picksAt } from '../picked/read.js';
import { compressRateOf, headsOf, isPicked, isSigned, kindOf } from '../reading/layers.js';
import { announceMap, differentialAt, linearHeadAt } from '../signed/read.js';
import { matrixOf, ofPairs } from './heads.js';
import { ruleAt } from './rule.js';
/** @import { HeadMap } from '../../../engine/maps.js' */
/** @import { Context, HeadOf } from './heads.js' */

/**
 * Other weights of a head, for comparison: `withoutErase` those of a state that erases nothing, `dense`
 * those over all keys that its queries could have picked.
 *
 * @typedef {'withoutErase' | 'dense' | null} Instead
 */

/**
 * The weights of a head.
 *
 * @param {HeadOf} of @param {Instead} [instead] @returns {Promise<HeadMap>}
 */
export async function weightsAt(of, instead = null) {
  const { engine, reading, layer, head } = of;
  const { layers, queries, keys } = reading;
  const isIndex = (/** @type {number} */ at, /** @type {number} */ count) =>
    Number.isInteger(at) && at >= 0 && at < count;
  if (!isIndex(layer, layers) || !isIndex(head, headsOf(reading, layer)))
    throw new Error(
      `There is no head ${head} of layer ${layer}: there are ${layers} layers of ${headsOf(reading, layer)} heads.`,
    );
  if (reading.texts)
    return combinedMaps(of, 'mean', reading.texts, async (text) => {
      await of.task.yieldToOthers();
      return weightsAt({ ...of, reading: text });
    });
  if (kindOf(reading, layer) === 'differential') return (await differentialAt(of)).map;
  if (isSigned(reading, layer)) {
    const { state, features } = await linearHeadAt(of);
    return using(state, () => {
      announceMap(of, state, features);
      return instead === 'withoutErase' ? state.mapWithoutErase() : state.map();
    });
  }
  if (compressRateOf(reading, layer) > 0) return using(await compressedAt(of), (found) => found.map());
  if (reading.kind === 'qk')
    return ofPairs(of, async (q, k) => {
      const rule = await ruleAt(of);
      if (!isPicked(reading, layer) || instead === 'dense') return engine.weightsOf(q, k, rule);
      return using(await picksAt(of), (picks) => picks.weights(q, k, rule));
    });
  const map = await matrixOf(of, 'weights', keys, reading.numbers === 'scores' ? engine.softmaxed : null);
  if (map.queries === queries && map.keys === keys) return map;
  const size = `${map.queries} queries and ${map.keys} keys`;
  map.free();
  throw new Error(`Head ${head} of layer ${layer} has ${size}, where ${queries} and ${keys} were expected.`);
}

/**
 * The mean or the largest of maps, which are read one after the other.
 *
 * @template T
 * @param {Pick<Context, 'engine' | 'task'>} context
 * @param {'mean' | 'max'} kind
 * @param {Iterable<T>} some
 * @param {(one: T) => Promise<HeadMap>} read
 * @returns {Promise<HeadMap>}
 */
export async function combinedMaps({ engine, task }, kind, some, read) {
  const sum = engine.combining(kind);
  let isDone = false;
  try {
    for (const one of some)
      await using(await read(one), (map) => {
        task.step({ pairs: map.queries * map.keys });
        sum.add(map);
      });
    isDone = true;
    return sum.finish();
  } finally {
    if (!isDone) sum.free();
  }
}
