import { bindings, call } from './attention-instance.js';

export { legend, load, paint } from './attention.js';

/** @typedef {import('../pkg/heedmap_learn_wasm.js').ContrastOptions} ContrastOptions */
/** @typedef {import('../pkg/heedmap_learn_wasm.js').Contrast} Contrast */

/**
 * A common mistake beside what was meant, both worked from the same numbers: `figure` names the mistake, and those of the
 * other options that it is varied by must be there.
 *
 * The wrong side follows the wrong formula to the letter, NaN included; the right side is what `attend` gives.
 *
 * @param {ContrastOptions} options
 * @returns {Contrast}
 */
export function contrast(options) {
  return call(bindings.contrast, options);
}
