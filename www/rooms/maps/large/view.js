/**
 * A large head in the page: it keeps the results of computed rows, and requests the missing visible rows from
 * Workers. The first Worker answers requests for tiles and single rows; the others compute rows. Results are
 * kept if a Worker ends.
 */
import { messageOf } from '../../../engine/instance.js';
import { estimatedMeasures, measuresOf, outstanding, quantilesOf, sumsOf, figure } from './row-figures.js';
import {
  fillTile,
  isCovered,
  countKnownUnits,
  pooledQuantile,
  pooledValue,
  pyramid,
  addUnit,
  unitsOf,
} from './pyramid.js';
import { sampleRows, STRATA } from './sample-rows.js';
import { baseOf, evenly, reachOf, spreadOrder, UNIT } from './shape.js';
/** @import { MeasureName, Tile } from '../types.js' */
/** @import { LargeInfo, LargePools, LargeRows } from '../../../engine/kernels-large.js' */
/** @import { Measured, Outstanding, Sums } from './row-figures.js' */
/** @import { Pooling } from './pyramid.js' */
/** @import { Range } from './source.js' */
/** @import { LargeMethod } from './open-head.js' */

/** The columns of the first sample, of which colors come until enough rows are known. */
const ACROSS = 512;
/** The number of units from which colors are estimated instead. */
const ENOUGH = 16;

/**
 * Calls a method of a Worker.
 *
 * @typedef {(method: LargeMethod, ...args: unknown[]) => Promise<any>} LargeCall
 */

/**
 * @param {{ queries: number, keys: number }} shape
 * @param {LargeCall} call - calls the Worker for tiles and single rows
 * @param {(bytes: number) => LargeCall[]} startWorkers - starts the Workers for rows, each of which needs
 *   this memory
 */
export function largeView({ queries, keys }, call, startWorkers) {
  const base = baseOf(queries, keys);
  const exact = pyramid(queries, keys, base);
  const order = spreadOrder(exact.known.length);
  /** The measures of known units. @type {Map<number, Sums>} */
  const groups = new Map();
  const keySums = new Float64Array(keys);
  const margins = {
    queryEntropy: new Float32Array(queries).fill(NaN),
    querySum: new Float32Array(queries).fill(NaN),
    keyMean: new Float32Array(keys),
  };
  /** A sample of the rows of the whole head. */
  const sample = sampleRows(queries);
  /** The measures, estimated from the sample. @type {Partial<Record<MeasureName, Measured>>} */
  let estimated = {};
  /** The entropies of the first sample. @type {Float32Array} */
  let entropies = new Float32Array();
  let quantiles = new Float32Array();
  let range = { least: 0, greatest: 0 };
  /** The number of known rows that have weights. */
  let weighted = 0;
  /** @type {LargeInfo | null} */
  let info = null;
  /** @type {Outstanding[]} */
  let listed = [];
  /** @type {LargeCall[]} */
  let workers = [];
  /** The number of Workers that compute rows. */
  let running = 0;
  /** Units that a Worker computes now. @type {Set<number>} */
  const pending = new Set();
  /** The visible rows. @type {Range} */
  let visible = [0, queries];
  let [isPaused, isStopped, hasEnded, problem] = [false, false, false, ''];
  /**
   * A cache of color ends. They are computed again after each quarter of the units.
   *
   * @type {Map<string, number>}
   */
  const colorEnds = new Map();
  /** Called after each change. @type {Set<() => void>} */
  const listeners = new Set();
  const changed = () => listeners.forEach((listener) => listener());

  /** The number of keys that a query may attend to, at least 1. @param {number} query */
  function keyCount(query) {
    const mask = info ?? { offset: 0, before: null, after: null, sinks: 0 };
    const [from, to] = reachOf(mask, query, keys);
    return Math.max(1, to - from + (from > 0 ? mask.sinks : 0));
  }

  /** @param {ArrayLike<number>} rows @param {Float32Array} figures */
  function addFigures(rows, figures) {
    listed = outstanding(listed, figures, rows, keyCount);
    let { greatest } = range;
    for (let at = 0; at < rows.length; at += 1) {
      margins.queryEntropy[rows[at]] = figure(figures, at, 'entropy');
      margins.querySum[rows[at]] = figure(figures, at, 'sum');
      const most = figure(figures, at, 'greatest');
      if (most > greatest) greatest = most;
    }
    range = { least: range.least, greatest };
  }

  /** Opens the head and samples it, so that it can be drawn. */
  async function open() {
    info = /** @type {LargeInfo} */ (await call('info'));
    const { rows, sizes } = sample;
    const even = rows.subarray(-STRATA);
    const found = /** @type {LargeRows} */ (await call('rows', rows, 1, keys));
    quantiles = quantilesOf(await call('sample', even, evenly(ACROSS, keys)));
    range = { least: Math.min(0, quantiles[0] ?? 0), greatest: 0 };
    addFigures(rows, found.figures);
    entropies = Float32Array.from(even, (row) => margins.queryEntropy[row]).filter((each) => each === each);
    estimated = estimatedMeasures(found.figures, sizes);
  }

  /** The next missing unit of the visible rows. */
  function nextUnit() {
    const [from, to] = unitsOf(...visible, exact);
    return order.find((unit) => unit >= from && unit < to && !exact.known[unit] && !pending.has(unit));
  }

  /**
   * Computes rows in a Worker until no visible row is missing, or it is stopped.
   *
   * @param {LargeCall} worker
   */
  async function computeRows(worker) {
    running += 1;
    try {
      for (;;) {
        // A tab in the background does not use the CPU.
        await whenVisible();
        const unit = isStopped || isPaused || hasEnded ? undefined : nextUnit();
        if (unit === undefined) break;
        pending.add(unit);
        try {
          const start = unit * UNIT;
          const rows = Uint32Array.from({ length: Math.min(UNIT, queries - start) }, (_, at) => start + at);
          const found = /** @type {LargeRows} */ (await worker('rows', rows, 2 ** base, 2 ** base));
          if (hasEnded) return;
          addRows(unit, rows, found);
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
  function addRows(unit, rows, found) {
    addUnit(exact, unit, found);
    groups.set(unit, sumsOf(found.figures));
    addFigures(rows, found.figures);
    for (const row of rows) if (!Number.isNaN(margins.queryEntropy[row])) weighted += 1;
    for (let key = 0; key < keys; key += 1) {
      keySums[key] += found.keySums[key];
      margins.keyMean[key] = weighted > 0 ? keySums[key] / weighted : NaN;
    }
    // The first Worker needs the log-sum-exps to compute single cells.
    if (found.logSumExps.length > 0) call('setLogSumExps', rows[0], found.logSumExps).catch(() => {});
    changed();
  }

  /**
   * Stops all requests until the reader continues, because a part cannot be computed or read.
   *
   * @param {unknown} error
   */
  function fail(error) {
    problem = messageOf(error);
    changed();
  }

  /** Lets all Workers compute rows. */
  function run() {
    if (isStopped || isPaused || hasEnded || nextUnit() === undefined) return;
    problem = '';
    if (workers.length === 0) workers = startWorkers(info?.bytes ?? 0);
    for (let at = running; at < workers.length; at += 1) void computeRows(workers[at]);
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
    /** The entropies of the first sample, for colors that do not change while rows are computed. */
    get entropies() {
      return entropies;
    },
    /**
     * The quantile of the pools of a level where the color scale ends; 0 for single cells, and while too few
     * rows are known.
     *
     * @param {Pooling} by
     * @param {number} level
     * @param {number} share
     */
    colorEnd(by, level, share) {
      if (level === 0 || groups.size < Math.min(ENOUGH, exact.known.length)) return 0;
      const key = `${by} ${level} ${Math.floor((4 * groups.size) / exact.known.length)}`;
      const end = colorEnds.get(key) ?? pooledQuantile(exact, by, level, share);
      colorEnds.set(key, end);
      return end;
    },
    /** The outstanding cells of the known rows. */
    get listed() {
      return listed;
    },
    /** Sets the visible rows. Only these are computed. @param {Range} rows */
    look(rows) {
      const isSame = rows[0] === visible[0] && rows[1] === visible[1];
      if (isSame && (running > 0 || problem !== '')) return;
      // Other rows may succeed.
      if (!isSame) problem = '';
      visible = rows;
      run();
    },
    /** Pauses the computation of rows while something more urgent is computed. @param {boolean} paused */
    pause(paused) {
      const wasPaused = isPaused;
      isPaused = paused;
      if (wasPaused && info) run();
    },
    stop() {
      isStopped = true;
      changed();
    },
    /** The last error; empty without one. */
    get problem() {
      return problem;
    },
    fail,
    /** Continues after a stop or an error. */
    go() {
      [isStopped, problem] = [false, ''];
      run();
      changed();
    },
    /**
     * The progress: the known and all units of the visible rows, the state of the computation, the memory of
     * the head in bytes, and the known units of all rows. `problem` is the last error, or empty.
     */
    reach: () => ({
      ...countKnownUnits(exact, ...visible),
      running: running > 0,
      stopped: isStopped,
      problem,
      bytes:
        (info?.bytes ?? 0) * new Set([call, ...workers]).size +
        4 * (exact.greatest.length + exact.sums.length + 2 * queries) +
        12 * keys +
        exact.known.length,
      rows: countKnownUnits(exact, 0, queries).known,
    }),
    /**
     * The measures of the whole head. Until all rows are known, they are estimated from the sample: computed
     * rows are not a random sample, because only visible ones are computed.
     */
    measures: () => (groups.size === exact.known.length ? measuresOf([...groups.values()]) : estimated),
    /** The number of rows of the sample. */
    sampled: sample.rows.length,
    /**
     * A number that grows when more of a tile becomes exact. Level 0 is always exact.
     *
     * @param {number} level
     * @param {Range} rows - of the level
     */
    exactness(level, [row, rows]) {
      if (level === 0) return 0;
      return countKnownUnits(exact, row * 2 ** level, rows * 2 ** level).known;
    },
    /**
     * A tile of a level. A pool is exact if its rows are known; otherwise it is one cell from its middle.
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
        // The pyramid begins above this level, so the pools are computed now.
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
      const inPyramid = level > 0 && level >= base;
      let data = new Float32Array(tall * wide).fill(NaN);
      if (!inPyramid || !isCovered(exact, level, rows)) {
        const sample = call('sample', middle(row, tall, queries), middle(col, wide, keys));
        // If the file cannot be read any more, the known rows are shown.
        data = await sample.catch((error) => {
          if (!inPyramid || known === 0) throw error;
          fail(error);
          return data;
        });
        // A cell stands for its pool, whose mass is that of `span` keys.
        if (by === 'mass' && level > 0) data = data.map((weight) => weight * span);
      }
      if (inPyramid) fillTile(exact, by, level, rows, cols, data);
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
