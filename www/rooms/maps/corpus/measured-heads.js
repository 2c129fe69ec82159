/** @import { HeadFound, MapsData, MeasureName } from '../types.js' */
/** @import { Layout } from './layout.js' */

/**
 * The measures of all heads in the form of the measures of a file, for the views of these.
 *
 * @param {Layout} layout
 * @param {Float32Array | Float64Array} values - (layers, heads, measures); NaN where there is none
 * @param {Float64Array | null} spread - of means over texts
 * @returns {MapsData}
 */
export function headsOf({ layers, heads: count, measures: names }, values, spread) {
  const record = (/** @type {Float32Array | Float64Array} */ numbers, /** @type {number} */ place) =>
    /** @type {Record<MeasureName, number | null>} */ (
      Object.fromEntries(
        names.map((name, at) => {
          const value = numbers[place * names.length + at];
          return [name, Number.isNaN(value) ? null : value];
        }),
      )
    );
  const heads = Array.from({ length: layers.length * count }, (_, place) => {
    const found = { layer: Math.floor(place / count), head: place % count, measures: record(values, place) };
    return /** @type {HeadFound} */ (
      /** @type {unknown} */ ({ ...found, ...(spread && { spread: record(spread, place) }) })
    );
  });
  const reading = { layers: layers.length, layerNumbers: layers, heads: count, queries: 1, keys: 1, v: [] };
  return /** @type {MapsData} */ (
    /** @type {unknown} */ ({
      isSample: false,
      reading,
      heads,
      done: 1,
      tokens: null,
      similar: null,
      other: null,
    })
  );
}
