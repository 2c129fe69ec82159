/** The picks of a large head, read row by row, in the Worker: all of them do not fit into memory. */
import { matrixOf, rowsOf } from '../service/heads.js';
import { using } from '../../../engine/handle.js';
import { fromText, picksOf } from './read.js';
/** @import { AttentionRule, Columns, PickedRanges } from '../../../engine/maps.js' */
/** @import { HeadOf } from '../service/heads.js' */
/** @import { LargeInfo } from '../../../engine/kernels-large.js' */

/**
 * Keys of some rows: their number in each row, and their ranges of a part of the rows.
 *
 * @typedef {{
 *   keyCounts: Uint32Array,
 *   ranges: (start: number, end: number) => { counts: Uint32Array, bounds: Uint32Array },
 * }} KeysOfRows
 */

/** @typedef {KeysOfRows & { seen: KeysOfRows }} PickedOfRows - `seen`: the keys that could have been picked */

/** @typedef {PickedRanges & { readonly isAlive: boolean }} Alive */

/**
 * Reads which keys some rows picked and see.
 *
 * @typedef {object} PickedReader
 * @property {(of: HeadOf, rows: Uint32Array) => Promise<PickedOfRows>} ofRows
 * @property {(of: HeadOf, rows: Uint32Array, columns: Columns) => Promise<Float32Array>} picture - of rows that
 *   follow each other
 * @property {() => void} free
 */

/** @param {HeadOf} head @param {AttentionRule} rule @returns {Promise<PickedReader>} */
export async function pickedRows(head, rule) {
  const { names, block, first } = await picksOf(head);
  const { reading } = head;
  const keys = reading.keys - Number(Boolean(reading.sinks));
  const of = { queries: reading.queries, keys, block, ...names };
  /** The rows of the last picture, which stay while the reader moves along the keys. */
  let last = /** @type {{ start: number, count: number, ranges: Alive } | null} */ (null);

  /** @param {HeadOf} own @param {Uint32Array} rows */
  async function rangesOf(own, rows) {
    own.task.step({ pairs: rows.length * keys });
    const found = (await rowsOf(own, 'selected', rows)) ?? (await matrixOf(own, 'selected'));
    return using(found, (map) =>
      fromText(own, map, { first, block }, (picks) => own.engine.pickedRanges(picks, rows, rule, of)),
    );
  }

  function free() {
    last?.ranges.free();
    last = null;
  }

  return {
    free,
    ofRows: async (own, rows) =>
      using(await rangesOf(own, rows), (found) => ({
        ...countedRanges(found.ranges()),
        seen: countedRanges(found.seen()),
      })),
    async picture(own, rows, columns) {
      const isSame = last?.start === rows[0] && last.count === rows.length && last.ranges.isAlive;
      if (!isSame || !last) {
        const ranges = await rangesOf(own, rows);
        free();
        last = { start: rows[0], count: rows.length, ranges: /** @type {Alive} */ (ranges) };
      }
      return last.ranges.picture(columns);
    },
  };
}

/** @param {{ counts: Uint32Array, bounds: Uint32Array }} found @returns {KeysOfRows} */
function countedRanges({ counts, bounds }) {
  const starts = new Uint32Array(counts.length + 1);
  const keyCounts = new Uint32Array(counts.length);
  counts.forEach((count, row) => {
    starts[row + 1] = starts[row] + count;
    for (let at = starts[row]; at < starts[row + 1]; at += 1)
      keyCounts[row] += bounds[2 * at + 1] - bounds[2 * at];
  });
  return {
    keyCounts,
    ranges: (start, end) => ({
      counts: counts.subarray(start, end),
      bounds: bounds.subarray(2 * starts[start], 2 * starts[end]),
    }),
  };
}

/**
 * Sets the weights to 0 of keys that their query could see and did not pick: the softmax leaves them out, and
 * they are not masked.
 *
 * @param {Float32Array} cells - (rows, columns), or pools of them, which are changed
 * @param {LargeInfo} info
 * @param {Uint32Array} rows
 * @param {KeysOfRows} seen - the keys that the rows could see
 * @param {Cols} cols
 * @param {number} [group] - the number of rows of a pool
 */
export function unpicked(cells, info, rows, seen, { width, of }, group = 1) {
  const missing = new Set(info.missingKeys);
  const { sinks } = info;
  rows.forEach((query, row) => {
    if (info.missingQueries.includes(query)) return;
    const line = cells.subarray(Math.floor(row / group) * width);
    const bounds = seen.ranges(row, row + 1).bounds.map((key) => key + sinks);
    const all = sinks > 0 ? [0, sinks, ...bounds] : bounds;
    for (let at = 0, next = 0; at < width; at += 1) {
      const [start, end] = of(at);
      while (next < all.length && all[next + 1] <= start) next += 2;
      if (next === all.length) break;
      const isMissing = end - start === 1 && missing.has(start);
      if (Number.isNaN(line[at]) && all[next] < end && !isMissing) line[at] = 0;
    }
  });
  return cells;
}

/**
 * The columns of cells: their number, and the first column and the end of each, in ascending order.
 *
 * @typedef {{ width: number, of: (at: number) => [start: number, end: number] }} Cols
 */

/** Single columns. @param {ArrayLike<number>} columns @returns {Cols} */
export const single = (columns) => ({
  width: columns.length,
  of: (at) => [columns[at], columns[at] + 1],
});

/**
 * Pools of columns.
 *
 * @param {number} first @param {number} length @param {number} side @returns {Cols}
 */
export const pooledCols = (first, length, side) => ({
  width: Math.ceil(length / side),
  of: (at) => [first + at * side, first + Math.min(length, (at + 1) * side)],
});
