/**
 * What is looked at of a map, and the map at every size, in the most obvious way.
 */
import { range } from '../maps-plain-service.js';
/** @import { MapInfo } from '../../rooms/maps/types.js' */
/** @import { Plain } from '../maps-plain-service.js' */

/**
 * @param {Plain} map
 * @param {{ perRow: boolean, leaveOut: number, minus: Plain | null, reach: number[] | null }} how
 */
export function viewOf({ rows, cols, data }, { perRow, leaveOut, minus, reach }) {
  const there = (/** @type {number} */ row, /** @type {number} */ col) =>
    col >= leaveOut && (!reach || col < reach[row]);
  const seen = data.map((cell, at) =>
    there(Math.floor(at / cols), at % cols) ? cell - (minus ? minus.data[at] : 0) : NaN,
  );
  // What stands beside the map is of the weights, also where rows are divided.
  const weights = seen.slice();
  if (perRow) {
    for (const row of range(rows)) {
      const cells = seen.subarray(row * cols, (row + 1) * cols);
      const most = Math.max(
        0,
        ...[...cells].filter(Number.isFinite).map((cell) => (minus ? Math.abs(cell) : cell)),
      );
      if (most > 0)
        cells.forEach((cell, col) => {
          cells[col] = cell / most;
        });
    }
  }
  const values = seen.filter(Number.isFinite).sort();
  const shown = (/** @type {number} */ query) =>
    [...weights.slice(query * cols, (query + 1) * cols)].filter((_, col) => there(query, col));
  const row = (/** @type {number} */ query) => shown(query).filter((cell) => !Number.isNaN(cell));
  const holds = (/** @type {number} */ query) =>
    shown(query).every((cell) => Number.isFinite(cell) && (minus !== null || cell >= 0));
  const held = range(rows).map(holds);
  const sum = (/** @type {number[]} */ terms) => terms.reduce((total, term) => total + term, 0);
  /** @type {Omit<MapInfo, 'id' | 'levels'>} */
  const info = {
    queries: rows,
    keys: cols,
    range: values.length === 0 ? null : { least: values[0], greatest: values[values.length - 1] },
    quantiles:
      values.length === 0
        ? new Float32Array(0)
        : Float32Array.from(range(257), (place) => values[Math.round((place / 256) * (values.length - 1))]),
    queryEntropy: Float32Array.from(range(rows), (query) => {
      const cells = row(query);
      if (!held[query]) return NaN;
      return minus
        ? sum(cells.map(Math.abs))
        : -sum(cells.map((cell) => (cell === 0 ? 0 : cell * Math.log(cell))));
    }),
    querySum: Float32Array.from(range(rows), (query) => sum(row(query))),
    keyMean: Float32Array.from(range(cols), (key) => {
      const cells = range(rows)
        .filter((query) => held[query] && there(query, key))
        .map((query) => weights[query * cols + key]);
      return cells.length === 0 ? NaN : sum(cells) / cells.length;
    }),
  };
  return { map: { rows, cols, data: seen }, info };
}

/** The map, its half, the half of that, down to one cell. @param {Plain} map @param {boolean} signed */
export function levelsOf(map, signed) {
  const levels = [map];
  for (let { rows, cols, data } = map; rows * cols > 1;) {
    const [tall, wide] = [Math.ceil(rows / 2), Math.ceil(cols / 2)];
    const half = new Float32Array(tall * wide).fill(NaN);
    for (const at of data.keys()) {
      const cell = Math.floor(Math.floor(at / cols) / 2) * wide + Math.floor((at % cols) / 2);
      const [before, now] = [half[cell], data[at]];
      if (
        Number.isNaN(before) ||
        (signed ? Math.abs(now) > Math.abs(before) || now === Math.abs(before) : now > before)
      )
        half[cell] = now;
    }
    levels.push({ rows: tall, cols: wide, data: half });
    ({ rows, cols, data } = levels[levels.length - 1]);
  }
  return levels;
}
