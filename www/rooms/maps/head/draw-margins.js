import { axisOf, SMALL_FONT } from './draw-axes.js';
/** @import { MapInfo, MapSpec } from '../types.js' */
/** @import { Inks } from './inks.js' */
/** @import { Frame, Pair } from './sight.js' */

/** The thickness of a strip of bars, and its distance from the cells, in CSS pixels. */
export const [STRIP, GAP] = [34, 6];
/** The greatest thickness of a bar. */
const THICKEST = 7;

/**
 * The bars beside the rows and below the columns: the entropy of rows of weights, or else their sums, and the
 * mean weight of keys. Weights multiplied by the norm of the values are not weights.
 *
 * @param {MapInfo} info
 * @param {MapSpec['values']} values
 */
export function marginsOf({ queryEntropy, querySum, keyMean }, values) {
  const entropy = values !== 'norm' && queryEntropy.some((value) => !Number.isNaN(value));
  return { query: entropy ? queryEntropy : querySum, entropy, key: keyMean };
}

/**
 * The bars along an axis, one for each cell or pixel: each is the maximum of what it covers.
 *
 * @param {Float32Array} values
 * @param {{ start: number, size: number, seen: number }} axis - the first visible cell, the pixels of a cell,
 *   the visible pixels
 * @returns {{ from: number, to: number, share: number }[]} pixels, and how long the bar is
 */
export function barsOf(values, { start, size, seen }) {
  const most = values.reduce((far, value) => (Math.abs(value) > far ? Math.abs(value) : far), 0) || 1;
  // Bars narrower than a pixel would blend.
  const wide = Math.max(1, size);
  const bars = [];
  const first = size < 1 ? 0 : (Math.floor(start) - start) * size;
  for (let from = first; from < seen - 0.01; from += wide) {
    let far = 0;
    const place = Math.floor(start + from / size + 1e-6);
    const end = Math.max(place + 1, Math.floor(start + (from + wide) / size + 1e-6));
    for (let at = place; at < Math.min(values.length, end); at += 1)
      if (Math.abs(values[at]) > far) far = Math.abs(values[at]);
    bars.push({ from: Math.max(0, from), to: Math.min(seen, from + wide), share: far / most });
  }
  return bars;
}

/**
 * Draws both strips, in CSS pixels, with the bars of the selected cell highlighted.
 *
 * @param {CanvasRenderingContext2D} context - its origin at the upper left of what is visible
 * @param {Frame} frame
 * @param {{ info: MapInfo, values: MapSpec['values'] }} of
 * @param {Pair | null} activeCell
 * @param {{ entropy: string, sum: string, keyMean: string }} words
 * @param {Inks} inks
 */
export function drawMargins(context, frame, { info, values }, activeCell, words, inks) {
  const { query, entropy, key } = marginsOf(info, values);
  for (const down of [true, false]) {
    const { start, size, seen } = axisOf(frame, down);
    const away = (down ? frame.width : frame.height) + GAP;
    const lit = activeCell && ((down ? activeCell.query : activeCell.key) - start) * size;
    for (const { from, to, share } of barsOf(down ? query : key, { start, size, seen })) {
      const thick = Math.min(THICKEST, to - from);
      const at = from + (to - from - thick) / 2;
      context.fillStyle = lit !== null && lit >= from - 0.01 && lit < to - 0.01 ? inks.accent : inks.line;
      const length = share * (STRIP - GAP);
      if (down) context.fillRect(away, at, length, thick);
      else context.fillRect(at, away, thick, length);
    }
  }
  context.font = SMALL_FONT;
  context.fillStyle = inks.soft;
  context.textBaseline = 'top';
  context.textAlign = 'left';
  context.fillText(entropy ? words.entropy : words.sum, frame.width + GAP, frame.height + GAP + 1);
  context.textAlign = 'right';
  context.fillText(words.keyMean, -7, frame.height + GAP + 1);
}
