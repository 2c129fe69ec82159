import { bindings, call } from './attention-instance.js';

export { legend, load, paint } from './attention.js';

/** @typedef {import('../pkg/heedmap_learn_wasm.js').ContrastOptions} ContrastOptions */
/** @typedef {import('../pkg/heedmap_learn_wasm.js').Contrast} Contrast */

/**
 * A common mistake beside the correct result, both computed from the same numbers. `figure` names the
 * mistake; the options that it uses are required.
 *
 * The wrong side follows the wrong formula exactly, including NaN; the right side is the result of `attend`.
 *
 * @param {ContrastOptions} options
 * @returns {Contrast}
 */
export function contrast(options) {
  return call(bindings.contrast, options);
}
