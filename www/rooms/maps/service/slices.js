/** Divides long work of the engine into slices. */
import { SLOW } from './task.js';
/** @import { Task } from './task.js' */

/** The time that a slice should take, in milliseconds. */
export const SLICE = 50;
/** The assumed speed grows at most by this factor at once, because a short time is measured badly. */
const GROWTH = 4;
/** A slice of less than this many milliseconds is mostly overhead, and does not lower the speed. */
const MEASURABLE = 5;

/**
 * Work on `count` items in order. `products`: the number of multiplications of an item, by its index. Each
 * slice begins at a multiple of `unit` items, by default 1.
 *
 * @typedef {{ count: number, products: (index: number) => number, unit?: number }} Sliced
 */

/**
 * Returns a function that does work in slices of about `SLICE` milliseconds. Between two slices other
 * messages are handled, so that a cancel takes effect, and the page responds if the work is done in the page.
 * The first slice assumes a slow machine; the measured speed of each slice gives the size of the next.
 *
 * @param {() => number} [now] - the time in milliseconds
 */
export function slicer(now = () => performance.now()) {
  /** Multiplications per millisecond. */
  let speed = SLOW.products;
  /**
   * @param {Pick<Task, 'step' | 'yieldToOthers'>} task
   * @param {Sliced} work
   * @param {(start: number, end: number) => void} run - does the work on a range of items
   */
  return async function inSlices(task, { count, products, unit = 1 }, run) {
    for (let start = 0, end = 0; start < count; start = end) {
      let work = 0;
      do {
        const next = Math.min(count, end + unit);
        for (; end < next; end += 1) work += products(end);
      } while (end < count && work + unit * products(end) <= SLICE * speed);
      task.step({ products: work });
      const begun = now();
      run(start, end);
      const time = Math.max(now() - begun, 0.1);
      const measured = Math.min(work / time, GROWTH * speed);
      speed = time < MEASURABLE ? Math.max(speed, measured) : measured;
      // Also after the last slice, because another request may follow at once.
      await task.yieldToOthers();
    }
  };
}
