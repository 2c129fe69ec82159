/** The columns of maps: how much each query looks at a key. */
import { requestCache } from '../head/request-cache.js';
/** @import { MapInfo, MapsService } from '../types.js' */

/** The maximum number of cached columns. */
const MAX_COLUMNS = 64;
/** The maximum number of rows of a tile. */
const TILE = 512;

/** @typedef {(info: MapInfo, key: number) => Float32Array | null} ColumnOf a column, or null while it is pending */

/**
 * The columns of maps.
 *
 * @param {object} actions
 * @param {() => MapsService | null} actions.service
 * @param {() => void} actions.changed
 * @param {(map: number, error: unknown) => void} actions.failed
 */
export function columnStore({ service, changed, failed }) {
  /** @type {ReturnType<typeof requestCache<Float32Array>>} */
  const cache = requestCache({ most: () => MAX_COLUMNS, changed, failed });
  return {
    /** @type {ColumnOf} */
    column(info, key) {
      const name = `${info.id} ${key}`;
      const known = cache.get(name);
      const from = service();
      if (known === undefined && from) cache.await(info.id, name, read(from, info, key));
      return known ?? null;
    },
    forget: cache.forget,
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
