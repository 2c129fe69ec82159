/** The picks of a large head, read row by row, in the Worker: all of them do not fit into memory. */
import { matrixOf, rowsOf } from '../service/heads.js';
import { using } from '../../../engine/handle.js';
import { layerName } from '../source-name.js';
import { fromText, picksOf } from './read.js';
/** @import { AttentionRule, Columns, PickedRanges } from '../../../engine/maps.js' */
/** @import { Context } from '../service/heads.js' */
/** @import { Reading } from '../types.js' */
/** @import { LargeInfo } from '../../../engine/kernels-large.js' */

/**
 * The picked keys that some rows see: their number in each row, and the ranges of a part of the rows.
 *
 * @typedef {{
 *   keyCounts: Uint32Array,
 *   ranges: (start: number, end: number) => { counts: Uint32Array, bounds: Uint32Array },
 * }} PickedOfRows
 */

/** @typedef {PickedRanges & { readonly isAlive: boolean }} Alive */

/**
 * Reads which keys some rows picked and see.
 *
 * @typedef {object} PickedReader
 * @property {(context: Context, rows: Uint32Array) => Promise<PickedOfRows>} ofRows
 * @property {(context: Context, rows: Uint32Array, columns: Columns) => Promise<Float32Array>} picture - of rows that
 *   follow each other
 * @property {() => void} free
 */

/**
 * @param {Context} context @param {Reading} reading @param {number} layer @param {number} head
 * @param {AttentionRule} rule
 * @returns {Promise<PickedReader>}
 */
export async function pickedRows(context, reading, layer, head, rule) {
  const { parts, wanted, group, block, first } = await picksOf(context, reading, layer, head);
  const { queries } = reading;
  const keys = reading.keys - Number(Boolean(reading.sinks));
  const of = { queries, keys, block, layer: layerName(reading, layer), group };
  /** The rows of the last picture, which stay while the reader moves along the keys. */
  let last = /** @type {{ start: number, count: number, ranges: Alive } | null} */ (null);

  /** @param {Context} own @param {Uint32Array} rows */
  async function rangesOf(own, rows) {
    own.task.step({ pairs: rows.length * keys });
    const found = (await rowsOf(own, parts, wanted, rows)) ?? (await matrixOf(own, parts, wanted));
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
    ofRows: async (own, rows) => using(await rangesOf(own, rows), (ranges) => countedRanges(ranges.ranges())),
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

/** @param {{ counts: Uint32Array, bounds: Uint32Array }} found @returns {PickedOfRows} */
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
 * The first column and the end of the columns that a query could see by its position; a sink is one of them.
 *
 * @param {LargeInfo} info @param {number} query
 */
function seenBy({ keys, offset, before, after, sinks }, query) {
  const position = query + offset;
  const start = before === null ? 0 : Math.max(sinks, position - before);
  return [start, Math.max(sinks, after === null ? keys : Math.min(keys, position + after + 1))];
}

/**
 * Sets the weights to 0 of keys that their query could see and did not pick: the softmax leaves them out, and
 * they are not masked.
 *
 * @param {Float32Array} cells - (rows, columns), which are changed
 * @param {LargeInfo} info
 * @param {Uint32Array} rows
 * @param {Uint32Array | null} columns - null for all
 */
export function unpicked(cells, info, rows, columns) {
  const missing = new Set(info.missingKeys);
  const width = columns?.length ?? info.keys;
  rows.forEach((query, row) => {
    if (info.missingQueries.includes(query)) return;
    const [start, end] = seenBy(info, query);
    for (let at = 0; at < width; at += 1) {
      const column = columns ? columns[at] : at;
      const isUnpicked = Number.isNaN(cells[row * width + at]) && column >= start && column < end;
      if (isUnpicked && !missing.has(column)) cells[row * width + at] = 0;
    }
  });
  return cells;
}

/**
 * The same for pools of rows and columns, of which no key was picked.
 *
 * @param {Float32Array} pools - changed
 * @param {LargeInfo} info
 * @param {ArrayLike<number>} rows
 * @param {[start: number, length: number]} cols
 * @param {[group: number, side: number]} cell
 */
export function unpickedPools(pools, info, rows, [first, length], [group, side]) {
  const wide = Math.ceil(length / side);
  for (let at = 0; at < rows.length; at += 1) {
    const [start, end] = seenBy(info, rows[at]);
    const line = Math.floor(at / group) * wide;
    for (let col = 0; col < wide; col += 1) {
      const [from, to] = [first + col * side, first + Math.min(length, (col + 1) * side)];
      if (Number.isNaN(pools[line + col]) && from < end && to > start) pools[line + col] = 0;
    }
  }
  return pools;
}
