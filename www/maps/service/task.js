import { cancelled } from './refusals.js';
/** @import { Progress } from '../types.js' */

/** At most so often does a request say how far it is, in milliseconds. */
const BETWEEN = 50;
/** For so long a request may work before others get their turn, in milliseconds. */
const TURN = 8;

/**
 * A request on its way: it says how far it is, lets others have their turn, and ends when nobody waits for it any more.
 *
 * @typedef {object} Task
 * @property {(done: number) => void} tell - how far it is, from 0 to 1
 * @property {() => boolean} isDue - whether enough time has passed to say something again
 * @property {() => Promise<void>} breathe - lets others have their turn; throws where this was cancelled
 * @property {() => void} check - throws where this was cancelled
 */

/**
 * @param {Progress['what']} what
 * @param {(progress: Progress) => void} tell
 * @param {() => boolean} isOver
 * @returns {Task}
 */
export function taskOf(what, tell, isOver) {
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
    tell: (done) => {
      if (isDue()) tell({ done, what });
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

/** What has come in the meantime is done before this goes on. A timeout would wait four milliseconds each time. @returns {Promise<void>} */
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
