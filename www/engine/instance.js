/**
 * The instance of a wasm module: starting, calling and restarting it. Every room has its own module; a file
 * next to this one imports the generated bindings of each, and nothing else does.
 */

import { programAt } from './beside.js';

/** @typedef {Uint8Array | ArrayBuffer | Response | WebAssembly.Module} Source */
/** @typedef {Source | Promise<Source> | (() => Source | Promise<Source>)} WasmInit */
/**
 * The error of all functions of the engine.
 *
 * @typedef {import('../pkg/heedmap_learn_wasm.js').EngineError} EngineError
 */
/** @typedef {import('../pkg/heedmap_learn_wasm.js').ErrorKind} ErrorKind */

/**
 * The common part of the generated bindings.
 *
 * @typedef {object} Bindings
 * @property {() => void} restart
 */

/** The smallest module: a policy that forbids wasm forbids it as well. */
const NOTHING = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);
const FORBIDDEN =
  "The content security policy of this page forbids WebAssembly: script-src needs 'wasm-unsafe-eval'.";

/**
 * @param {(source: { module_or_path: Source }) => Promise<unknown>} initialise - the start function of the
 *   bindings
 * @param {Bindings} bindings
 * @param {() => URL} beside - the URL of the wasm; the expression is in the calling module, so that bundlers
 *   find the file
 */
export function instanceOf(initialise, bindings, beside) {
  /** @type {Promise<void> | null} */
  let loading = null;
  let isLoaded = false;
  /** @type {WebAssembly.Module | null} */
  let given = null;
  /** Provides the program; used again if a start fails. @type {WasmInit | undefined} */
  let from;
  /** How often the instance was replaced. */
  let restarts = 0;

  /**
   * Starts the engine. Further calls wait for the first start; after a failure it can be tried again.
   *
   * @param {WasmInit} [source] - the wasm, or a function that provides it; optional if it is next to these
   *   modules, in Node or on a server
   * @returns {Promise<void>}
   * @throws {Error} with a message, if wasm is missing, forbidden or broken
   */
  function load(source) {
    if (typeof source === 'function') from = source;
    loading ??= start(source ?? from).catch((error) => {
      loading = null;
      throw error;
    });
    return loading;
  }

  /** Frees the memory: the next call starts on a new instance. After a failure this has already happened. */
  function reload() {
    guarded(restart);
  }

  /** Replaces the instance. Handles of the former one must neither be used nor freed. */
  function restart() {
    restarts += 1;
    bindings.restart();
  }

  /**
   * The compiled module that `load` got, for starting another instance in a worker; null if it got something
   * else.
   */
  function program() {
    return given;
  }

  /** Whether calls are possible. */
  function isReady() {
    return isLoaded;
  }

  /** @param {WasmInit} [source] */
  async function start(source) {
    if (typeof WebAssembly === 'undefined')
      throw engineError('unavailable', 'WebAssembly is missing or switched off in this browser.');
    // If the page must not run a program, none is fetched or unpacked. Only a policy rejects a valid module.
    await WebAssembly.compile(NOTHING).catch((error) => {
      throw engineError('unavailable', FORBIDDEN, error);
    });
    const found = await (typeof source === 'function' ? source() : (source ?? programAt(beside)));
    try {
      // A program that was found here is compiled here, so that a worker can start another instance of it.
      const wasm =
        source === undefined ? await compiled(/** @type {Uint8Array | Response} */ (found)) : found;
      if (wasm instanceof WebAssembly.Module) given = wasm;
      await initialise({ module_or_path: wasm });
    } catch (error) {
      throw engineError('unavailable', `The engine could not start: ${messageOf(error)}`, error);
    }
    isLoaded = true;
  }

  /**
   * Calls the bindings. Their own errors have a `kind`. Anything else, such as a trap, may leave the instance
   * in an inconsistent state: it is replaced, and the error has the `kind` 'failed'.
   *
   * @template T
   * @param {() => T} call
   * @returns {T}
   */
  function guarded(call) {
    if (!isLoaded) throw engineError('unavailable', 'The engine is not loaded yet: await load() first.');
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
   * @param {(...given: A) => T} bound
   * @param {A} given
   * @returns {T}
   */
  function call(bound, ...given) {
    const copies = /** @type {A} */ (given.map((each) => plain(each)));
    return guarded(() => bound(...copies));
  }

  return { load, reload, program, isReady, guarded, call, restarts: () => restarts };
}

/**
 * Compiles a program: a response while it arrives, if the server declares its type.
 *
 * @param {Uint8Array | Response} found
 */
async function compiled(found) {
  if (!(found instanceof Response)) return WebAssembly.compile(/** @type {BufferSource} */ (found));
  return found.headers.get('content-type') === 'application/wasm'
    ? WebAssembly.compileStreaming(found)
    : WebAssembly.compile(await found.arrayBuffer());
}

/**
 * A copy of an argument, made of plain objects and arrays. Getters and proxies of the caller run here, in
 * JavaScript, because their errors and calls must not happen during a call of the wasm. Typed arrays are not
 * copied; the bindings do that.
 *
 * @template T
 * @param {T} value
 * @param {string} [name] - its name in errors
 * @param {number} [depth] - the maximum depth of objects
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

/** The properties of matrices and tensors. */
const PARTS = ['rows', 'cols', 'shape', 'data'];

/**
 * @param {ErrorKind} kind
 * @param {string} message
 * @param {unknown} [cause]
 */
export function engineError(kind, message, cause) {
  return Object.assign(new Error(message, cause === undefined ? undefined : { cause }), { kind });
}

/** @param {unknown} error */
export function messageOf(error) {
  if (error instanceof Error) return error.message;
  return typeof error === 'string' ? error : 'it threw';
}
