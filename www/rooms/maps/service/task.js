import { cancelled } from './refusals.js';
/** @import { Progress } from '../types.js' */

/** The least time between two progress messages of a request, in milliseconds. */
const BETWEEN = 50;
/** A request works for this long before others get their turn, in milliseconds. */
const TURN = 8;
/** Steps shorter than this are not announced, in milliseconds. */
const SHORT = 100;

/**
 * How much a slow machine does in a millisecond, a tenth of what a laptop of 2020 does: pairs of a map that a pass goes over, multiplications of a matrix product,
 * and bytes of a file that are parsed. A step is announced as long as it would take there.
 */
const SLOW = { pairs: 2000, products: 100_000, bytes: 5000 };

/** The size of a step. @typedef {Partial<typeof SLOW>} Work */

/**
 * A request on its way: it reports its progress, lets others have their turn, and ends when it was cancelled.
 *
 * @typedef {object} Task
 * @property {(done: number, heads?: Progress['heads'], step?: Progress['what']) => void} tell - how far it is, from 0 to 1, and how many heads of how many are done; or how
 *   far a step of it is
 * @property {() => boolean} isDue - whether enough time has passed for another progress message
 * @property {(work: Work) => void} step - a call of the engine follows that may take long; the worker cannot answer meanwhile
 * @property {() => Promise<void>} breathe - lets others have their turn; throws where this was cancelled
 * @property {() => void} check - throws where this was cancelled
 */

/**
 * @param {Progress['what']} what
 * @param {(progress: Progress) => void} tell
 * @param {() => boolean} isOver
 * @param {(milliseconds: number) => void} [announce]
 * @returns {Task}
 */
export function taskOf(what, tell, isOver, announce = () => {}) {
  let [told, begun] = [-Infinity, performance.now()];
  const check = () => {
    if (isOver()) throw cancelled();
  };
  const isDue = () => {
    const now = performance.now();
    if (now - told < BETWEEN) return false;
    told = now;
    return true;
  };
  return {
    check,
    isDue,
    tell: (done, heads, step = what) => {
      if (isDue()) tell({ done, what: step, ...(heads && { heads }) });
    },
    step({ pairs = 0, products = 0, bytes = 0 }) {
      const time = pairs / SLOW.pairs + products / SLOW.products + bytes / SLOW.bytes;
      if (time >= SHORT) announce(Math.round(time));
    },
    async breathe() {
      check();
      if (performance.now() - begun < TURN) return;
      await othersTurn();
      begun = performance.now();
      check();
    },
  };
}

/** Lets messages be handled that came in the meantime. A timeout would wait four milliseconds each time. @returns {Promise<void>} */
function othersTurn() {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
