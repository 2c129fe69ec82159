/** @typedef {import('../pkg/heedmap_learn_wasm.js').LegendOptions} LegendOptions */
/** @typedef {import('../pkg/heedmap_learn_wasm.js').Legend} Legend */
/** @typedef {import('../pkg/heedmap_learn_wasm.js').LegendPixels} LegendPixels */

/**
 * The functions for the colour bar of a legend, for a module that has it.
 *
 * @param {{ legend: (options: LegendOptions) => Legend, legendPixels: (options: LegendOptions) => LegendPixels }} bindings
 * @param {<A extends any[], T>(bound: (...given: A) => T, ...given: A) => T} call - `call` of the same module
 */
export function legendOf(bindings, call) {
  return {
    /** As an image for a canvas. @param {LegendOptions} options @returns {Legend} */
    legend: (options) => call(bindings.legend, options),

    /** `legend` for use without `ImageData`. @param {LegendOptions} options @returns {LegendPixels} */
    legendPixels: (options) => call(bindings.legendPixels, options),
  };
}
