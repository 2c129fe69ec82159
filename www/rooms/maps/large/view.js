/**
 * A large head in the page: it requests the missing visible rows from Workers, and adds them to what is
 * known of the head. The first Worker answers requests for tiles and single rows; the others compute rows.
 * Results are kept if a Worker ends.
 */
import { messageOf } from '../../../engine/instance.js';
import { LargeHead, MaskRanges, rowUnits } from '../../../engine/maps.js';
import { cancelled } from '../service/errors.js';
/** @import { Range, Tile } from '../types.js' */
/** @import { AttentionRule } from '../../../engine/maps.js' */
/** @import { LargeInfo, LargePools, LargeRows } from '../../../engine/kernels-large.js' */
/** @import { LargePooling } from '../../../engine/maps.js' */
/** @import { LargeMethod } from './source.js' */

/** The most pools of a row, and the most cached parts of a level, which take 4 MB each. */
const [MOST_POOLS, MOST_LINES] = [4096, 12];

/**
 * Calls a method of a Worker.
 *
 * @typedef {(method: LargeMethod, ...args: unknown[]) => Promise<any>} LargeCall
 */

/**
 * @param {{ queries: number, keys: number }} shape
 * @param {AttentionRule | null} rule - how the weights are computed; null if they are read
 * @param {LargeCall} call - calls the Worker for tiles and single rows
 * @param {(bytes: number) => LargeCall[]} startWorkers - starts the Workers for rows, each of which needs this memory
 */
export function largeView({ queries, keys }, rule, call, startWorkers) {
  const head = new LargeHead(queries, keys);
  const sinks = Number(rule?.sink !== undefined);
  /** The keys of each query, if the rule has a mask expression. */
  const mask = rule?.mask ? new MaskRanges(rule, queries, keys - sinks) : null;
  const { levels, base, ...sample } = head.shape();
  const { rows: unit } = rowUnits(queries);
  /** @type {(LargeInfo & { isByColumn?: boolean }) | null} */
  let info = null;
  /** @type {LargeCall[]} */
  let workers = [];
  /**
   * The largest weights of rows over pools of keys, the least recently used first.
   *
   * @type {Map<string, Promise<Float32Array>>}
   */
  const lines = new Map();
  /** The number of Workers that compute rows. */
  let running = 0;
  /** The visible rows. @type {Range} */
  let visible = [0, queries];
  let [isPaused, isStopped, hasEnded, problem] = [false, false, false, ''];
  /** Called after each change. @type {Set<() => void>} */
  const listeners = new Set();
  /** What was read of the head since the last change. @type {Map<string, unknown>} */
  let known = new Map();
  /** The same of before, for a head that has ended. @type {Map<string, unknown>} */
  let last = known;

  function changed() {
    if (head.isAlive) [last, known] = [new Map([...last, ...known]), new Map()];
    listeners.forEach((listener) => listener());
  }

  /**
   * Reads something of the head, once after each change. If the head has ended, or was lost with its
   * program, it is what was read last.
   *
   * @template T @param {string} what @param {() => T} read @returns {T}
   */
  function readOnce(what, read) {
    if (!known.has(what)) known.set(what, head.isAlive ? read() : last.get(what));
    return /** @type {T} */ (known.get(what));
  }
  const margins = () => readOnce('margins', () => head.margins());
  const range = () => readOnce('range', () => head.range());
  const listed = () => readOnce('listed', () => head.outstanding());
  const colors = () => readOnce('colors', () => head.colors());
  const measures = () => readOnce('measures', () => head.measures());
  const progress = (/** @type {Range} */ rows) => readOnce(`${rows}`, () => head.progress(rows)) ?? [0, 0];

  function reach() {
    const [some, all] = progress(visible);
    const own = readOnce('bytes', () => head.bytes()) ?? 0;
    return {
      known: some,
      all,
      running: running > 0,
      stopped: isStopped,
      problem,
      bytes: (info?.bytes ?? 0) * new Set([call, ...workers]).size + own,
      rows: Math.min(queries, progress([0, queries])[0] * unit),
    };
  }

  /** Reads all that the page shows, which it may still show when the head has ended. */
  function remember() {
    for (const read of [margins, range, listed, colors, measures, reach]) read();
    changed();
  }

  /** Sets the numbers of keys of queries, of which a sink is one. @param {Uint32Array} queries */
  function count(queries) {
    if (mask)
      head.setKeyCounts(
        queries,
        mask.keyCounts(queries).map((keys) => keys + sinks),
      );
  }

  /** The ranges of columns that queries may attend to. @param {Uint32Array} all */
  function rangesOf(all) {
    if (!mask?.isAlive) return { counts: new Uint32Array(all.length), bounds: new Uint32Array() };
    const { counts, bounds } = mask.ranges(all);
    return { counts, bounds: bounds.map((key) => key + sinks) };
  }

  /** Opens the head and samples it, so that it can be drawn. */
  async function open() {
    info = /** @type {LargeInfo} */ (await call('info'));
    const rows = /** @type {LargeRows} */ (await call('rows', sample.sample, 1, keys));
    const weights = await call('sample', sample.colorRows, sample.colorColumns);
    if (hasEnded) throw cancelled('Another head was opened in the meantime.');
    const { offset, before, after, sinks } = info;
    count(sample.sample);
    head.open({ offset, before, after, sinks }, rows.figures, weights);
    remember();
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
        const next = isStopped || isPaused || hasEnded ? null : head.takeUnit(visible);
        if (!next) break;
        const { index, start, length, side } = next;
        try {
          const rows = Uint32Array.from({ length }, (_, at) => start + at);
          const found = /** @type {LargeRows} */ (await worker('rows', rows, side, side));
          if (hasEnded) return;
          count(rows);
          head.addUnit(index, found);
          // The first Worker needs the log-sum-exps to compute single cells.
          if (found.logSumExps.length > 0) call('setLogSumExps', start, found.logSumExps).catch(() => {});
          changed();
        } catch (error) {
          if (head.isAlive) head.giveBack(index);
          throw error;
        }
      }
    } catch (error) {
      if (!hasEnded) problem = messageOf(error);
    } finally {
      running -= 1;
      changed();
    }
  }

  /**
   * Whether a pool whose rows are not known shows the largest weight of one row, so that a thin line stays
   * visible. A weight needs the scores of its whole row, so this costs as much as a single cell. Of a file
   * whose columns are contiguous, single cells are read.
   *
   * @param {number} level
   */
  function showsRows(level) {
    return level > 0 && keys / 2 ** level <= MOST_POOLS && !info?.isByColumn;
  }

  /**
   * The largest weights of rows over the keys of each pool of a level.
   *
   * @param {number} level @param {Uint32Array} rows @param {Range} cols - of the level
   */
  async function linesOf(level, rows, [first, length]) {
    const side = 2 ** level;
    const name = `${level} ${rows[0]} ${rows.length}`;
    const pending = lines.get(name) ?? call('rows', rows, 1, side).then(({ greatest }) => greatest);
    lines.delete(name);
    lines.set(name, pending);
    if (lines.size > MOST_LINES) lines.delete([...lines.keys()][0]);
    pending.catch(() => lines.delete(name));
    const greatest = /** @type {Float32Array} */ (await pending);
    const wide = Math.ceil(keys / side);
    const found = new Float32Array(rows.length * length);
    for (let row = 0; row < rows.length; row += 1)
      found.set(greatest.subarray(row * wide + first, row * wide + first + length), row * length);
    return found;
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
    if (isStopped || isPaused || !head.isAlive || !head.hasUnit(visible)) return;
    problem = '';
    if (workers.length === 0) workers = startWorkers(info?.bytes ?? 0);
    for (let at = running; at < workers.length; at += 1) void computeRows(workers[at]);
  }

  return {
    base,
    levels,
    listeners,
    open,
    get info() {
      return /** @type {LargeInfo & { isByColumn?: boolean }} */ (info);
    },
    get quantiles() {
      return colors().quantiles;
    },
    /** The entropies of the first sample, for colors that do not change while rows are computed. */
    get entropies() {
      return colors().entropies;
    },
    get range() {
      return range();
    },
    /** The figures for each query and each key. */
    get margins() {
      return margins();
    },
    /** The outstanding cells of the known rows. */
    get listed() {
      return listed();
    },
    /** Whether the head was lost with the program that had it. */
    get isLost() {
      return !hasEnded && !head.isAlive;
    },
    /** The mask; null if every query may attend to all keys. */
    get mask() {
      if (info && mask) return { sinks: info.sinks, reached: this.reached, ranges: rangesOf };
      if (!info || (info.before === null && info.after === null)) return null;
      return { sinks: info.sinks, reached: this.reached };
    },
    /**
     * For each query, the first key and the end of the keys near its position that it may attend to.
     *
     * @param {Uint32Array} all
     */
    reached: (all) => (head.isAlive ? head.reached(all) : new Uint32Array(2 * all.length)),
    /**
     * The quantile of the pools of a level where the color scale ends; 0 for single cells, and while too few
     * rows are known.
     *
     * @param {LargePooling} by @param {number} level @param {number} share
     */
    colorEnd: (by, level, share) =>
      readOnce(`${by} ${level} ${share}`, () => head.colorEnd(by, level, share)) ?? 0,
    showsRows,
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
     * the head in bytes, and the number of known rows. `problem` is the last error, or empty.
     */
    reach,
    /** The measures of the whole head, with their standard errors. */
    measures,
    /** The number of rows of the sample. */
    sampled: sample.sample.length,
    /**
     * A number that grows when more of a tile becomes exact. Level 0 is always exact.
     *
     * @param {number} level
     * @param {Range} rows - of the level
     */
    exactness: (level, [row, rows]) => (level === 0 ? 0 : progress([row * 2 ** level, rows * 2 ** level])[0]),
    /**
     * A tile of a level. A pool is exact if its rows are known. Otherwise it is the largest weight of its
     * middle row, if largest weights are wanted and rows are read at once; else the cell in its middle.
     *
     * @param {LargePooling} by
     * @param {number} level
     * @param {Range} rows
     * @param {Range} cols
     * @returns {Promise<Tile>}
     */
    async tile(by, level, rows, cols) {
      const { sample: cells, pools } = head.plan(level, rows, cols);
      /** @type {{ weights: Float32Array | null, sums: Float32Array | null }} */
      const found = { weights: null, sums: null };
      if (pools) {
        const { greatest, sums } = /** @type {LargePools} */ (
          await call('pools', pools.rows, pools.columns, pools.side)
        );
        Object.assign(found, { weights: greatest, sums });
      } else if (cells) {
        const isOfRows = by === 'max' && showsRows(level);
        const sampled = isOfRows
          ? linesOf(level, cells.rows, cols)
          : call('sample', cells.rows, cells.columns);
        found.weights = await sampled.catch((/** @type {unknown} */ error) => {
          // If the file cannot be read any more, the known rows are shown.
          const isKnown =
            level > 0 && level >= base && progress([rows[0] * 2 ** level, rows[1] * 2 ** level])[0] > 0;
          if (!isKnown) throw error;
          fail(error);
          return null;
        });
      }
      if (hasEnded) throw cancelled('Another head was opened in the meantime.');
      return { rows: rows[1], cols: cols[1], data: head.tile(by, level, rows, cols, found) };
    },
    /** @param {number} query @returns {Promise<Float32Array>} */
    row: (query) => call('row', query),
    end() {
      listeners.clear();
      if (info) remember();
      hasEnded = true;
      head.free();
      mask?.free();
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
