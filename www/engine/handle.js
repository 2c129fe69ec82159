import { engineError } from './instance.js';

/**
 * The instance that a handle belongs to.
 *
 * @typedef {object} Owner
 * @property {<T>(call: () => T) => T} guarded
 * @property {() => number} restarts - how often the instance was replaced, which invalidates its handles
 */

/**
 * A handle of an object in the memory of a program. The caller has to free it.
 *
 * @template {{ free(): void }} T
 */
export class OwnedHandle {
  /** @type {T | null} */
  #raw;
  #owner;
  #restarts;

  /** @param {T} raw @param {Owner} owner */
  constructor(raw, owner) {
    this.#raw = raw;
    this.#owner = owner;
    this.#restarts = owner.restarts();
  }

  /** Frees the object. Calling it twice does no harm. */
  free() {
    const raw = this.#raw;
    this.#raw = null;
    // After a restart the address belongs to another object.
    if (raw && this.#restarts === this.#owner.restarts()) this.#owner.guarded(() => raw.free());
  }

  /** Whether the object exists: it was neither freed nor lost with its instance. */
  get isAlive() {
    return this.#raw !== null && this.#restarts === this.#owner.restarts();
  }

  /**
   * The object of the bindings behind a handle.
   *
   * @template {{ free(): void }} T
   * @param {new (...all: any[]) => OwnedHandle<T>} kind
   * @param {unknown} handle
   * @param {string} name - its name in errors
   * @param {boolean} [isTaken] - whether the call takes ownership, which invalidates the handle
   * @returns {T}
   */
  static raw(kind, handle, name, isTaken) {
    if (!(handle instanceof kind) || !(#raw in handle))
      throw engineError('input', `${name} is not what it should be: pass what the engine gave`);
    const raw = handle.#raw;
    if (raw === null) throw engineError('input', `${name} was already freed`);
    if (handle.#restarts !== handle.#owner.restarts())
      throw engineError('stale', `${name} is gone: the engine was restarted`);
    if (isTaken) handle.#raw = null;
    return raw;
  }
}

/**
 * Uses a handle, and frees it afterwards.
 *
 * @template {{ free(): void }} H, T @param {H} handle @param {(handle: H) => T | Promise<T>} use
 */
export async function using(handle, use) {
  try {
    return await use(handle);
  } finally {
    handle.free();
  }
}
