import { axisOf } from './labels.js';
import { SCREEN } from './metrics.js';
/** @import { Shape } from '../../../picture/types.js' */
/** @import { MapInfo, MapSpec } from '../types.js' */
/** @import { Inks } from './map-scene.js' */
/** @import { Cell, Viewport } from './viewport.js' */

/**
 * The map whose bars are beside it, the names of the bars, and which strips there are.
 *
 * @typedef {{ info: MapInfo, values: MapSpec['values'], words: { entropy: string, sum: string, keyMean: string, decay: string }, which: readonly ('query' | 'key')[] }} Margins
 */

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
 * The strips as shapes. The bars of the selected cell are highlighted.
 *
 * @param {Viewport} viewport
 * @param {Margins} map
 * @param {Cell | null} active
 * @param {Pick<Inks, 'accent' | 'line' | 'soft'>} inks
 * @param {typeof SCREEN} [metrics]
 * @returns {Shape[]}
 */
export function marginShapes(
  viewport,
  { info, values, words, which },
  active,
  inks,
  { small, gap, strip } = SCREEN,
) {
  const margins = marginsOf(info, values);
  // Below a head that keeps a state is what is left of each write.
  if (info.marks) {
    const start = (active?.query ?? info.queries - 1) * info.keys;
    margins.key = info.marks.left.subarray(start, start + info.keys);
  }
  const [right, bottom] = [viewport.width + strip.gap, viewport.height + strip.gap];
  const bars = which.flatMap((name) => {
    const axis = axisOf(viewport, name);
    const at = active && (active[name] - axis.start) * axis.size;
    return barsIn(info, margins[name], axis).map(({ from, to, share }) => {
      const isActive = at !== null && at >= from - 0.01 && at < to - 0.01;
      const thickness = Math.min(strip.bar, to - from);
      const along = from + (to - from - thickness) / 2;
      const length = share * (strip.size - strip.gap);
      const box =
        name === 'query'
          ? { x: right, y: along, width: length, height: thickness }
          : { x: along, y: bottom, width: thickness, height: length };
      return /** @type {Shape} */ ({ kind: 'rect', ...box, fill: isActive ? inks.accent : inks.line });
    });
  });
  const name = {
    kind: /** @type {const} */ ('text'),
    y: bottom + 1 + 0.8 * small,
    size: small,
    fill: inks.soft,
  };
  /** @type {Record<'query' | 'key', Shape>} */
  const names = {
    query: { ...name, text: margins.isEntropy ? words.entropy : words.sum, x: right, anchor: 'start' },
    key: { ...name, text: info.marks ? words.decay : words.keyMean, x: -gap, anchor: 'end' },
  };
  return [...bars, ...which.map((each) => names[each])];
}
