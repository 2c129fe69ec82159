/**
 * Weights of a large head in a file whose columns are contiguous, as in Fortran order. A row of such a file
 * is scattered over all of it. So rows are not read one by one: all columns are read in the order of the
 * file, and as many rows are kept as will be wanted next.
 */
import { using } from '../../../engine/handle.js';
import { cellsOf } from '../service/heads.js';
/** @import { HeadMap } from '../../../engine/maps.js' */
/** @import { Context, HeadOf } from '../service/heads.js' */
/** @import { Range } from '../types.js' */

/** The most numbers that are read at once. */
const BLOCK = 1 << 22;
/** The most numbers of rows that are kept: of units of rows, and of the rows around a single one. */
const KEPT = { units: 1 << 24, around: 1 << 22 };

/**
 * Rows in memory, row by row, and the place of each.
 *
 * @typedef {{ places: Map<number, number>, cells: Float32Array }} Rows
 */

/** Ends when the last request has read its columns. @type {Promise<unknown>} */
let lastTurn = Promise.resolve();

/**
 * @param {Context['engine']} engine
 * @param {{ queries: number, keys: number }} shape
 * @param {(of: HeadOf, rows: Range, cols: Range) => Promise<HeadMap>} read - reads a rectangle
 */
export function columnReader(engine, { queries, keys }, read) {
  const { rows: unitRows, order } = engine.rowUnits(queries);
  /** @type {Record<keyof typeof KEPT, Rows | null>} */
  const kept = { units: null, around: null };

  /** The rows of a unit and of the units that follow it in the order of requests. @param {number} unit */
  function unitsFrom(unit) {
    const at = order.indexOf(unit);
    const units = [...order.slice(at, at + Math.max(1, Math.floor(KEPT.units / keys / unitRows)))];
    return units.flatMap((each) => rangeOf(each * unitRows, Math.min(unitRows, queries - each * unitRows)));
  }

  /** The rows around one. @param {number} row */
  function rowsAround(row) {
    const length = Math.min(queries, Math.max(1, Math.floor(KEPT.around / keys)));
    return rangeOf(Math.max(0, Math.min(row - (length >> 1), queries - length)), length);
  }

  /**
   * Reads all columns in the order of the file, and keeps some rows. Requests take turns: if the file was
   * read for several of them at the same time, all would wait for the last one.
   *
   * @param {HeadOf} of @param {number[]} wanted @returns {Promise<Rows>}
   */
  function keep(of, wanted) {
    const found = lastTurn.then(() => readAll(of, wanted));
    lastTurn = found.catch(() => {});
    return found;
  }

  /** @param {HeadOf} of @param {number[]} wanted @returns {Promise<Rows>} */
  async function readAll(of, wanted) {
    const rows = wanted.toSorted((a, b) => a - b);
    const [first, height] = [rows[0], rows[rows.length - 1] - rows[0] + 1];
    const runs = runsOf(rows);
    const cells = new Float32Array(rows.length * keys);
    const width = Math.max(1, Math.floor(BLOCK / height));
    for (let col = 0; col < keys; col += width) {
      await of.task.yieldToOthers();
      of.task.report(col / keys, undefined, 'block');
      const cols = Math.min(width, keys - col);
      await using(await read(of, [first, height], [col, cols]), (map) => {
        for (const { at, row, length } of runs) {
          const found = map.cells([row - first, length], [0, cols]);
          for (let line = 0; line < length; line += 1)
            cells.set(found.subarray(line * cols, (line + 1) * cols), (at + line) * keys + col);
        }
      });
    }
    return { places: new Map(rows.map((row, at) => [row, at])), cells };
  }

  return {
    /** Rows, (rows, keys). @param {HeadOf} of @param {Uint32Array} rows - ascending */
    async rows(of, rows) {
      const isUnit =
        rows.length > 1 && rows[0] % unitRows === 0 && rows[rows.length - 1] < rows[0] + unitRows;
      /** @type {Rows | null | undefined} */
      let found = Object.values(kept).find((each) => each && rows.every((row) => each.places.has(row)));
      if (isUnit) found ??= kept.units = await keep(of, unitsFrom(rows[0] / unitRows));
      else if (rows.length === 1) found ??= kept.around = await keep(of, rowsAround(rows[0]));
      else found ??= await keep(of, [...rows]);
      const { places, cells } = found;
      const out = new Float32Array(rows.length * keys);
      for (const [at, row] of rows.entries()) {
        const place = /** @type {number} */ (places.get(row));
        out.set(cells.subarray(place * keys, (place + 1) * keys), at * keys);
      }
      return out;
    },
    /**
     * The weights at each row and column.
     *
     * @param {HeadOf} of @param {Uint32Array} rows @param {Uint32Array} columns
     */
    async sample(of, rows, columns) {
      const first = rows[0];
      const height = rows[rows.length - 1] - first + 1;
      const cells = new Float32Array(rows.length * columns.length);
      for (const [at, column] of columns.entries()) {
        await of.task.yieldToOthers();
        await using(await read(of, [first, height], [column, 1]), (map) => {
          const found = cellsOf(map);
          for (const [place, row] of rows.entries()) cells[place * columns.length + at] = found[row - first];
        });
      }
      return cells;
    },
  };
}

/** @param {number} first @param {number} length */
const rangeOf = (first, length) => Array.from({ length }, (_, at) => first + at);

/**
 * Runs of consecutive rows; `at` is the place of the first one.
 *
 * @param {number[]} rows - ascending
 */
function runsOf(rows) {
  /** @type {{ at: number, row: number, length: number }[]} */
  const runs = [];
  for (const [at, row] of rows.entries()) {
    const last = runs[runs.length - 1];
    if (last && last.row + last.length === row) last.length += 1;
    else runs.push({ at, row, length: 1 });
  }
  return runs;
}
