/**
 * The instance of the wasm of the Maps room, and handles of objects in its memory.
 */
import initialise, * as bindings from '../pkg/heedmap_maps_wasm.js';
import { engineError, instanceOf } from './instance.js';

export { bindings };

/** The number of restarts: handles of a former instance are invalid. */
let restarts = 0;

const counted = {
  restart() {
    restarts += 1;
    bindings.restart();
  },
};

export const { load, reload, program, call, guarded } = instanceOf(
  initialise,
  counted,
  () => new URL('../pkg/heedmap_maps_wasm_bg.wasm', import.meta.url),
);

/**
 * A handle of an object in the memory of the wasm. Only `free` frees it in time.
 *
 * @template {{ free(): void }} T
 */
export class Handle {
  /** @type {T | null} */
  #raw;
  #restarts = restarts;

  /** @param {T} raw */
  constructor(raw) {
    this.#raw = raw;
  }

  /** Frees the object. Calling it twice does no harm. */
  free() {
    const raw = this.#raw;
    this.#raw = null;
    // In the memory of another instance there is something else at this address.
    if (raw && this.#restarts === restarts) guarded(() => raw.free());
  }

  /**
   * The object of the bindings behind a handle.
   *
   * @template {{ free(): void }} T
   * @param {new (...all: any[]) => Handle<T>} kind
   * @param {unknown} handle
   * @param {string} name - its name in errors
   * @param {boolean} [isTaken] - whether the call takes over the object
   * @returns {T}
   */
  static raw(kind, handle, name, isTaken) {
    if (!(handle instanceof kind) || !(#raw in handle))
      throw engineError('input', `${name} is not what it should be: pass what the engine gave`);
    const raw = handle.#raw;
    if (raw === null) throw engineError('input', `${name} was let go of already`);
    if (handle.#restarts !== restarts)
      throw engineError('stale', `${name} is gone: the engine was started anew`);
    if (isTaken) handle.#raw = null;
    return raw;
  }
}
