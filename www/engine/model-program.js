/**
 * The program that runs models, for the page and for its Workers: a script contains it once, as a function
 * that the page calls, and the text of that function is the script of a Worker.
 */
import * as engine from './model.js';
import { work } from './model-work.js';
import { holdLock } from './worker-lock.js';

export { engine };

/** Handles the messages of the page. @param {any} scope - the global scope of the Worker */
export function attend(scope) {
  const take = work((answer, moved) => scope.postMessage(answer, moved));
  void holdLock(scope).then((lock) => lock !== null && scope.postMessage({ lock }));
  scope.onmessage = (/** @type {MessageEvent} */ { data }) => take(data);
}
