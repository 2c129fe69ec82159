import { labelMeasure, measureRange } from './order.js';
/** @import { MapsData, MapsModel, MapsState } from '../types.js' */

/**
 * The scale of the cells of the index: that of the measure in the labels, from 0 on.
 *
 * @param {MapsData} data
 * @param {Pick<MapsState, 'sort' | 'measure' | 'alike'>} state
 * @returns {{ kind: 'sequential', low: number, high: number }}
 */
export function tintScale(data, state) {
  const { least = 0, most = 1 } = measureRange(data, labelMeasure(state)) ?? {};
  return { kind: 'sequential', low: Math.min(0, least), high: Math.max(1, most) };
}

/**
 * The cells of all heads, in the colors of their measure: one pixel each in a hidden canvas, which is drawn
 * like an atlas of thumbnails.
 *
 * @param {typeof import('../program.js').paintMap} paint
 */
export function tints(paint) {
  const canvas = document.createElement('canvas');
  /** @type {MapsData | null} */
  let current = null;

  return {
    canvas,
    /** @param {MapsData} data @param {MapsModel} model */
    update(data, { state, appearance }) {
      current = data;
      const { layers: rows, heads: cols } = data.reading;
      const measure = labelMeasure(state);
      const values = Float32Array.from(
        { length: rows * cols },
        (_, index) => data.heads[index]?.measures[measure] ?? NaN,
      );
      const colors = { map: state.map, theme: appearance.theme, scale: tintScale(data, state) };
      const pixels = paint({ rows, cols, data: values, ...colors });
      Object.assign(canvas, { width: cols, height: rows });
      canvas.getContext('2d')?.putImageData(new ImageData(pixels, cols, rows), 0, 0);
    },
    /** The pixel of a head that is measured, or null. @param {number} index - by layer, then head */
    pictureOf(index) {
      if (!current?.heads[index]) return null;
      const { heads } = current.reading;
      return { x: index % heads, y: Math.floor(index / heads), width: 1, height: 1 };
    },
  };
}
