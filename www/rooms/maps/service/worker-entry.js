/**
 * The program of the worker. The page's script contains it once, as a function: the page can call it, and the
 * text of the function is the worker's script.
 */
import * as engine from '../../../engine/maps.js';
import { holdLock } from '../../../engine/worker-lock.js';
import * as work from './worker.js';

export { engine, work };

/** Handles the messages of the page. @param {any} scope - the worker's global scope */
export function attend(scope) {
  const take = work.handler(engine, (answer, transfer) => scope.postMessage(answer, transfer));
  void holdLock(scope).then((lock) => lock !== null && scope.postMessage({ lock }));
  scope.onmessage = (/** @type {MessageEvent} */ { data }) => take(data);
}
