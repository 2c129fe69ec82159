/** @import { MapInfo, MapsService, Range } from '../types.js' */

/** The maximum size of the cache: arrays, and numbers. */
const [MAX_ARRAYS, MAX_NUMBERS] = [256, 1 << 22];
/** The maximum number of concurrent requests. */
const MAX_PENDING = 8;
/** The largest side of a tile from the service, in cells. */
const TILE = 512;

/** @typedef {(info: MapInfo, query: number) => Float32Array | null} RowOf a row, or null while it is pending */
/** @typedef {(info: MapInfo, key: number) => Float32Array | null} ColumnOf a column, or null while it is pending */

/**
 * The rows and columns of maps, and their paths of dynamic time warping, which are requested when they are
 * first needed. The least recently used ones are removed first, those that are pending never.
 *
 * @param {object} actions
 * @param {() => MapsService | null} actions.service
 * @param {() => void} actions.changed
 * @param {(map: number, error: unknown) => void} actions.failed
 */
export function numberStore({ service, changed, failed }) {
  /** The least recently used first; null while a request is pending. @type {Map<string, any>} */
  const cache = new Map();
  let pending = 0;

  /** @param {string} name @param {Float32Array | Uint32Array} numbers */
  function keep(name, numbers) {
    cache.set(name, numbers);
    const max = Math.min(MAX_ARRAYS, Math.max(8, Math.floor(MAX_NUMBERS / numbers.length)));
    for (const [old, has] of cache) {
      if (cache.size <= max) break;
      if (has) cache.delete(old);
    }
    return numbers;
  }

  /**
   * @param {MapInfo} info
   * @param {string} what - of the map
   * @param {(from: MapsService) => Promise<Float32Array | Uint32Array>} ask
   * @param {(from: MapsService) => Float32Array | null | undefined} [ready] - what need not be waited for
   * @returns {any}
   */
  function get(info, what, ask, ready) {
    const name = `${info.id} ${what}`;
    const known = cache.get(name);
    if (known) {
      cache.delete(name);
      cache.set(name, known);
    }
    const from = service();
    if (known !== undefined || !from || pending >= MAX_PENDING || info.large?.view.problem)
      return known ?? null;
    const there = ready?.(from);
    if (there) return keep(name, there);
    pending += 1;
    cache.set(name, null);
    ask(from)
      .finally(() => (pending -= 1))
      .then(
        (numbers) => keep(name, numbers),
        (error) => {
          cache.delete(name);
          failed(info.id, error);
        },
      )
      .finally(changed);
    return null;
  }

  return {
    /** @type {RowOf} */
    rowOf: (info, query) =>
      get(
        info,
        `row ${query}`,
        (from) => from.row(info.id, query),
        (from) => from.ready?.row(info.id, query),
      ),
    /** @type {ColumnOf} */
    columnOf: (info, key) => get(info, `column ${key}`, (from) => readColumn(from, info, key)),
    /** The path of dynamic time warping. @type {(info: MapInfo) => Uint32Array | null} */
    pathOf: (info) => get(info, 'path', (from) => from.path(info.id)),
    /** Removes the numbers of a map. @param {number} map */
    forget(map) {
      for (const name of cache.keys()) if (name.startsWith(`${map} `)) cache.delete(name);
    },
  };
}

/**
 * The cells of a part of a level.
 *
 * @param {MapsService} service @param {number} id @param {number} level @param {Range} rows @param {Range} cols
 */
export async function readCells(service, id, level, [firstRow, rows], [firstCol, cols]) {
  const data = new Float32Array(rows * cols);
  const starts = (/** @type {number} */ side) =>
    Array.from({ length: Math.ceil(side / TILE) }, (_, part) => part * TILE);
  const read = async (/** @type {number} */ top, /** @type {number} */ left) => {
    const [height, width] = [Math.min(TILE, rows - top), Math.min(TILE, cols - left)];
    const tile = await service.tile(id, level, [firstRow + top, height], [firstCol + left, width]);
    for (let row = 0; row < height; row += 1)
      data.set(tile.data.subarray(row * width, (row + 1) * width), (top + row) * cols + left);
  };
  await Promise.all(starts(rows).flatMap((top) => starts(cols).map((left) => read(top, left))));
  return data;
}

/**
 * How much each query looks at a key.
 *
 * @param {MapsService} from @param {Pick<MapInfo, 'id' | 'queries'>} info @param {number} key
 */
export const readColumn = (from, { id, queries }, key) => readCells(from, id, 0, [0, queries], [key, 1]);
