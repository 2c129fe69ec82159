import * as attention from './attention-instance.js';
import * as mistakes from './contrast-instance.js';
/** @import { WasmInit } from './instance.js' */

export { legend, paint } from './attention-paint.js';

/**
 * @typedef {mistakes.bindings.ContrastOptions} ContrastOptions
 * @typedef {mistakes.bindings.Contrast} Contrast
 */

/**
 * Starts the program of Mistakes, and that of Learn, which paints matrices.
 *
 * @param {WasmInit} [source] - the wasm of Mistakes; optional if it is next to these modules, in Node or on a
 *   server
 * @param {WasmInit} [painter] - the wasm of Learn. If only `source` is given, it is not started
 */
export async function load(source, painter) {
  const paints = source === undefined || painter !== undefined;
  await Promise.all([mistakes.load(source), paints ? attention.load(painter) : null]);
}

/**
 * A common mistake and the correct result, computed from the same numbers. `figure` names the mistake; the
 * options that it uses are required.
 *
 * The wrong side follows the wrong formula exactly, including NaN. The right side is the result of `attend`.
 */
export const contrast = /* @__PURE__ */ mistakes.exposed(mistakes.bindings.contrast);
