/** @import { MapInfo, MapsService } from '../types.js' */

/** The most rows, and numbers, in the cache. */
const [KEPT, NUMBERS] = [256, 1 << 22];
/** The most concurrent requests. */
const AT_ONCE = 8;

/**
 * A cache of rows of maps, which are requested when they are first needed.
 *
 * @param {object} actions
 * @param {() => MapsService | null} actions.service
 * @param {() => void} actions.changed
 * @param {(map: number, error: unknown) => void} actions.failed
 */
export function rowStore({ service, changed, failed }) {
  /** Null while it is pending. @type {Map<string, Float32Array | null>} */
  const cache = new Map();
  let pending = 0;

  return {
    /** The row, or null while it is pending. @param {MapInfo} info @param {number} query */
    row(info, query) {
      const name = `${info.id} ${query}`;
      const row = cache.get(name);
      const from = service();
      if (row) {
        cache.delete(name);
        cache.set(name, row);
      }
      if (row !== undefined || !from || pending >= AT_ONCE || info.large?.view.problem) return row ?? null;
      cache.set(name, null);
      pending += 1;
      from
        .row(info.id, query)
        .then(
          (data) => {
            cache.set(name, data);
            for (const [old, has] of cache) {
              if (cache.size <= Math.min(KEPT, Math.max(8, Math.floor(NUMBERS / data.length)))) break;
              if (has) cache.delete(old);
            }
          },
          (error) => {
            cache.delete(name);
            failed(info.id, error);
          },
        )
        .finally(() => {
          pending -= 1;
          changed();
        });
      return null;
    },
    /** @param {number} map */
    forget(map) {
      for (const name of cache.keys()) if (name.startsWith(`${map} `)) cache.delete(name);
    },
  };
}
