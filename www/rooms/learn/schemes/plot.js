/** @import { Schemes } from '../../../engine/attention.js' */

/**
 * The ranges of a plot, and its size and margins in CSS pixels. Distances range from 0 to `reach`.
 *
 * @typedef {{ reach: number, low: number, high: number, width: number, height: number, margin: { left: number, right: number, top: number, bottom: number } }} Frame
 */

const MARGIN = { left: 44, right: 12, top: 10, bottom: 24 };

/** The padding above and below the curves, as a share of the extent of the bounded curves. */
const PADDING = 0.08;
/** How far the curve of ALiBi is shown below the bounded curves, as a share of their extent. */
const MAX_DROP = 0.5;

/**
 * The frame that contains the bounded curves. ALiBi falls without limit and would flatten the others, so it
 * may leave the frame.
 *
 * @param {Schemes<Float64Array>} curves
 * @param {number} width
 * @param {number} height
 * @returns {Frame}
 */
export function frameOf({ none, sinusoidal, rope, alibi }, width, height) {
  let [low, high] = extent([none, sinusoidal, rope]);
  const size = high - low || Math.abs(high) || 1;
  low = Math.min(low, Math.max(extent([alibi])[0], low - MAX_DROP * size)) - PADDING * size;
  high += PADDING * size;
  return { reach: none.length - 1, low, high, width, height, margin: MARGIN };
}

/** @param {Float64Array[]} curves @returns {[number, number]} */
function extent(curves) {
  let [low, high] = [Infinity, -Infinity];
  for (const curve of curves) {
    for (const value of curve) {
      if (!Number.isFinite(value)) continue;
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
  }
  return low > high ? [0, 0] : [low, high];
}

/** The x coordinate of a distance. @param {Frame} frame @param {number} distance */
export function xAt({ reach, width, margin }, distance) {
  return margin.left + ((width - margin.left - margin.right) * distance) / (reach || 1);
}

/** The y coordinate of a value. @param {Frame} frame @param {number} value */
export function yAt({ low, high, height, margin }, value) {
  return margin.top + ((height - margin.top - margin.bottom) * (high - value)) / (high - low);
}

/** The distance at an x coordinate. @param {Frame} frame @param {number} x */
export function distanceAt(frame, x) {
  const { width, margin, reach } = frame;
  return Math.max(
    0,
    Math.min(reach, Math.round(((x - margin.left) * reach) / (width - margin.left - margin.right))),
  );
}

/**
 * A curve as an SVG path, with gaps where it is not finite. Coordinates far outside the frame are clamped.
 *
 * @param {Frame} frame
 * @param {Float64Array} curve
 */
export function path(frame, curve) {
  let out = '';
  let pen = 'M';
  curve.forEach((value, distance) => {
    if (Number.isFinite(value)) {
      const y = Math.max(-frame.height, Math.min(2 * frame.height, yAt(frame, value)));
      out += `${pen}${xAt(frame, distance).toFixed(1)} ${y.toFixed(1)}`;
      pen = 'L';
    } else pen = 'M';
  });
  return out;
}

/** Whether a value is inside the frame. @param {Frame} frame @param {number} value */
export function isInside({ low, high }, value) {
  return value >= low && value <= high;
}

/**
 * About four round numbers between two limits.
 *
 * @param {number} low
 * @param {number} high
 */
export function ticks(low, high) {
  const rough = (high - low) / 4;
  const decade = 10 ** Math.floor(Math.log10(rough));
  const step = decade * ([1, 2, 5].find((factor) => factor * decade >= rough) ?? 10);
  const first = Math.ceil(low / step);
  return Array.from({ length: Math.floor(high / step) - first + 1 }, (_, index) =>
    Number(((first + index) * step).toPrecision(12)),
  );
}
