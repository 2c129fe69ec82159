import { paintMap } from '../program.js';
import { paintHeads } from '../chosen/colors.js';
/** @import { Grid } from '../../../ui/grid.js' */
/** @import { MapInfo, MapsService, MapsState, Tile } from '../types.js' */
/** @import { Scale } from './scale.js' */

/** The cells of a tile in each direction. */
export const SIDE = 256;
/** The maximum size of the cache. A tile takes 3/4 MB, for its numbers, pixels and canvas. */
const MAX_CACHED = 72;
/** The maximum number of concurrent requests. With few, the next ones are for what is visible by then. */
const MAX_PENDING = 6;
/** The milliseconds of a frame for painting tiles. The remaining tiles are painted in the next frame. */
const PAINT_BUDGET = 4;
/** The milliseconds after which a tile of a large head is requested again if more of it is exact. */
const REFRESH = 400;

/**
 * A cached or requested tile.
 *
 * @typedef {object} Entry
 * @property {Tile | null} tile
 * @property {boolean} missing - whether some cell has no number
 * @property {boolean} [pending]
 * @property {number} [exactness] - of a large head: how much of the tile was exact when it was requested
 * @property {number} [since] - when it arrived
 * @property {({ look: string, quantiles: Float32Array | undefined, aspect: number } & ReturnType<typeof picture>) | null} painted -
 *   `look` and `quantiles` identify the colors and the pooling
 */

/** @typedef {{ level: number, row: number, col: number }} Place */
/** @typedef {ReturnType<typeof tileStore>} Tiles */

/**
 * A cache of tiles, of which the least recently used are removed.
 *
 * @param {object} actions
 * @param {() => MapsService | null} actions.service
 * @param {() => void} actions.changed - a tile has arrived, or needs another frame for painting
 * @param {(map: number, error: unknown) => void} actions.failed
 */
export function tileStore({ service, changed, failed }) {
  /** The least recently used first. @type {Map<string, Entry>} */
  const cache = new Map();
  /** Requests that are not sent yet, the most urgent last. @type {(() => void)[]} */
  let queue = [];
  let pending = 0;
  /** The milliseconds spent on painting in this frame. */
  let spent = 0;

  function sendNext() {
    while (pending < MAX_PENDING && queue.length > 0) queue.pop()?.();
  }

  /** @param {MapInfo} info @param {Place} place */
  async function request(info, { level, row, col }) {
    const name = keyOf(info, { level, row, col });
    const from = service();
    const known = cache.get(name);
    if (!from || known?.pending || (known && !isStale(info, known, level, row))) return;
    /** The present tile stays until the new one arrives. @type {Entry} */
    const entry = known ?? { tile: null, missing: false, painted: null };
    cache.set(name, entry);
    pending += 1;
    entry.pending = true;
    try {
      const exactness = exactnessOf(info, level, row);
      entry.tile = await from.tile(info.id, level, ...rangesOf(info, { level, row, col }));
      entry.missing = entry.tile.data.some(Number.isNaN);
      Object.assign(entry, { exactness, since: performance.now() });
      if (entry.painted) entry.painted.look = '';
      changed();
    } catch (error) {
      if (cache.get(name) === entry && !entry.tile) cache.delete(name);
      failed(info.id, error);
    } finally {
      entry.pending = false;
      pending -= 1;
      sendNext();
    }
  }

  /** A tile that the service need not be asked for. @param {MapInfo} info @param {Place} place */
  function readyEntry(info, place) {
    const tile = service()?.ready?.tile(info.id, place.level, ...rangesOf(info, place));
    return tile ? { tile, missing: tile.data.some(Number.isNaN), painted: null } : undefined;
  }

  return {
    /**
     * A painted tile with its numbers, or null if it is not available yet.
     *
     * @param {MapInfo} info
     * @param {Place} place
     * @param {Colors} colors
     * @param {{ poolX: number, poolY: number }} pooling
     */
    image(info, place, colors, { poolX, poolY }) {
      const name = keyOf(info, place);
      const entry = cache.get(name) ?? readyEntry(info, place);
      if (!entry?.tile) return null;
      cache.delete(name);
      cache.set(name, entry);
      const { map, theme, scale, heads = [] } = colors;
      const parts = heads.map((head) => cache.get(keyOf(head, place))?.tile);
      if (!parts.every((part) => part)) return null;
      const { kind, low, high, quantiles } = scale;
      const ids = heads.map(({ id }) => id);
      const look = [map, theme, kind, low, high, poolX, poolY, ...ids].join(' ');
      const aspect = poolX / poolY;
      if (entry.painted?.look !== look || entry.painted.quantiles !== quantiles) {
        if (spent < PAINT_BUDGET) {
          const start = performance.now();
          const pooled = (/** @type {Tile} */ tile) => pool(tile, poolY, poolX);
          const image = picture(pooled(entry.tile), /** @type {Tile[]} */ (parts).map(pooled), colors);
          entry.painted = { look, quantiles, aspect, ...image };
          spent += performance.now() - start;
        } else {
          changed();
          // Until then, the previous colors are better than an empty place.
          if (entry.painted?.aspect !== aspect) return null;
        }
      }
      const { canvas, pixels } = entry.painted;
      return { ...entry.tile, canvas, pixels, missing: entry.missing };
    },
    /**
     * Requests missing tiles, the first one first, and drops requests that were not sent yet.
     *
     * @param {{ info: MapInfo, place: Place }[]} wanted
     */
    want(wanted) {
      spent = 0;
      const absent = wanted.filter(({ info, place }) => {
        const entry = cache.get(keyOf(info, place));
        return entry ? isStale(info, entry, place.level, place.row) : !info.large?.view.problem;
      });
      queue = absent.reverse().map(
        ({ info, place }) =>
          () =>
            void request(info, place),
      );
      for (const [name, { tile }] of cache) {
        if (cache.size <= MAX_CACHED) break;
        if (tile) cache.delete(name);
      }
      sendNext();
    },
    /** Removes the tiles of a map. @param {number} map */
    forget(map) {
      for (const name of cache.keys()) if (name.startsWith(`${map} `)) cache.delete(name);
    },
  };
}

/**
 * How much of a tile of a large head is exact; 0 for other heads.
 *
 * @param {MapInfo} info @param {number} level @param {number} row
 */
function exactnessOf({ large, levels }, level, row) {
  return large?.view.exactness(level, [row * SIDE, Math.min(SIDE, levels[level].rows - row * SIDE)]) ?? 0;
}

/**
 * Whether a tile of a large head should be requested again, because more of it is exact now. While the head
 * is computed, that happens at intervals.
 *
 * @param {MapInfo} info @param {Entry} entry @param {number} level @param {number} row
 */
function isStale(info, { tile, pending, exactness = 0, since = 0 }, level, row) {
  if (!tile || pending || !info.large || info.large.view.problem !== '') return false;
  const isMoreExact = exactnessOf(info, level, row) > exactness;
  return isMoreExact && (!info.large.view.reach().running || performance.now() - since > REFRESH);
}

/**
 * A tile to request, with the same tile of the heads that have a color each.
 *
 * @param {MapInfo} info @param {Place} place @param {Colors} colors
 */
export const wantedTiles = (info, place, { heads = [] }) =>
  [info, ...heads].map((each) => ({ info: each, place }));

/**
 * The rows and the columns of a tile.
 *
 * @param {MapInfo} info @param {Place} place
 * @returns {[rows: [number, number], cols: [number, number]]}
 */
function rangesOf({ levels }, { level, row, col }) {
  const range = (/** @type {number} */ at, /** @type {number} */ all) =>
    /** @type {[number, number]} */ ([at * SIDE, Math.min(SIDE, all - at * SIDE)]);
  return [range(row, levels[level].rows), range(col, levels[level].cols)];
}

/** @param {MapInfo} info @param {Place} place */
function keyOf({ id }, { level, row, col }) {
  return `${id} ${level} ${row} ${col}`;
}

/**
 * The finest level that fits in one tile.
 *
 * @param {MapInfo['levels']} levels
 */
export function wholeLevel(levels) {
  return Math.max(
    0,
    levels.findIndex(({ rows, cols }) => rows <= SIDE && cols <= SIDE),
  );
}

/**
 * The visible tiles of a level, those in the middle first.
 *
 * @param {Omit<Required<Grid>, 'rows' | 'cols'>} viewport
 * @param {number} level
 * @param {MapInfo['levels'][number]} size
 * @returns {Place[]}
 */
export function visibleTiles({ row, col, width, height, cellWidth, cellHeight }, level, { rows, cols }) {
  const span = SIDE * 2 ** level;
  const [top, bottom] = [row / span, (row + height / cellHeight) / span];
  const [left, right] = [col / span, (col + width / cellWidth) / span];
  /** @type {Place[]} */
  const places = [];
  for (let down = Math.floor(top); down < Math.min(Math.ceil(rows / SIDE), Math.ceil(bottom)); down += 1)
    for (
      let across = Math.floor(left);
      across < Math.min(Math.ceil(cols / SIDE), Math.ceil(right));
      across += 1
    )
      places.push({ level, row: down, col: across });
  const distance = (/** @type {Place} */ place) =>
    Math.hypot(place.row + 0.5 - (top + bottom) / 2, place.col + 0.5 - (left + right) / 2);
  return places.sort((a, b) => distance(a) - distance(b));
}

/**
 * The inputs of the color of a number. `heads`: the maps of the heads that have a color each; then a cell has
 * that of the head with the largest weight.
 *
 * @typedef {{ map: MapsState['map'], theme: 'light' | 'dark', scale: Scale, heads?: MapInfo[] }} Colors
 */

/**
 * Paints numbers as an image with one pixel for each cell. Missing numbers are transparent.
 *
 * @param {{ rows: number, cols: number, data: Float32Array }} cells
 * @param {{ data: Float32Array }[]} parts - the same cells of each head that has a color
 * @param {Colors} colors
 */
function picture({ rows, cols, data }, parts, colors) {
  const { map, theme, scale } = colors;
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [cols, rows];
  const pixels = /** @type {Uint8ClampedArray<ArrayBuffer>} */ (
    parts.length > 0
      ? paintHeads(
          parts.map((part) => part.data),
          colors,
        )
      : paintMap({ rows, cols, data, map, theme, scale })
  );
  canvas.getContext('2d')?.putImageData(new ImageData(pixels, cols, rows), 0, 0);
  return { canvas, pixels };
}

/**
 * Pools cells: each result is the value farthest from 0, as in levels.
 *
 * @param {{ rows: number, cols: number, data: Float32Array }} cells
 * @param {number} poolRows - the number of rows that become one
 * @param {number} poolCols
 */
export function pool({ rows, cols, data }, poolRows, poolCols) {
  if (poolRows === 1 && poolCols === 1) return { rows, cols, data };
  const [fewerRows, fewerCols] = [Math.ceil(rows / poolRows), Math.ceil(cols / poolCols)];
  const pooled = new Float32Array(fewerRows * fewerCols).fill(NaN);
  data.forEach((value, index) => {
    const [row, col] = [Math.floor(index / cols), index % cols];
    const to = Math.floor(row / poolRows) * fewerCols + Math.floor(col / poolCols);
    if (!(Math.abs(pooled[to]) >= Math.abs(value)) && !Number.isNaN(value)) pooled[to] = value;
  });
  return { rows: fewerRows, cols: fewerCols, data: pooled };
}
