/** What a worker runs. The page's script has it once, as a function: it calls it itself, and a worker begins with its text. */
import * as engine from '../../engine/maps.js';
import * as work from './desk.js';

export { engine, work };

/** Begins to work for whoever speaks to a worker. @param {any} scope - the worker's global one */
export function attend(scope) {
  const take = work.desk(engine, (answer, transfer) => scope.postMessage(answer, transfer));
  scope.onmessage = (/** @type {MessageEvent} */ { data }) => take(data);
}
