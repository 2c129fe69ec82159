/** The functions that paint heatmaps, which need no lesson. */
import { bindings, call } from './attention-instance.js';
import { legendOf } from './legend.js';
/** @import { PaintOptions } from './attention.js' */

export { load } from './attention-instance.js';
export const { legend, legendPixels } = legendOf(bindings, call);

/**
 * A heatmap as an image for a canvas, and the ink for each cell's digits.
 *
 * @param {PaintOptions} options
 * @param {Float64Array} values - one for each cell, row by row
 * @param {Uint8Array} states - one for each cell: 0 a value, 1 masked, 2 blank, 3 not picked
 */
export function paint(options, values, states) {
  return call(bindings.paint, options, values, states);
}

/**
 * `paint` for use without `ImageData`.
 *
 * @param {PaintOptions} options
 * @param {Float64Array} values
 * @param {Uint8Array} states
 */
export function paintPixels(options, values, states) {
  return call(bindings.paintPixels, options, values, states);
}

/** The two inks of digits as CSS colors: `inks[cell]` 0 is dark, 1 is light. */
export function inkColors() {
  return call(bindings.inkColors);
}
