/**
 * The instance of a wasm module: how it starts, how it is called, and how it is started anew. Every room has a module of its own; a file beside this
 * one has the generated bindings of each, and nothing else imports them.
 */

import { bytesAt } from './beside.js';

/** @typedef {Uint8Array | ArrayBuffer | Response | WebAssembly.Module} Source */
/** @typedef {Source | Promise<Source> | (() => Source | Promise<Source>)} Given */

/**
 * The bindings that are generated for a module, as far as all have them.
 *
 * @typedef {object} Bindings
 * @property {() => void} restart
 */

/** The smallest module: what forbids wasm forbids it as well. */
const NOTHING = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);

/**
 * @param {(source: { module_or_path: Source }) => Promise<unknown>} initialise - the bindings' own start
 * @param {Bindings} bindings
 * @param {() => URL} beside - where the wasm lies, seen from the module that asks; written out there, so that bundlers find the file
 */
export function instanceOf(initialise, bindings, beside) {
  /** @type {Promise<void> | null} */
  let loading = null;
  let isLoaded = false;
  /** @type {WebAssembly.Module | null} */
  let given = null;
  /** What gives the program when it is needed: it is asked again should a start fail. @type {Given | undefined} */
  let from;

  /**
   * Starts the engine. Called again, it waits for the first start; after a refusal it may be tried anew.
   *
   * @param {Given} [source] - the wasm, or what gives it when it is needed; where it lies beside these modules, in Node or on a server, it may be left out
   * @returns {Promise<void>}
   * @throws {Error} with a sentence, where wasm is missing, forbidden or broken
   */
  function load(source) {
    if (typeof source === 'function') from = source;
    loading ??= start(source ?? from).catch((error) => {
      loading = null;
      throw error;
    });
    return loading;
  }

  /** Gives the memory back: the next call starts on a fresh instance. After a failure this has happened already. */
  function reload() {
    guarded(() => bindings.restart());
  }

  /** The compiled module that `load` was given, for a Worker to start another instance of; null if it was given something else. */
  function program() {
    return given;
  }

  /** @param {Given} [source] */
  async function start(source) {
    if (typeof WebAssembly === 'undefined')
      throw new Error('WebAssembly is missing or switched off in this browser.');
    // No program is fetched or unpacked for a page that may not run it.
    await WebAssembly.compile(NOTHING).catch((error) => {
      throw refusal(error);
    });
    const found = await (typeof source === 'function' ? source() : (source ?? bytesAt(beside)));
    try {
      // What was found here is compiled here, so that a Worker can start another instance of it.
      const wasm =
        source === undefined ? await WebAssembly.compile(/** @type {ArrayBuffer} */ (found)) : found;
      if (wasm instanceof WebAssembly.Module) given = wasm;
      await initialise({ module_or_path: wasm });
    } catch (error) {
      throw refusal(error);
    }
    isLoaded = true;
  }

  /**
   * Calls the bindings. Their own refusals are plain errors. Anything else, such as a trap, may have left the instance half-way through a change: it is
   * replaced, and the error has the `kind` 'failed'.
   *
   * @template T
   * @param {() => T} call
   * @returns {T}
   */
  function guarded(call) {
    if (!isLoaded) throw new Error('The engine is not loaded yet: await load() first.');
    try {
      return call();
    } catch (error) {
      if (error instanceof Error && error.constructor === Error) throw error;
      bindings.restart();
      throw Object.assign(
        new Error(`The engine failed and was started anew: ${messageOf(error)}`, { cause: error }),
        { kind: 'failed' },
      );
    }
  }

  return { load, reload, program, guarded };
}

/** Why there is no engine, in a sentence. Each browser reports a policy in its own words, but all of them name it. @param {unknown} error */
function refusal(error) {
  const reason = messageOf(error);
  const says = /content security policy|unsafe-eval|\bcsp\b/i.test(reason)
    ? "The content security policy of this page forbids WebAssembly: script-src needs 'wasm-unsafe-eval'."
    : `The engine could not start: ${reason}`;
  return new Error(says, { cause: error });
}

/**
 * The options with the keys that there are. Their getters run here, in JavaScript: what one throws must not pass
 * through the wasm.
 *
 * @template {object} T
 * @param {string} what
 * @param {T} options
 * @param {Record<string, 1>} keys
 * @returns {T}
 */
export function known(what, options, keys) {
  if (typeof options !== 'object' || options === null) return options;
  for (const key of Object.keys(options)) {
    if (!Object.hasOwn(keys, key))
      throw new Error(`${what} have no key "${key}": there are ${Object.keys(keys).join(', ')}`);
  }
  return { ...options };
}

/** @param {unknown} error */
export function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}
