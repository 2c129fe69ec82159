import { known } from './instance.js';

/** @typedef {import('../pkg/heedmap_learn_wasm.js').LegendOptions} LegendOptions */
/** @typedef {import('../pkg/heedmap_learn_wasm.js').Legend} Legend */
/** @typedef {import('../pkg/heedmap_learn_wasm.js').LegendPixels} LegendPixels */

/** @type {Record<keyof LegendOptions, 1>} */
const OPTIONS = { map: 1, kind: 1, theme: 1, width: 1, height: 1 };

/**
 * The bar that says what the colours mean, of a module that has it.
 *
 * @param {{ legend: (options: LegendOptions) => Legend, legendPixels: (options: LegendOptions) => LegendPixels }} bindings
 * @param {<T>(call: () => T) => T} guarded - of the same module
 */
export function legendOf(bindings, guarded) {
  return {
    /** As an image for a canvas. @param {LegendOptions} options @returns {Legend} */
    legend(options) {
      const checked = known('legend options', options, OPTIONS);
      return guarded(() => bindings.legend(checked));
    },

    /** `legend` for where there is no `ImageData`. @param {LegendOptions} options @returns {LegendPixels} */
    legendPixels(options) {
      const checked = known('legend options', options, OPTIONS);
      return guarded(() => bindings.legendPixels(checked));
    },
  };
}
