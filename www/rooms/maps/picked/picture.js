/** Draws picked keys in three states, and the mass lost as bars beside the rows. */
import { paintMap } from '../../../engine/maps.js';
/** @import { PickedHead } from './figures.js' */

/** How far up the colors a picked key with weight 0 is, so that it is seen. */
const LEAST = 0.14;

/**
 * The pixels of a picture: picked keys by their weight, those that could have been picked in one color, and
 * nothing where no key is visible.
 *
 * @param {PickedHead} found
 * @param {{ map: string, theme: 'light' | 'dark', other: [red: number, green: number, blue: number] }} colors
 * @returns {ImageData}
 */
export function pixelsOf({ side, picture }, { map, theme, other }) {
  let high = 0;
  for (const weight of picture) if (weight > high) high = weight;
  return imageOf(picture, [side, side], { map, theme, other, high });
}

/**
 * The pixels of rows and columns of weights; -1 is a key that was not picked, and NaN has no color.
 *
 * @param {Float32Array} picture
 * @param {[rows: number, cols: number]} sides
 * @param {{ map: string, theme: 'light' | 'dark', other: [red: number, green: number, blue: number], high: number }} colors -
 *   `high`: the weight at the end of the colors
 */
function imageOf(picture, [rows, cols], { map, theme, other, high }) {
  // The root shows small weights beside large ones.
  const data = picture.map((weight) => (weight >= 0 ? Math.sqrt(weight) : NaN));
  const top = Math.sqrt(high) || 1;
  const scale = { kind: /** @type {const} */ ('sequential'), low: (-top * LEAST) / (1 - LEAST), high: top };
  const pixels = /** @type {Uint8ClampedArray<ArrayBuffer>} */ (
    paintMap({ rows, cols, data, map: /** @type {any} */ (map), theme, scale })
  );
  for (let at = 0; at < picture.length; at += 1) if (picture[at] === -1) pixels.set([...other, 255], 4 * at);
  return new ImageData(pixels, cols, rows);
}

/**
 * Draws weights into a canvas with a pixel for each.
 *
 * @param {HTMLCanvasElement} canvas
 * @param {Parameters<typeof imageOf>} of
 */
export function drawInColors(canvas, ...of) {
  const image = imageOf(...of);
  Object.assign(canvas, { width: image.width, height: image.height });
  canvas.getContext('2d')?.putImageData(image, 0, 0);
}

/**
 * The color of keys that were not picked, which the style sheet sets.
 *
 * @param {HTMLElement} of @returns {[red: number, green: number, blue: number]}
 */
export const colorOf = (of) =>
  /** @type {any} */ (
    (getComputedStyle(of).color.match(/[\d.]+/g) ?? ['0', '0', '0']).slice(0, 3).map(Number)
  );

/**
 * Draws the mass lost of each row as a bar; of several rows in a pixel the mean, and the largest in a paler
 * color.
 *
 * @param {HTMLCanvasElement} canvas
 * @param {Float32Array} lost
 * @param {number} query
 * @param {{ width: number, height: number, ratio: number, soft: string, accent: string, line: string }} how
 */
export function drawLost(canvas, lost, query, { width, height, ratio, soft, accent, line }) {
  Object.assign(canvas, { width: Math.round(width * ratio), height: Math.round(height * ratio) });
  const context = canvas.getContext('2d');
  if (!context) return;
  const rows = canvas.height;
  context.fillStyle = line;
  for (const at of [0, 0.5, 1]) context.fillRect(Math.round(at * (canvas.width - ratio)), 0, ratio, rows);
  const bar = (/** @type {number} */ from, /** @type {number} */ to, /** @type {number} */ share) =>
    context.fillRect(
      0,
      from,
      share * canvas.width,
      Math.max(1, to - from - (to - from > 2 * ratio ? ratio : 0)),
    );
  const perRow = lost.length / rows;
  context.fillStyle = soft;
  if (perRow <= 1)
    for (const [at, share] of lost.entries())
      bar(Math.round(at / perRow), Math.round((at + 1) / perRow), share);
  else
    for (let y = 0; y < rows; y += 1) {
      const some = lost.subarray(
        Math.floor(y * perRow),
        Math.max(Math.floor((y + 1) * perRow), Math.floor(y * perRow) + 1),
      );
      context.globalAlpha = 0.35;
      bar(y, y + 1, Math.max(...some));
      context.globalAlpha = 1;
      bar(y, y + 1, some.reduce((sum, each) => sum + each, 0) / some.length);
    }
  context.fillStyle = accent;
  const top = Math.round(query / perRow);
  context.fillRect(
    0,
    top,
    Math.max(ratio, lost[query] * canvas.width),
    Math.max(2 * ratio, Math.round(1 / perRow)),
  );
}
