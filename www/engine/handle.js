import { engineError, messageOf, plain } from './instance.js';

/**
 * The instance that a handle belongs to.
 *
 * @typedef {object} Owner
 * @property {<T>(call: () => T) => T} guarded
 * @property {() => number} restarts - how often the instance was replaced, which invalidates its handles
 */

/** @typedef {{ free(): void }} Freed - an object of the bindings */

/** Whether the bindings have freed an object, or moved it into a call. @param {Freed} raw */
const isGone = (raw) => /** @type {any} */ (raw).__wbg_ptr === 0;

/**
 * A handle of an object in the memory of a program. The caller has to free it.
 *
 * @template {Freed} T
 */
export class OwnedHandle {
  /** What errors call it. */
  static label = 'the handle';
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
    if (raw && !isGone(raw) && this.#restarts === this.#owner.restarts())
      this.#owner.guarded(() => raw.free());
  }

  /** Whether the object exists: it was neither freed nor lost with its instance. */
  get isAlive() {
    const raw = this.#raw;
    return raw !== null && !isGone(raw) && this.#restarts === this.#owner.restarts();
  }

  /**
   * The object of the bindings behind a handle.
   *
   * @template {Freed} T
   * @param {new (...all: any[]) => OwnedHandle<T>} kind
   * @param {unknown} handle
   * @param {string} name - its name in errors
   * @param {boolean} [isTaken] - whether the call takes ownership, which invalidates the handle
   * @returns {T}
   */
  static raw(kind, handle, name, isTaken) {
    if (!(handle instanceof kind) || !(#raw in handle)) throw notA(name);
    const raw = handle.#raw;
    if (raw === null || isGone(raw))
      throw engineError('input', `${name} was already freed`, undefined, 'freed');
    if (handle.#restarts !== handle.#owner.restarts())
      throw engineError('stale', `${name} is gone: the engine was restarted`);
    if (isTaken) handle.#raw = null;
    return raw;
  }
}

/** @param {string} name */
const notA = (name) => engineError('input', `${name} is not what it should be: pass what the engine gave`);

/** What the bindings say, before they call the program, about an argument that is no object of a class. */
const WRONG_CLASS = /^expected instance of (\w+)$/;

/**
 * Exposes the classes of a program as handles, and its functions so that they take and return handles. Other
 * arguments are copied to plain objects. The types are those of the bindings.
 *
 * A call that takes ownership of a handle frees it, also on an error; calling `free` again is allowed.
 *
 * @param {Owner} owner
 */
export function exposing(owner) {
  /** The handles of the classes of the bindings, by class. @type {Map<unknown, typeof OwnedHandle<any>>} */
  const kinds = new Map();

  /** A result of the bindings. @param {(given: any[]) => any} bound @param {any[]} args */
  function resultOf(bound, args) {
    const given = args.map((arg) =>
      arg instanceof OwnedHandle
        ? OwnedHandle.raw(OwnedHandle, arg, /** @type {typeof OwnedHandle} */ (arg.constructor).label)
        : plain(arg, 'an argument', DEPTH),
    );
    return owner.guarded(() => {
      try {
        return bound(given);
      } catch (error) {
        const wanted = WRONG_CLASS.exec(messageOf(error))?.[1];
        const kind = [...kinds].find(([raw]) => /** @type {Function} */ (raw).name === wanted)?.[1];
        throw wanted ? notA(kind?.label ?? 'an argument') : error;
      }
    });
  }

  /** A result, as a handle if it is an object of the program. @type {typeof resultOf} */
  function called(bound, args) {
    const result = resultOf(bound, args);
    const Kind = /** @type {any} */ (kinds.get(result?.constructor));
    return Kind ? new Kind(result) : result;
  }

  /**
   * A class of the bindings as a class of handles with the same members.
   *
   * @template {{ prototype: Freed }} C
   * @param {C} Raw
   * @param {string} label - what errors call its objects
   * @returns {C}
   */
  function handle(Raw, label) {
    /** @type {any} */
    const Made = Raw;
    /** @extends {OwnedHandle<any>} */
    class Handle extends OwnedHandle {
      static label = label;

      /** @param {any[]} args - those of the class, or its object */
      constructor(...args) {
        super(args[0] instanceof Made ? args[0] : resultOf((given) => new Made(...given), args), owner);
      }
    }
    const own = (/** @type {unknown} */ self) => OwnedHandle.raw(Handle, self, label);
    for (const [name, { get, value }] of Object.entries(Object.getOwnPropertyDescriptors(Made.prototype))) {
      if (name === 'constructor' || name === 'free' || name.startsWith('__')) continue;
      Object.defineProperty(Handle.prototype, name, {
        configurable: true,
        ...(get
          ? {
              get() {
                return owner.guarded(() => own(this)[name]);
              },
            }
          : {
              writable: true,
              value(/** @type {any[]} */ ...args) {
                const raw = own(this);
                return called((given) => value.apply(raw, given), args);
              },
            }),
      });
    }
    kinds.set(Raw, Handle);
    return /** @type {any} */ (Handle);
  }

  /**
   * A function of the bindings with handles for its objects.
   *
   * @template {(...args: any[]) => any} F
   * @param {F} bound
   * @returns {F}
   */
  const exposed = (bound) => /** @type {F} */ ((...args) => called((given) => bound(...given), args));

  return { handle, exposed };
}

/** How deep the listings of files are, which are the deepest arguments. */
const DEPTH = 6;

/**
 * Uses a handle, and frees it afterwards.
 *
 * @template {Freed} H, T @param {H} handle @param {(handle: H) => T | Promise<T>} use
 */
export async function using(handle, use) {
  try {
    return await use(handle);
  } finally {
    handle.free();
  }
}
