/**
 * The instance of the wasm of the Maps room, and the things that stay in its memory.
 */
import initialise, * as bindings from '../pkg/heedmap_maps_wasm.js';
import { engineError, instanceOf } from './instance.js';

export { bindings };

/** How often the instance was started anew: what stayed in the memory of a former one is gone. */
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
 * Something in the memory of the wasm. Nothing lets go of it in time but `free`.
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

  /** Gives its memory back. Twice is not too often. */
  free() {
    const raw = this.#raw;
    this.#raw = null;
    // In the memory of another instance something else stands at its place.
    if (raw && this.#restarts === restarts) guarded(() => raw.free());
  }

  /**
   * What the bindings call it.
   *
   * @template {{ free(): void }} T
   * @param {new (...all: any[]) => Handle<T>} kind
   * @param {unknown} handle
   * @param {string} name - what to call it in an error
   * @param {boolean} [isTaken] - whether the call takes it over
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
