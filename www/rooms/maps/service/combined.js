import { using } from '../../../engine/handle.js';
/** @import { HeadMap } from '../../../engine/maps.js' */
/** @import { Context } from './heads.js' */

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
