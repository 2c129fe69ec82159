import { bindings, guarded } from './attention-instance.js';
import { known } from './instance.js';

export { legend, load, paint } from './attention.js';

/** @typedef {import('../pkg/heedmap_learn_wasm.js').ContrastOptions} ContrastOptions */
/** @typedef {import('../pkg/heedmap_learn_wasm.js').Contrast} Contrast */

/** @type {Record<keyof ContrastOptions, 1>} */
const OPTIONS = {
  figure: 1,
  seed: 1,
  tokens: 1,
  d: 1,
  axis: 1,
  curve: 1,
  padding: 1,
  magnitude: 1,
  precision: 1,
  past: 1,
  offset: 1,
  head: 1,
};

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
  const checked = known('contrast options', options, OPTIONS);
  return guarded(() => bindings.contrast(checked));
}
