/** What sources of large heads share: pools that are computed line by line, and work that can be ended. */
import { cancelled } from '../service/errors.js';
import { slicer } from '../service/task.js';
/** @import { LargePools } from '../../../engine/kernels-large.js' */

/** Consecutive numbers. @param {number} first @param {number} length */
export const rangeOf = (first, length) => Uint32Array.from({ length }, (_, at) => first + at);

/**
 * Pools of cells, to which lines of pools are added.
 *
 * @param {number} rows @param {number} cols - of the cells
 * @param {number} side - the columns of a pool
 * @param {number} [group] - its rows
 */
export function poolsOf(rows, cols, side, group = side) {
  const wide = Math.ceil(cols / side);
  const count = Math.ceil(rows / group) * wide;
  const [greatest, sums] = [new Float32Array(count), new Float32Array(count)];
  return {
    greatest,
    /** @type {LargePools} */
    found: { greatest, sums },
    /** @param {number} row - the first row of the cells @param {LargePools} part */
    add(row, part) {
      greatest.set(part.greatest, (row / group) * wide);
      sums.set(part.sums, (row / group) * wide);
    },
  };
}

/** Work in slices that stops once its head is closed, which can happen between two slices. */
export function sliced() {
  const inSlices = slicer();
  let isEnded = false;
  const check = () => {
    if (isEnded) throw cancelled('Another head was opened in the meantime.');
  };
  return {
    check,
    /** @type {typeof inSlices} */
    run: (task, work, run) =>
      inSlices(task, work, (start, end) => {
        check();
        run(start, end);
      }),
    end() {
      isEnded = true;
    },
  };
}
