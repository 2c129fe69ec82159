/** The functions of Mistakes: common mistakes, and heatmaps. The bindings have their types and comments. */
import { bindings, exposed } from './contrast-instance.js';

export { load } from './contrast-instance.js';
export { legend, paint } from './painting.js';

/**
 * @typedef {bindings.ContrastOptions} ContrastOptions
 * @typedef {bindings.Contrast} Contrast
 */

/**
 * A common mistake and the correct result, computed from the same numbers. `figure` names the mistake; the
 * options that it uses are required.
 *
 * The wrong side follows the wrong formula exactly, including NaN. The right side is the result of `attend`.
 */
export const contrast = /* @__PURE__ */ exposed(bindings.contrast);
