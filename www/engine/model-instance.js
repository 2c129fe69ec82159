/** The instance of the wasm of models, and handles of objects in its memory. */
import initialize, * as bindings from '../pkg/heedmap_model_wasm.js';
import { OwnedHandle } from './handle.js';
import { engineError, instanceOf, plain } from './instance.js';

export { bindings };

export const { load, reload, program, isReady, guarded, restarts } = instanceOf(
  initialize,
  bindings,
  () => new URL('../pkg/heedmap_model_wasm_bg.wasm', import.meta.url),
);

const owner = { guarded, restarts };

/**
 * A handle of an object in the memory of the wasm.
 *
 * @template {{ free(): void }} T
 * @extends {OwnedHandle<T>}
 */
export class Handle extends OwnedHandle {
  /** @param {T} raw */
  constructor(raw) {
    super(raw, owner);
  }
}

/** The error of arguments that no model can take. @param {string} message */
export const invalid = (message) => engineError('input', message);

/**
 * The error of a place that does not exist.
 *
 * @param {string} what @param {number} index @param {number} count
 */
export const missing = (what, index, count) =>
  engineError('input', `there is no ${what} ${index}: there are ${count}`, undefined, 'missing');

/**
 * A request, as a plain object.
 *
 * @template T @param {T} request @returns {T}
 */
export function requested(request) {
  if (typeof request !== 'object' || request === null) throw invalid('the request must be an object');
  return plain(request, 'the request', 4);
}
