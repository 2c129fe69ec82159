/**
 * The instance of a wasm program: starts, calls and restarts it. The `*-instance.js` files next to this one
 * import the generated bindings, and nothing else does.
 */
/** @import * as learn from '../pkg/heedmap_lesson_wasm.js' */

/** @typedef {Uint8Array | ArrayBuffer | Response | WebAssembly.Module} Source */
/** @typedef {Source | Promise<Source> | (() => Source | Promise<Source>)} WasmInit */
/** @typedef {learn.EngineError} EngineError - the error of all functions of the engine */
/** @typedef {learn.ErrorKind} ErrorKind */

/**
 * The common part of the generated bindings.
 *
 * @typedef {object} Bindings
 * @property {() => void} restart
 */

/** The smallest valid module. A content security policy that forbids wasm rejects it too. */
const EMPTY_MODULE = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);
export const NOT_LOADED = 'The engine is not loaded yet: await load() first.';
const FORBIDDEN =
  "The content security policy of this page forbids WebAssembly: script-src needs 'wasm-unsafe-eval'.";

/** @typedef {(source: { module_or_path: Source }) => Promise<unknown>} Initialize - the start function of bindings */

/**
 * The instances by the start function of their bindings: a script may have several programs as one.
 *
 * @type {WeakMap<object, any>}
 */
const instances = new WeakMap();

/**
 * The instance of a program.
 *
 * @param {Initialize} initialize
 * @param {Bindings} bindings
 * @param {() => URL} urlOf - the URL of the wasm; the expression is in the calling module, so that bundlers
 *   find the file
 * @returns {ReturnType<typeof newInstance>}
 */
export function instanceOf(initialize, bindings, urlOf) {
  const known = instances.get(initialize);
  if (known) return known;
  const instance = newInstance(initialize, bindings, urlOf);
  instances.set(initialize, instance);
  return instance;
}

/**
 * @param {Initialize} initialize
 * @param {Bindings} bindings
 * @param {() => URL} urlOf
 */
function newInstance(initialize, bindings, urlOf) {
  /** @type {Promise<void> | null} */
  let loading = null;
  let isLoaded = false;
  /** @type {WebAssembly.Module | null} */
  let compiledModule = null;
  /**
   * The last function that provided the program; used again after a failed start.
   *
   * @type {WasmInit | undefined}
   */
  let provider;
  /** How often the instance was replaced. */
  let restarts = 0;

  /**
   * Starts the engine. Further calls wait for the first start. After a failure, a call tries again.
   *
   * @param {WasmInit} [source] - the wasm, or a function that provides it; optional if it is next to these
   *   modules, in Node or on a server
   * @returns {Promise<void>}
   * @throws {Error} with a message, if wasm is missing, forbidden or broken
   */
  function load(source) {
    if (typeof source === 'function') provider = source;
    loading ??= start(source ?? provider).catch((error) => {
      loading = null;
      throw error;
    });
    return loading;
  }

  /** Frees the memory: the next call starts a new instance. A failure has the same effect. */
  function reload() {
    guarded(restart);
  }

  /** Replaces the instance. Handles of the previous one must neither be used nor freed. */
  function restart() {
    restarts += 1;
    bindings.restart();
  }

  /** The compiled module, for another instance in a worker; null if `load` got bytes or a response. */
  const program = () => compiledModule;
  const isReady = () => isLoaded;

  /** @param {WasmInit} [source] */
  async function start(source) {
    if (typeof WebAssembly === 'undefined')
      throw engineError('unavailable', 'WebAssembly is missing or switched off in this browser.');
    // A valid module is only rejected by a policy. Then nothing is fetched or inflated.
    await WebAssembly.compile(EMPTY_MODULE).catch((error) => {
      throw engineError('unavailable', FORBIDDEN, error);
    });
    const found = await (typeof source === 'function' ? source() : (source ?? fetchProgram(urlOf)));
    try {
      // A fetched program is compiled here, so that a worker can start another instance of it.
      const wasm =
        source === undefined ? await compiled(/** @type {Uint8Array | Response} */ (found)) : found;
      if (wasm instanceof WebAssembly.Module) compiledModule = wasm;
      await initialize({ module_or_path: wasm });
    } catch (error) {
      throw engineError('unavailable', `The engine could not start: ${messageOf(error)}`, error);
    }
    isLoaded = true;
  }

  /**
   * Calls the bindings. Their own errors have a `kind`. After any other error, such as a trap, the instance
   * may be inconsistent: it is replaced, and an error of kind 'failed' is thrown.
   *
   * @template T
   * @param {() => T} call
   * @returns {T}
   */
  function guarded(call) {
    if (!isLoaded) throw engineError('unavailable', NOT_LOADED);
    try {
      return call();
    } catch (error) {
      if (error instanceof Error && 'kind' in error) throw error;
      restart();
      throw engineError('failed', `The engine failed and was restarted: ${messageOf(error)}`, error);
    }
  }

  /**
   * Calls a function of the bindings with plain copies of the arguments.
   *
   * @template {any[]} A
   * @template T
   * @param {(...args: A) => T} bound
   * @param {A} args
   * @returns {T}
   */
  function call(bound, ...args) {
    const copies = /** @type {A} */ (args.map((arg) => plain(arg)));
    return guarded(() => bound(...copies));
  }

  /**
   * A function of the bindings that is called so.
   *
   * @template {(...args: any[]) => any} F
   * @param {F} bound
   * @returns {F}
   */
  const exposed = (bound) => /** @type {F} */ ((...args) => call(bound, ...args));

  return { load, reload, program, isReady, guarded, call, exposed, restarts: () => restarts };
}

/**
 * Compiles a program. A response is compiled while it arrives, if the server sends the right content type.
 *
 * @param {Uint8Array | Response} source
 */
async function compiled(source) {
  if (!(source instanceof Response)) return WebAssembly.compile(/** @type {BufferSource} */ (source));
  return source.headers.get('content-type') === 'application/wasm'
    ? WebAssembly.compileStreaming(source)
    : WebAssembly.compile(await source.arrayBuffer());
}

/**
 * Copies an argument to plain objects and arrays. Getters and proxies of the caller run here, because during
 * a call of the wasm they must neither throw nor call the engine. Typed arrays are not copied; the bindings
 * do that.
 *
 * @template T
 * @param {T} value
 * @param {string} [name] - its name in errors
 * @param {number} [depth] - how deep objects are copied
 * @returns {T}
 */
export function plain(value, name = 'an argument', depth = 3) {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value) || depth === 0) return value;
  try {
    if (Array.isArray(value)) {
      return /** @type {any} */ (Array.from(value, (each) => plain(each, name, depth - 1)));
    }
    const given = /** @type {Record<string, unknown>} */ (value);
    // Matrices and tensors may be instances of a class with getters.
    const keys = new Set([...Object.keys(given), ...PARTS.filter((part) => part in given)]);
    return /** @type {any} */ (
      Object.fromEntries([...keys].map((key) => [key, plain(given[key], key, depth - 1)]))
    );
  } catch (error) {
    if (error instanceof Error && 'kind' in error) throw error;
    throw engineError('input', `${name} could not be read: ${messageOf(error)}`, error);
  }
}

/** @typedef {[start: number, length: number]} Places */

/**
 * Reads a start and a length before a call, because getters must not throw inside the wasm.
 *
 * @param {string} name @param {Places} given @returns {Places}
 */
export function places(name, given) {
  if (!Array.isArray(given) || given.length !== 2)
    throw engineError('input', `${name} must be [start, length]`);
  return [given[0], given[1]];
}

/** The properties of matrices and tensors. */
const PARTS = ['rows', 'cols', 'shape', 'data'];

/**
 * An error with the properties of those that the programs throw.
 *
 * @param {ErrorKind} kind
 * @param {string} message
 * @param {unknown} [cause]
 * @param {string} [name] - the `class`, by default the kind
 */
export function engineError(kind, message, cause, name = kind) {
  const error = new Error(message, cause === undefined ? undefined : { cause });
  return Object.assign(error, { kind, class: name, figures: null });
}

/** @param {unknown} error */
export function messageOf(error) {
  if (error instanceof Error) return error.message;
  return typeof error === 'string' ? error : 'it threw';
}

/**
 * Loads a wasm program that is next to the modules: a response of a server, or bytes from disk in Node.
 *
 * @param {() => URL} urlOf - may throw, because a classic script has no URL of its own
 * @returns {Promise<Uint8Array | Response>}
 */
async function fetchProgram(urlOf) {
  const url = urlOrNull(urlOf);
  if (url?.protocol === 'file:' && typeof process !== 'undefined' && process.versions?.node) {
    // The name is concatenated, because bundlers for browsers fail on names that they cannot resolve.
    /** @type {typeof import('node:fs/promises')} */
    const { readFile } = await import(
      /* webpackIgnore: true */ /* @vite-ignore */ ['node:fs', 'promises'].join('/')
    );
    return readFile(url);
  }
  const response = url?.protocol.startsWith('http') ? await fetch(url).catch(() => null) : null;
  if (response?.ok) return response;
  throw new Error(
    `The engine needs its wasm: pass load() the bytes, or a Response with them${url ? `, for ${url.href} could not be read` : ''}.`,
  );
}

/** @param {() => URL} urlOf */
function urlOrNull(urlOf) {
  try {
    return urlOf();
  } catch {
    return null;
  }
}
