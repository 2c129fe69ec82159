import { picture, pooled } from './paint.js';
/** @import { MapInfo, MapsService, Tile } from '../types.js' */
/** @import { Colours } from './paint.js' */

/** Cells of a tile in each direction. */
export const SIDE = 256;
/**
 * Tiles that are kept, each with its numbers, its pixels and its picture: three quarters of a megabyte
 * together.
 */
const KEPT = 72;
/** Simultaneous requests for tiles: later ones are for what is visible by then. */
const AT_ONCE = 6;
/** Milliseconds of a frame that go into painting tiles: what is left over is painted in the next. */
const BUDGET = 4;
/** Milliseconds after which a tile of a large head is asked for again while more of it becomes exact. */
const AGAIN = 400;

/**
 * A tile of a level: which, and its cells once they are there.
 *
 * @typedef {object} Held
 * @property {Tile | null} tile
 * @property {boolean} missing - whether some cell holds nothing
 * @property {boolean} [asking] - whether it is on its way
 * @property {number} [exactness] - of a large head: how much of it was exact when it came
 * @property {number} [since] - when that was
 * @property {({ for: string, by: Float32Array | undefined, pool: number } & ReturnType<typeof picture>) | null} painted
 */

/** @typedef {{ level: number, row: number, col: number }} Place */

/**
 * The tiles of maps that were looked at last.
 *
 * @param {object} actions
 * @param {() => MapsService | null} actions.service
 * @param {() => void} actions.changed - a tile came
 * @param {(map: number, error: unknown) => void} actions.failed
 */
export function tileStore({ service, changed, failed }) {
  /** In the order in which they were looked at. @type {Map<string, Held>} */
  const cache = new Map();
  /** Requests that are not sent yet, the most urgent last. @type {(() => void)[]} */
  let queue = [];
  let pending = 0;
  /** Spent on painting since what is wanted was last said. */
  let spent = 0;

  function pump() {
    while (pending < AT_ONCE && queue.length > 0) queue.pop()?.();
  }

  /** @param {MapInfo} info @param {Place} place @param {string} name */
  async function ask(info, { level, row, col }, name) {
    const from = service();
    const before = cache.get(name);
    if (!from || before?.asking || (before && !isStale(info, before, level, row))) return;
    const { rows, cols } = info.levels[level];
    /** A tile is kept until more of it is exact. @type {Held} */
    const entry = before ?? { tile: null, missing: false, painted: null };
    cache.set(name, entry);
    pending += 1;
    entry.asking = true;
    try {
      const exactness = exactnessOf(info, level, row);
      entry.tile = await from.tile(
        info.id,
        level,
        [row * SIDE, Math.min(SIDE, rows - row * SIDE)],
        [col * SIDE, Math.min(SIDE, cols - col * SIDE)],
      );
      entry.missing = entry.tile.data.some(Number.isNaN);
      Object.assign(entry, { exactness, since: performance.now() });
      if (entry.painted) entry.painted = { ...entry.painted, for: '' };
      changed();
    } catch (error) {
      if (cache.get(name) === entry && !entry.tile) cache.delete(name);
      failed(info.id, error);
    } finally {
      entry.asking = false;
      pending -= 1;
      pump();
    }
  }

  return {
    /**
     * The tile's picture, or null while it is not there.
     *
     * @param {MapInfo} info
     * @param {Place} place
     * @param {Colours} colours
     * @param {{ poolX: number, poolY: number }} pool
     */
    picture(info, place, colours, { poolX, poolY }) {
      const name = nameOf(info, place);
      const entry = cache.get(name);
      if (!entry?.tile) return null;
      cache.delete(name);
      cache.set(name, entry);
      const {
        map,
        theme,
        scale: { kind, low, high, quantiles },
      } = colours;
      const key = [map, theme, kind, low, high, poolX, poolY].join(' ');
      let { painted } = entry;
      if (painted?.for !== key || painted.by !== quantiles) {
        if (spent < BUDGET) {
          const began = performance.now();
          painted = entry.painted = {
            for: key,
            by: quantiles,
            pool: poolX / poolY,
            ...picture(pooled(entry.tile, poolY, poolX), colours),
          };
          spent += performance.now() - began;
        } else {
          changed();
          // Colours of a moment ago are nearer to the truth than an empty place.
          if (!painted || painted.pool !== poolX / poolY) return null;
        }
      }
      return { ...entry.tile, ...painted, missing: entry.missing };
    },
    /**
     * Asks for what is not there, the first the soonest, and forgets what was wanted before.
     *
     * @param {{ info: MapInfo, place: Place }[]} wanted
     */
    want(wanted) {
      spent = 0;
      const absent = wanted.filter(({ info, place }) => {
        const entry = cache.get(nameOf(info, place));
        return entry ? isStale(info, entry, place.level, place.row) : !info.large?.view.problem;
      });
      queue = absent.reverse().map(
        ({ info, place }) =>
          () =>
            void ask(info, place, nameOf(info, place)),
      );
      for (const name of cache.keys()) {
        if (cache.size <= KEPT) break;
        if (cache.get(name)?.tile) cache.delete(name);
      }
      pump();
    },
    /** A map that is gone leaves its tiles. @param {number} map */
    forget(map) {
      for (const name of cache.keys()) if (name.startsWith(`${map} `)) cache.delete(name);
    },
  };
}

/**
 * How much of a tile of a large head is exact; 0 of others.
 *
 * @param {MapInfo} info @param {number} level @param {number} row
 */
function exactnessOf({ large, levels }, level, row) {
  return large?.view.exactness(level, [row * SIDE, Math.min(SIDE, levels[level].rows - row * SIDE)]) ?? 0;
}

/**
 * Whether more of a tile is exact now than when it came: once all of it is, or after a while.
 *
 * @param {MapInfo} info @param {Held} held @param {number} level @param {number} row
 */
function isStale(info, { tile, asking, exactness = 0, since = 0 }, level, row) {
  if (!tile || asking || !info.large || info.large.view.problem !== '') return false;
  const now = exactnessOf(info, level, row);
  return now > exactness && (!info.large.view.reach().running || performance.now() - since > AGAIN);
}

/** @param {MapInfo} info @param {Place} place */
function nameOf({ id }, { level, row, col }) {
  return `${id} ${level} ${row} ${col}`;
}

/**
 * The level that has all of a map in one tile.
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
 * The tiles of a level that are visible, those in the middle first.
 *
 * @param {{ row: number, col: number, width: number, height: number, x: number, y: number }} frame
 * @param {number} level
 * @param {MapInfo['levels'][number]} size
 * @returns {Place[]}
 */
export function visibleTiles({ row, col, width, height, x, y }, level, { rows, cols }) {
  const span = SIDE * 2 ** level;
  /** @param {number} from @param {number} seen @param {number} count */
  const ends = (from, seen, count) => [
    Math.floor(from / span),
    Math.min(Math.ceil(count / SIDE), Math.ceil((from + seen) / span)),
  ];
  const [[top, bottom], [left, right]] = [ends(row, height / y, rows), ends(col, width / x, cols)];
  /** @type {Place[]} */
  const places = [];
  for (let down = top; down < bottom; down += 1)
    for (let across = left; across < right; across += 1) places.push({ level, row: down, col: across });
  const far = (/** @type {Place} */ place) =>
    Math.hypot(
      place.row + 0.5 - (row + height / y / 2) / span,
      place.col + 0.5 - (col + width / x / 2) / span,
    );
  return places.sort((a, b) => far(a) - far(b));
}
