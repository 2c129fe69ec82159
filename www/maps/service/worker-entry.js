/** Where the worker's script begins. Imported anywhere else it does nothing. */
import * as engine from '../../engine/maps.js';
import { desk } from './desk.js';

const scope = /** @type {any} */ (globalThis);
if (typeof scope.DedicatedWorkerGlobalScope === 'function' && scope instanceof scope.DedicatedWorkerGlobalScope) {
  const take = desk(engine, (answer, transfer) => scope.postMessage(answer, transfer));
  scope.onmessage = (/** @type {MessageEvent} */ { data }) => take(data);
}
