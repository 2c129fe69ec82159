import { axisOf, SMALL_FONT } from './draw-axes.js';
/** @import { MapInfo, MapSpec } from '../types.js' */
/** @import { Inks } from './inks.js' */
/** @import { Cell, Viewport } from './viewport.js' */

/** The thickness of a strip of bars, and its distance from the cells, in CSS pixels. */
export const [STRIP, GAP] = [34, 6];
/** The maximum thickness of a bar, in CSS pixels. */
const MAX_THICKNESS = 7;

/**
 * The values of the bars: beside the rows, the entropy of weights or else the sum of the row; below the
 * columns, the mean weight of the key. Weights multiplied by the norm of the values have no entropy.
 *
 * @param {MapInfo} info
 * @param {MapSpec['values']} values
 */
export function marginsOf({ queryEntropy, querySum, keyMean }, values) {
  const isEntropy = values !== 'norm' && queryEntropy.some((value) => !Number.isNaN(value));
  return { query: isEntropy ? queryEntropy : querySum, isEntropy, key: keyMean };
}

/**
 * The bars along an axis, one for each cell or pixel. Each is the largest absolute value that it covers.
 *
 * @param {Float32Array} values
 * @param {{ start: number, size: number, visible: number }} axis - the first visible cell, the pixels of a
 *   cell, the visible pixels
 * @returns {{ from: number, to: number, share: number }[]} pixels, and the length from 0 to 1
 */
export function barsOf(values, { start, size, visible }) {
  const max = largest(values, 0, values.length) || 1;
  // Bars narrower than a pixel would blend.
  const width = Math.max(1, size);
  const bars = [];
  const first = size < 1 ? 0 : (Math.floor(start) - start) * size;
  for (let from = first; from < visible - 0.01; from += width) {
    const cell = Math.floor(start + from / size + 1e-6);
    const end = Math.max(cell + 1, Math.floor(start + (from + width) / size + 1e-6));
    bars.push({
      from: Math.max(0, from),
      to: Math.min(visible, from + width),
      share: largest(values, cell, Math.min(end, values.length)) / max,
    });
  }
  return bars;
}

/**
 * The last bars of values that do not change.
 *
 * @type {WeakMap<Float32Array, { axis: Parameters<typeof barsOf>[1], bars: ReturnType<typeof barsOf> }>}
 */
const cachedBars = new WeakMap();

/**
 * The bars of a map. Those of a large head change while its rows are computed.
 *
 * @param {MapInfo} info @param {Float32Array} values @param {Parameters<typeof barsOf>[1]} axis
 */
export function barsIn({ large }, values, axis) {
  const cached = large ? undefined : cachedBars.get(values);
  const { start, size, visible } = cached?.axis ?? {};
  if (cached && start === axis.start && size === axis.size && visible === axis.visible) return cached.bars;
  const bars = barsOf(values, axis);
  cachedBars.set(values, { axis, bars });
  return bars;
}

/**
 * The largest absolute value of a range. A loop, because there may be millions of values in each frame.
 *
 * @param {Float32Array} values @param {number} start @param {number} end
 */
function largest(values, start, end) {
  let max = 0;
  for (let at = start; at < end; at += 1) {
    const value = Math.abs(values[at]);
    if (value > max) max = value;
  }
  return max;
}

/**
 * Draws both strips, in CSS pixels, with the bars of the selected cell highlighted.
 *
 * @param {CanvasRenderingContext2D} context - its origin is the upper left of the visible part
 * @param {Viewport} viewport
 * @param {{ info: MapInfo, values: MapSpec['values'] }} map
 * @param {Cell | null} activeCell
 * @param {{ entropy: string, sum: string, keyMean: string }} words
 * @param {Inks} inks
 */
export function drawMargins(context, viewport, { info, values }, activeCell, words, inks) {
  const margins = marginsOf(info, values);
  for (const name of /** @type {const} */ (['query', 'key'])) {
    const axis = axisOf(viewport, name === 'query');
    const offset = (name === 'query' ? viewport.width : viewport.height) + GAP;
    const active = activeCell && (activeCell[name] - axis.start) * axis.size;
    for (const { from, to, share } of barsIn(info, margins[name], axis)) {
      const isActive = active !== null && active >= from - 0.01 && active < to - 0.01;
      context.fillStyle = isActive ? inks.accent : inks.line;
      const thickness = Math.min(MAX_THICKNESS, to - from);
      const along = from + (to - from - thickness) / 2;
      const length = share * (STRIP - GAP);
      if (name === 'query') context.fillRect(offset, along, length, thickness);
      else context.fillRect(along, offset, thickness, length);
    }
  }
  context.font = SMALL_FONT;
  context.fillStyle = inks.soft;
  context.textBaseline = 'top';
  context.textAlign = 'left';
  const rowName = margins.isEntropy ? words.entropy : words.sum;
  context.fillText(rowName, viewport.width + GAP, viewport.height + GAP + 1);
  context.textAlign = 'right';
  context.fillText(words.keyMean, -7, viewport.height + GAP + 1);
}
