/** The points of all heads by two measures: where they are, which is nearest, and which are in a box. */
import { MEASURES } from '../state.js';
import { FIRST } from './settings.js';
/** @import { HeadFound, MapsState, MeasureName } from '../types.js' */
/** @import { Box, Scatter } from './settings.js' */

/**
 * A head as a point.
 *
 * @typedef {object} Point
 * @property {number} layer
 * @property {number} head
 * @property {number} x - the measure across
 * @property {number} y - the measure up
 * @property {number} color - the layer, or a third measure; NaN if the head has none
 * @property {{ x: number, y: number }} errors - the standard deviations of means over texts, or the
 *   standard errors of a sampled head, else 0
 */

/**
 * The range of an axis, which ends at its ticks.
 *
 * @typedef {{ low: number, high: number, ticks: number[] }} Axis
 */

/**
 * The points of the heads that have both measures.
 *
 * @param {(HeadFound | undefined)[]} heads
 * @param {{ across: MeasureName, up: MeasureName, color: 'layer' | MeasureName }} measures
 * @returns {Point[]}
 */
export function pointsOf(heads, { across, up, color }) {
  return heads.flatMap((found) => {
    if (!found) return [];
    const { layer, head, measures, sampled, spread } = found;
    const [x, y] = [measures[across], measures[up]];
    if (x === null || y === null || !Number.isFinite(x) || !Number.isFinite(y)) return [];
    const sides = spread ?? sampled?.errors;
    const errors = { x: sides?.[across] ?? 0, y: sides?.[up] ?? 0 };
    return [{ layer, head, x, y, color: color === 'layer' ? layer : (measures[color] ?? NaN), errors }];
  });
}

/**
 * The points that are shown first: by the usual measures, or by others if no head has these.
 *
 * @param {(HeadFound | undefined)[]} heads
 * @param {readonly MeasureName[]} [names] - the measures that there are
 * @returns {Scatter}
 */
export function firstPoints(heads, names = MEASURES) {
  const known = names.filter((name) => heads.some((found) => Number.isFinite(found?.measures[name])));
  const isKnown = (/** @type {MeasureName} */ name) => names.includes(name) && known.length < 2;
  const has = (/** @type {MeasureName} */ name) => isKnown(name) || known.includes(name);
  const up = has(FIRST.up) ? FIRST.up : (known.find((name) => name !== FIRST.across) ?? known[0] ?? names[0]);
  const across = has(FIRST.across) ? FIRST.across : (known.find((name) => name !== up) ?? up);
  return { ...FIRST, across, up };
}

/**
 * An axis around values: from 0, or from a round number below them, to a round number above, in steps of 1, 2
 * or 5 times a power of ten.
 *
 * @param {number[]} values
 * @param {number} most - about how many steps
 * @returns {Axis}
 */
export function axisOf(values, most) {
  let [least, greatest] = [Infinity, -Infinity];
  for (const value of values) [least, greatest] = [Math.min(least, value), Math.max(greatest, value)];
  if (!(least <= greatest)) return { low: 0, high: 1, ticks: [0, 1] };
  const from = Math.min(0, least);
  const to = greatest > from ? greatest : from + 1;
  const rough = (to - from) / most;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((each) => each * power).find((each) => each >= rough) ?? rough;
  const [first, last] = [Math.floor(from / step + 1e-9), Math.ceil(to / step - 1e-9)];
  const ticks = Array.from({ length: last - first + 1 }, (_, at) =>
    Number(((first + at) * step).toPrecision(12)),
  );
  return { low: ticks[0], high: ticks[ticks.length - 1], ticks };
}

/** The measures that are no shares, and may be above 1. */
const UNLIMITED = new Set(['entropy', 'mean_distance']);

/**
 * The values that an axis has to show: points with their crosses. Where a measure of a head cannot be, below
 * 0 and for a share above 1, a cross is cut off.
 *
 * @param {Point[]} points @param {'x' | 'y'} axis @param {MeasureName} measure - of the axis
 */
export function spans(points, axis, measure) {
  const most = UNLIMITED.has(measure) ? Infinity : 1;
  return points.flatMap(({ errors, [axis]: value }) => [
    Math.min(value, Math.max(0, value - errors[axis])),
    Math.max(value, Math.min(most, value + errors[axis])),
  ]);
}

/**
 * The index of the point nearest to a place, in pixels; -1 if none is near enough.
 *
 * @param {{ x: number, y: number }[]} places
 * @param {{ x: number, y: number }} at
 * @param {number} reach
 */
export function nearest(places, at, reach) {
  let [found, least] = [-1, reach * reach];
  for (let index = 0; index < places.length; index += 1) {
    const [dx, dy] = [places[index].x - at.x, places[index].y - at.y];
    const distance = dx * dx + dy * dy;
    if (distance <= least) [found, least] = [index, distance];
  }
  return found;
}

/** Whether a point is in a box. @param {{ x: number, y: number }} point @param {Box} box */
export const isInBox = ({ x, y }, { left, right, bottom, top }) =>
  x >= left && x <= right && y >= bottom && y <= top;

/**
 * The index of the point that a key moves to: the next one by the measure across or up. Ties are in the order
 * of layers and heads.
 *
 * @param {Point[]} points
 * @param {number} from - -1 for none
 * @param {string} key
 */
export function pointByKey(points, from, key) {
  const axis = key === 'ArrowUp' || key === 'ArrowDown' ? 'y' : 'x';
  const order = points.map((_, at) => at).sort((a, b) => points[a][axis] - points[b][axis] || a - b);
  if (key === 'Home') return order[0] ?? -1;
  if (key === 'End') return order[order.length - 1] ?? -1;
  const step = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[key];
  if (step === undefined) return -1;
  if (from < 0) return order[0] ?? -1;
  return order[Math.max(0, Math.min(order.length - 1, order.indexOf(from) + step))];
}

/**
 * The heads in the box of the points.
 *
 * @param {Pick<MapsState, 'scatter'>} state
 * @param {{ layer: number, head: number, found: HeadFound | undefined }[]} heads
 */
export function headsInBox({ scatter }, heads) {
  const box = scatter?.box;
  if (!scatter || !box) return [];
  return heads.filter(({ found }) => {
    const [x, y] = [found?.measures[scatter.across], found?.measures[scatter.up]];
    return typeof x === 'number' && typeof y === 'number' && isInBox({ x, y }, box);
  });
}
