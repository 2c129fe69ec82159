/** Running requests, and the division of long work into slices. */
import { nextTurn } from '../../../engine/next-turn.js';
import { cancelled } from './errors.js';
/** @import { Progress } from '../types.js' */

/**
 * Requests that report progress and can be cancelled.
 *
 * @type {Partial<Record<keyof import('./worker.js').Handlers, Progress['what']>>}
 */
export const LONG = { open: 'open', look: 'open', heads: 'heads', map: 'map', similar: 'similar' };

/** The least time between two progress messages of a request, in milliseconds. */
const BETWEEN = 50;
/** A request works for this long before other messages are handled, in milliseconds. */
const TURN = 8;
/** Steps shorter than this are not announced, in milliseconds. */
const SHORT = 100;

/**
 * Work per millisecond on a slow machine, ten times slower than a laptop of 2020: cells of a map that are
 * visited, multiplications of a matrix product, and bytes of a file that are parsed. The announced duration
 * of a step is computed with these.
 */
export const SLOW = { pairs: 2000, products: 100_000, bytes: 5000 };

/** The amount of work in a step. @typedef {Partial<typeof SLOW>} Work */

/**
 * A running request: it reports its progress, yields to other messages, and ends when it is cancelled.
 *
 * @typedef {object} Task
 * @property {(done: number, heads?: Progress['heads'], step?: Progress['what']) => void} report - reports the
 *   progress from 0 to 1, and the numbers of finished and of all heads; or the progress of a step
 * @property {() => boolean} isDue - whether enough time has passed since the last progress message
 * @property {(work: Work) => void} step - announces a long call of the engine, during which the worker cannot
 *   reply
 * @property {() => Promise<void>} yieldToOthers - lets other messages be handled; throws if the request was
 *   cancelled
 * @property {() => void} check - throws if the request was cancelled
 */

/**
 * @param {Progress['what']} what
 * @param {(progress: Progress) => void} report
 * @param {() => boolean} isCancelled
 * @param {(milliseconds: number) => void} [announce]
 * @returns {Task}
 */
export function createTask(what, report, isCancelled, announce = () => {}) {
  let [lastReport, turnStart] = [-Infinity, performance.now()];
  const check = () => {
    if (isCancelled()) throw cancelled();
  };
  const isDue = () => {
    const now = performance.now();
    if (now - lastReport < BETWEEN) return false;
    lastReport = now;
    return true;
  };
  return {
    check,
    isDue,
    report: (done, heads, step = what) => {
      if (isDue()) report({ done, what: step, ...(heads && { heads }) });
    },
    step({ pairs = 0, products = 0, bytes = 0 }) {
      const time = pairs / SLOW.pairs + products / SLOW.products + bytes / SLOW.bytes;
      if (time >= SHORT) announce(Math.round(time));
    },
    async yieldToOthers() {
      check();
      if (performance.now() - turnStart < TURN) return;
      await nextTurn();
      turnStart = performance.now();
      check();
    },
  };
}

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
