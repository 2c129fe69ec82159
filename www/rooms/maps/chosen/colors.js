/** The colors of several heads in one map and in one text. */
import { paintMap } from '../program.js';
import { barOf } from '../head/scale.js';
/** @import { Paint } from '../export/types.js' */
/** @import { Colors } from '../head/tiles.js' */

/**
 * A color of the screen: red, green and blue, 0 to 255.
 *
 * @typedef {readonly [number, number, number]} Color
 */

/**
 * One color for each chosen head, in order. Four of them differ for every kind of color vision; heads are
 * also named.
 *
 * @type {Readonly<Record<'light' | 'dark', readonly Color[]>>}
 */
export const HEAD_COLORS = Object.freeze({
  light: [
    [180, 72, 15],
    [43, 98, 168],
    [31, 122, 92],
    [138, 69, 144],
    [122, 106, 0],
  ],
  dark: [
    [240, 138, 75],
    [127, 176, 245],
    [95, 198, 160],
    [208, 143, 214],
    [211, 192, 74],
  ],
});

/** A color in a style. @param {Color} color @param {number} [opacity] */
export const cssColor = ([red, green, blue], opacity = 1) =>
  opacity === 1 ? `rgb(${red} ${green} ${blue})` : `rgb(${red} ${green} ${blue} / ${opacity.toFixed(3)})`;

/**
 * The place of a value on a scale, 0 to 1.
 *
 * @param {Colors['scale']} scale @param {number} value
 */
export function shareOf({ kind, low, high, quantiles }, value) {
  if (kind === 'percentile' && quantiles) {
    const place = quantiles.findIndex((quantile) => quantile >= value);
    return place < 0 ? 1 : place / (quantiles.length - 1);
  }
  const share =
    kind === 'log' ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low || 1);
  return Math.max(0, Math.min(1, Number.isNaN(share) ? 0 : share));
}

/**
 * Paints cells in which several heads have weights: a cell has the color of the head with the largest
 * weight, which is stronger for larger weights. For equal weights, the earlier head counts. A cell without a
 * number is transparent.
 *
 * @param {Float32Array[]} parts - the weights of each head, cell by cell
 * @param {Colors} colors
 * @returns {Uint8ClampedArray<ArrayBuffer>}
 */
export function paintHeads(parts, { map, theme, scale }) {
  const ground = paintMap({ rows: 1, cols: 1, data: Float32Array.of(scale.low), map, theme, scale });
  const inks = HEAD_COLORS[theme];
  const pixels = new Uint8ClampedArray(4 * parts[0].length);
  for (let cell = 0; cell < parts[0].length; cell += 1) {
    let [best, most] = [-1, NaN];
    for (let part = 0; part < parts.length; part += 1) {
      const value = parts[part][cell];
      if (Number.isNaN(value) || most >= value) continue;
      [best, most] = [part, value];
    }
    if (best < 0) continue;
    const share = shareOf(scale, most);
    for (let channel = 0; channel < 3; channel += 1)
      pixels[4 * cell + channel] = ground[channel] + share * (inks[best][channel] - ground[channel]);
    pixels[4 * cell + 3] = 255;
  }
  return pixels;
}

/**
 * The colors of a bar: in one line, or in one below the other for each of several heads.
 *
 * @param {Colors['scale']} bar - what it shows of the scale
 * @param {number} count - of colors in a line
 * @param {number} heads - that have a color each, or 0
 * @param {Colors} colors @param {Paint} paint
 * @returns {Uint8ClampedArray<ArrayBuffer>}
 */
export function barPixels(bar, count, heads, colors, paint) {
  const data = barOf(bar, count);
  if (heads === 0) return /** @type {any} */ (paint({ rows: 1, cols: count, data, ...colors }));
  const parts = Array.from({ length: heads }, (_, head) => {
    const part = new Float32Array(heads * count).fill(NaN);
    part.set(data, head * count);
    return part;
  });
  return paintHeads(parts, colors);
}

/** The least weight with a line below a token, and the one from which the line is thick. */
const [LEAST, THICK] = [0.01, 0.2];
/** The distance of two lines, and their thickness for large and small weights, in CSS pixels. */
const LANE = { distance: 4, thick: 3.5, thin: 2 };

/**
 * The lines below a token, one for each head at its own height: a background in the syntax of CSS, empty
 * without lines. Its opacity is 0.25 + 0.75 min(1, 1.15 √w).
 *
 * @param {ArrayLike<number>} weights - of the token, by head
 * @param {readonly Color[]} colors
 */
export function lanesOf(weights, colors) {
  return Array.from(weights)
    .flatMap((weight, at) => {
      if (!(weight >= LEAST)) return [];
      const color = cssColor(colors[at], 0.25 + 0.75 * Math.min(1, 1.15 * Math.sqrt(weight)));
      const height = weight >= THICK ? LANE.thick : LANE.thin;
      return `linear-gradient(${color}, ${color}) 0 ${at * LANE.distance}px / 100% ${height}px no-repeat`;
    })
    .join(', ');
}
