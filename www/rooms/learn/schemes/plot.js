/** @import { Schemes } from '../../../engine/attention.js' */

/**
 * Where a plot draws: the numbers at its edges and the room between its margins, CSS pixels.
 *
 * @typedef {{ reach: number, low: number, high: number, width: number, height: number, margin: { left: number, right: number, top: number, bottom: number } }} Frame
 */

const MARGIN = { left: 44, right: 12, top: 10, bottom: 24 };

/**
 * Room above and below the curves, and what a straight line may fall below the others before it leaves the
 * drawing, as parts of their extent.
 */
const AIR = 0.08;
const FALL = 0.5;

/**
 * The frame in which the bounded curves are seen whole. A penalty that grows without end would flatten all
 * others: it may leave the drawing.
 *
 * @param {Schemes<Float64Array>} curves
 * @param {number} width
 * @param {number} height
 * @returns {Frame}
 */
export function frameOf({ none, sinusoidal, rope, alibi }, width, height) {
  let [low, high] = extent([none, sinusoidal, rope]);
  const size = high - low || Math.abs(high) || 1;
  low = Math.min(low, Math.max(extent([alibi])[0], low - FALL * size)) - AIR * size;
  high += AIR * size;
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

/** @param {Frame} frame @param {number} distance */
export function across({ reach, width, margin }, distance) {
  return margin.left + ((width - margin.left - margin.right) * distance) / (reach || 1);
}

/** @param {Frame} frame @param {number} value */
export function up({ low, high, height, margin }, value) {
  return margin.top + ((height - margin.top - margin.bottom) * (high - value)) / (high - low);
}

/** The distance at a place of the drawing. @param {Frame} frame @param {number} x */
export function distanceAt(frame, x) {
  const { width, margin, reach } = frame;
  return Math.max(
    0,
    Math.min(reach, Math.round(((x - margin.left) * reach) / (width - margin.left - margin.right))),
  );
}

/**
 * A curve as the path of an SVG. Where there is no number there is no line; far outside, the line goes on
 * just outside.
 *
 * @param {Frame} frame
 * @param {Float64Array} curve
 */
export function path(frame, curve) {
  let out = '';
  let pen = 'M';
  curve.forEach((value, distance) => {
    if (Number.isFinite(value)) {
      const y = Math.max(-frame.height, Math.min(2 * frame.height, up(frame, value)));
      out += `${pen}${across(frame, distance).toFixed(1)} ${y.toFixed(1)}`;
      pen = 'L';
    } else pen = 'M';
  });
  return out;
}

/** Whether a value stands inside the drawing. @param {Frame} frame @param {number} value */
export function isInside({ low, high }, value) {
  return value >= low && value <= high;
}

/**
 * Round numbers between two ends, about four of them.
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
