/**
 * A large head in the page: the rows that are computed, and the Workers that compute the rest. Requests of
 * the moment go to the first Worker, rows to all the others; what was known stays known whatever ends.
 */
import { messageOf } from '../../../engine/instance.js';
import { measuresOf, outstanding, quantilesOf, sumsOf, sumsOfRows, figure } from './found.js';
import {
  fillTile,
  isCovered,
  countKnownUnits,
  pooledQuantile,
  pooledValue,
  pyramid,
  sampledValue,
  addUnit,
  unitsOf,
} from './pyramid.js';
import { baseOf, evenly, spreadOrder, UNIT } from './shape.js';
/** @import { Tile } from '../types.js' */
/** @import { LargeInfo, LargePools, LargeRows } from '../../../engine/kernels-large.js' */
/** @import { Pooling } from './pyramid.js' */
/** @import { Range } from './source.js' */
/** @import { LargeMethod } from './open-head.js' */

/** Rows and columns of the first sample: measures and colours come from it until rows are known. */
const [FIRST, ACROSS] = [64, 512];
/** Groups of rows from which on measures are estimated from them, and no more from the first sample. */
const ENOUGH = 16;

/**
 * Calls a method of a Worker.
 *
 * @typedef {(method: LargeMethod, ...args: unknown[]) => Promise<any>} LargeCall
 */
/**
 * How far the visible rows are.
 *
 * @typedef {{ known: number, all: number, running: boolean, problem: string, bytes: number }} Reach
 */

/**
 * @param {{ queries: number, keys: number }} shape
 * @param {LargeCall} call - the Worker that answers what is needed at once
 * @param {(bytes: number) => LargeCall[]} lanes - the Workers that compute rows
 */
export function largeView({ queries, keys }, call, lanes) {
  const base = baseOf(queries, keys);
  const exact = pyramid(queries, keys, base);
  const order = spreadOrder(exact.known.length);
  /** @type {Map<number, ReturnType<typeof sumsOf>>} */
  const groups = new Map();
  const keySums = new Float64Array(keys);
  /** What the margins show. */
  const margins = {
    queryEntropy: new Float32Array(queries).fill(NaN),
    querySum: new Float32Array(queries).fill(NaN),
    keyMean: new Float32Array(keys),
  };
  /** @type {ReturnType<typeof sumsOf>[]} */
  let first = [];
  /** @type {Float32Array} */
  let entropies = new Float32Array();
  let quantiles = new Float32Array();
  let range = { least: 0, greatest: 0 };
  let weighed = 0;
  /** @type {LargeInfo | null} */
  let info = null;
  /** @type {import('./found.js').Outstanding[]} */
  let listed = [];
  /** @type {LargeCall[]} */
  let workers = [];
  /** Units that a Worker computes now. @type {Set<number>} */
  const pending = new Set();
  let [wanted, isStopped, hasEnded, problem] = [/** @type {Range} */ ([0, queries]), false, false, ''];
  /** While all heads are sampled, rows of one would take their time. */
  let isHeld = false;
  /**
   * Ends of colours by what they are of; they change a few times while rows become known.
   *
   * @type {Map<string, number>}
   */
  const ends = new Map();
  let running = 0;
  /** Called whenever more is known. @type {Set<() => void>} */
  const listeners = new Set();
  const changed = () => listeners.forEach((tell) => tell());

  /** How many keys a query may attend to. @param {number} query */
  function reached(query) {
    const mask = info ?? { offset: 0, before: null, after: null, sinks: 0 };
    const [from, to] = reachOf(mask, query, keys);
    return Math.max(1, to - from + (from > 0 ? mask.sinks : 0));
  }

  /** @param {ArrayLike<number>} rows @param {Float32Array} figures */
  function note(rows, figures) {
    listed = outstanding(listed, figures, rows, reached);
    let { greatest } = range;
    for (let at = 0; at < rows.length; at += 1) {
      margins.queryEntropy[rows[at]] = figure(figures, at, 'entropy');
      margins.querySum[rows[at]] = figure(figures, at, 'sum');
      const most = figure(figures, at, 'greatest');
      if (most > greatest) greatest = most;
    }
    range = { least: range.least, greatest };
  }

  /** Opens the head and samples it, which is enough to draw something. */
  async function open() {
    info = /** @type {LargeInfo} */ (await call('info'));
    const rows = evenly(FIRST, queries);
    const found = /** @type {LargeRows} */ (await call('rows', rows, 1, keys));
    const sampled = /** @type {Float32Array} */ (await call('sample', rows, evenly(ACROSS, keys)));
    quantiles = quantilesOf(sampled);
    range = { least: Math.min(0, quantiles[0] ?? 0), greatest: 0 };
    note(rows, found.figures);
    entropies = margins.queryEntropy.filter((entropy) => entropy === entropy);
    first = sumsOfRows(found.figures);
  }

  /** The next unit of the visible rows. */
  function next() {
    const [from, to] = unitsOf(...wanted, exact);
    return order.find((unit) => unit >= from && unit < to && !exact.known[unit] && !pending.has(unit));
  }

  /**
   * Computes rows until none of the visible ones is missing, or somebody stops it.
   *
   * @param {LargeCall} worker
   */
  async function lane(worker) {
    running += 1;
    try {
      for (;;) {
        // A tab in the background leaves the machine to others; what is known is kept.
        await whenVisible();
        const unit = isStopped || isHeld || hasEnded ? undefined : next();
        if (unit === undefined) break;
        pending.add(unit);
        try {
          const start = unit * UNIT;
          const rows = Uint32Array.from({ length: Math.min(UNIT, queries - start) }, (_, at) => start + at);
          const found = /** @type {LargeRows} */ (await worker('rows', rows, 2 ** base, 2 ** base));
          if (hasEnded) return;
          take(unit, rows, found);
        } finally {
          pending.delete(unit);
        }
      }
    } catch (error) {
      if (!hasEnded) problem = messageOf(error);
    } finally {
      running -= 1;
      changed();
    }
  }

  /** @param {number} unit @param {Uint32Array} rows @param {LargeRows} found */
  function take(unit, rows, found) {
    addUnit(exact, unit, found);
    groups.set(unit, sumsOf(found.figures));
    note(rows, found.figures);
    for (let key = 0; key < keys; key += 1) keySums[key] += found.keySums[key];
    for (let row = 0; row < rows.length; row += 1)
      if (margins.queryEntropy[rows[row]] === margins.queryEntropy[rows[row]]) weighed += 1;
    for (let key = 0; key < keys; key += 1) margins.keyMean[key] = weighed > 0 ? keySums[key] / weighed : NaN;
    // The first Worker needs the log-sum-exps for what is drawn cell by cell.
    if (found.logSumExps.length > 0) call('know', rows[0], found.logSumExps).catch(() => {});
    changed();
  }

  /**
   * Says why a part could not be computed or read: nothing more is requested until the reader goes on.
   *
   * @param {unknown} error
   */
  function fail(error) {
    problem = messageOf(error);
    changed();
  }

  /** Sets as many Workers to work as there are. */
  function run() {
    if (isStopped || isHeld || hasEnded || next() === undefined) return;
    problem = '';
    if (workers.length === 0) workers = lanes(info?.bytes ?? 0);
    for (let at = running; at < workers.length; at += 1) void lane(workers[at]);
  }

  return {
    base,
    margins,
    listeners,
    open,
    get info() {
      return /** @type {LargeInfo} */ (info);
    },
    get quantiles() {
      return quantiles;
    },
    get range() {
      return range;
    },
    /** The entropies of the first sample, for colours that stay as they are. */
    get entropies() {
      return entropies;
    },
    /**
     * Where the colours of pools end, by a share of them; 0 while too few rows are known, and for single
     * cells.
     *
     * @param {Pooling} by
     * @param {number} level
     * @param {number} share
     */
    colorEnd(by, level, share) {
      if (level === 0 || groups.size < Math.min(ENOUGH, exact.known.length)) return 0;
      const name = `${by} ${level} ${Math.floor((4 * groups.size) / exact.known.length)}`;
      const found = ends.get(name) ?? pooledQuantile(exact, by, level, share);
      ends.set(name, found);
      return found;
    },
    /** The cells that stand out among the rows that are known. */
    get listed() {
      return listed;
    },
    /** These rows are visible: they are computed, and no others. @param {Range} rows */
    look(rows) {
      const isSame = rows[0] === wanted[0] && rows[1] === wanted[1];
      if (isSame && (running > 0 || problem !== '')) return;
      // What failed elsewhere may succeed here.
      if (!isSame) problem = '';
      wanted = rows;
      run();
    },
    /** Rows wait while something more urgent is computed. @param {boolean} held */
    hold(held) {
      const wasHeld = isHeld;
      isHeld = held;
      if (wasHeld && info) run();
    },
    stop() {
      isStopped = true;
      changed();
    },
    /** Why something could not be computed or read; empty while nothing failed. */
    get problem() {
      return problem;
    },
    fail,
    /** Goes on after a stop, or after a failure. */
    go() {
      [isStopped, problem] = [false, ''];
      run();
      changed();
    },
    /** @returns {Reach & { stopped: boolean, rows: number }} */
    reach() {
      const mine = (info?.bytes ?? 0) * (1 + workers.length);
      const kept =
        4 * (exact.greatest.length + exact.sums.length + 2 * queries) + 12 * keys + exact.known.length;
      return {
        ...countKnownUnits(exact, ...wanted),
        running: running > 0,
        stopped: isStopped,
        problem,
        bytes: mine + kept,
        rows: countKnownUnits(exact, 0, queries).known,
      };
    },
    /** The measures: of all rows, or estimated from those that are known. */
    measures: () =>
      groups.size >= ENOUGH || groups.size === exact.known.length
        ? measuresOf([...groups.values()], exact.known.length)
        : measuresOf(first, queries),
    /**
     * How much of a tile is exact: a number that grows. Level 0 always is.
     *
     * @param {number} level
     * @param {Range} rows - of the level
     */
    exactness(level, [row, rows]) {
      if (level === 0) return 0;
      return countKnownUnits(exact, row * 2 ** level, rows * 2 ** level).known;
    },
    /**
     * A rectangle of a level: exact where its rows are known, else one cell for each pool, from the middle of
     * it.
     *
     * @param {Pooling} by
     * @param {number} level
     * @param {Range} rows
     * @param {Range} cols
     * @returns {Promise<Tile>}
     */
    async tile(by, level, rows, cols) {
      const [[row, tall], [col, wide]] = [rows, cols];
      const span = 2 ** level;
      const middle = (/** @type {number} */ from, /** @type {number} */ length, /** @type {number} */ all) =>
        Uint32Array.from({ length }, (_, at) => Math.min(all - 1, (from + at) * span + (span >> 1)));
      const height = Math.min(tall * span, queries - row * span);
      const { known, all } = countKnownUnits(exact, row * span, height);
      const isExact = level === 0 || known === all;
      if (level > 0 && level < base && isExact) {
        const width = Math.min(wide * span, keys - col * span);
        const found = /** @type {LargePools} */ (
          await call('pools', [row * span, height], [col * span, width], span)
        );
        const data = found.greatest.map((greatest, at) =>
          pooledValue(by, greatest, found.sums[at], {
            rows: Math.min(span, queries - (row + Math.floor(at / wide)) * span),
            keys: Math.min(span, keys - (col + (at % wide)) * span),
          }),
        );
        return { rows: tall, cols: wide, data };
      }
      /** @type {Float32Array} */
      let data;
      if (level > 0 && level >= base && isCovered(exact, level, rows))
        data = new Float32Array(tall * wide).fill(NaN);
      else {
        const sample = call('sample', middle(row, tall, queries), middle(col, wide, keys));
        // If nothing more can be read, the rows that are known are shown, and the others are missing.
        data = await sample.catch((error) => {
          if (level === 0 || level < base || known === 0) throw error;
          fail(error);
          return new Float32Array(tall * wide).fill(NaN);
        });
        if (by === 'mass' && level > 0) data = data.map((weight) => sampledValue(by, weight, span));
      }
      if (level >= base && level > 0) fillTile(exact, by, level, rows, cols, data);
      return { rows: tall, cols: wide, data };
    },
    /** @param {number} query @returns {Promise<Float32Array>} */
    row: (query) => call('row', query),
    end() {
      hasEnded = true;
      listeners.clear();
    },
  };
}

/** @typedef {ReturnType<typeof largeView>} LargeView */

/**
 * Which keys a query may attend to: every sink, and the keys near its position.
 *
 * @typedef {Pick<LargeInfo, 'offset' | 'before' | 'after'> & { sinks?: number }} LargeMask
 */

/**
 * The keys near its position that a query may attend to: the first, and the end. It begins with the sinks if
 * nothing is between them.
 *
 * @param {LargeMask} mask
 * @param {number} query
 * @param {number} keys
 */
export function reachOf({ offset, before, after, sinks = 0 }, query, keys) {
  const position = query + offset;
  const clamped = (/** @type {number} */ key) => Math.max(sinks, Math.min(keys, key));
  const from = before === null ? 0 : clamped(position - before);
  const to = after === null ? keys : clamped(position + after + 1);
  return from <= sinks ? [0, to] : [from, Math.max(from, to)];
}

/** Waits while the page is in the background. */
function whenVisible() {
  const { document } = globalThis;
  if (!document?.hidden) return Promise.resolve();
  return new Promise((seen) => {
    const look = () => {
      if (document.hidden) return;
      document.removeEventListener('visibilitychange', look);
      seen(undefined);
    };
    document.addEventListener('visibilitychange', look);
  });
}
