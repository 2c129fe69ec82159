/** @import { Legend, LegendOptions, LegendPixels } from '../pkg/heedmap_learn_wasm.js' */

/**
 * The functions that draw the color bar of a legend, for a wasm program that exports them.
 *
 * @param {{ legend: (options: LegendOptions) => Legend, legendPixels: (options: LegendOptions) => LegendPixels }} bindings
 * @param {<A extends any[], T>(bound: (...args: A) => T, ...args: A) => T} call - `call` of the same instance
 */
export function legendOf(bindings, call) {
  return {
    /** As an image for a canvas. @param {LegendOptions} options @returns {Legend} */
    legend: (options) => call(bindings.legend, options),

    /** `legend` for use without `ImageData`. @param {LegendOptions} options @returns {LegendPixels} */
    legendPixels: (options) => call(bindings.legendPixels, options),
  };
}
