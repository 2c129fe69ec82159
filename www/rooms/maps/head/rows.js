/** @import { MapInfo, MapsService } from '../types.js' */

/** The maximum size of the cache: rows, and numbers. */
const [MAX_ROWS, MAX_NUMBERS] = [256, 1 << 22];
/** The maximum number of concurrent requests. */
const MAX_PENDING = 8;

/** @typedef {(info: MapInfo, query: number) => Float32Array | null} RowOf a row, or null while it is pending */

/**
 * A cache of rows of maps, which are requested when they are first needed.
 *
 * @param {object} actions
 * @param {() => MapsService | null} actions.service
 * @param {() => void} actions.changed
 * @param {(map: number, error: unknown) => void} actions.failed
 */
export function rowStore({ service, changed, failed }) {
  /**
   * The least recently used first; null while a row or a path is pending.
   *
   * @type {Map<string, Float32Array | Uint32Array | null>}
   */
  const cache = new Map();
  let pending = 0;

  /**
   * @param {MapInfo} info @param {string} name
   * @param {(from: MapsService) => Promise<Float32Array | Uint32Array>} ask
   * @param {(from: MapsService) => Float32Array | null | undefined} [ready] - what need not be waited for
   */
  function get(info, name, ask, ready) {
    const row = cache.get(name);
    const from = service();
    if (row) {
      cache.delete(name);
      cache.set(name, row);
    }
    if (row !== undefined || !from || pending >= MAX_PENDING || info.large?.view.problem) return row ?? null;
    const there = ready?.(from);
    if (there) {
      cache.set(name, there);
      return there;
    }
    cache.set(name, null);
    pending += 1;
    ask(from)
      .then(
        (data) => {
          cache.set(name, data);
          const max = Math.min(MAX_ROWS, Math.max(8, Math.floor(MAX_NUMBERS / data.length)));
          for (const [old, has] of cache) {
            if (cache.size <= max) break;
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
  }

  return {
    /** @type {RowOf} */
    row: (info, query) =>
      /** @type {Float32Array | null} */ (
        get(
          info,
          `${info.id} ${query}`,
          (from) => from.row(info.id, query),
          (from) => from.ready?.row(info.id, query),
        )
      ),
    /** The path of dynamic time warping, or null while it is pending. @param {MapInfo} info */
    path: (info) =>
      /** @type {Uint32Array | null} */ (get(info, `${info.id} path`, (from) => from.path(info.id))),
    /** Removes the rows of a map. @param {number} map */
    forget(map) {
      for (const name of cache.keys()) if (name.startsWith(`${map} `)) cache.delete(name);
    },
  };
}
