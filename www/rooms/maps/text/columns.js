/** The columns of maps: how much each query looks at a key. */
/** @import { MapInfo, MapsService } from '../types.js' */

/** The maximum number of cached columns. */
const MAX_COLUMNS = 64;
/** The maximum number of rows of a tile. */
const TILE = 512;

/** @typedef {(info: MapInfo, key: number) => Float32Array | null} ColumnOf a column, or null while it is pending */

/**
 * A cache of columns, which are requested when they are first needed.
 *
 * @param {object} actions
 * @param {() => MapsService | null} actions.service
 * @param {() => void} actions.changed
 * @param {(map: number, error: unknown) => void} actions.failed
 */
export function columnStore({ service, changed, failed }) {
  /**
   * The least recently used first; null while a column is pending.
   *
   * @type {Map<string, Float32Array | null>}
   */
  const cache = new Map();
  return {
    /** @type {ColumnOf} */
    column(info, key) {
      const name = `${info.id} ${key}`;
      const column = cache.get(name);
      const from = service();
      if (column) {
        cache.delete(name);
        cache.set(name, column);
      }
      if (column !== undefined || !from) return column ?? null;
      cache.set(name, null);
      read(from, info, key)
        .then(
          (data) => {
            cache.set(name, data);
            for (const [old, has] of cache) {
              if (cache.size <= MAX_COLUMNS) break;
              if (has) cache.delete(old);
            }
          },
          (error) => {
            cache.delete(name);
            failed(info.id, error);
          },
        )
        .finally(changed);
      return null;
    },
    /** Removes the columns of a map. @param {number} map */
    forget(map) {
      for (const name of cache.keys()) if (name.startsWith(`${map} `)) cache.delete(name);
    },
  };
}

/** @param {MapsService} from @param {MapInfo} info @param {number} key */
async function read(from, { id, queries }, key) {
  const column = new Float32Array(queries);
  const starts = Array.from({ length: Math.ceil(queries / TILE) }, (_, part) => part * TILE);
  await Promise.all(
    starts.map(async (start) => {
      const { data } = await from.tile(id, 0, [start, Math.min(TILE, queries - start)], [key, 1]);
      column.set(data, start);
    }),
  );
  return column;
}
