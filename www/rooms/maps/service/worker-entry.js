/**
 * The program of the worker. The page's script contains it once, as a function: the page can call it, and the
 * text of the function is the worker's script.
 */
import * as engine from '../../../engine/maps.js';
import * as work from './worker.js';

export { engine, work };

/** Handles the messages of the page. @param {any} scope - the worker's global scope */
export function attend(scope) {
  const take = work.handler(engine, (answer, transfer) => scope.postMessage(answer, transfer));
  // The page waits for this lock, which the browser releases when the worker ends for any reason.
  const { crypto, navigator } = scope;
  navigator?.locks
    ?.request(`heedmap-worker-${crypto.randomUUID()}`, (/** @type {Lock} */ { name }) => {
      scope.postMessage({ lock: name });
      return new Promise(() => {});
    })
    .catch(() => {});
  scope.onmessage = (/** @type {MessageEvent} */ { data }) => take(data);
}
