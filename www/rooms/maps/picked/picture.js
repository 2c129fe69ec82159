/** Draws picked keys in three states, and the mass lost as bars beside the rows. */
import { paintMap } from '../program.js';
import { useLayoutEffect, useRef } from '../../../ui/html.js';
import { highest, lossBars, PALE, rootScale, rootsOf } from './parts.js';
/** @import { Scene } from '../head/scene.js' */

/**
 * Draws weights into a canvas with a pixel for each, and again when they or their colors change: weights by
 * their size, -1, a key that was not picked, in one color that the style sheet sets, and nothing for NaN.
 *
 * @template F
 * @param {{ current: HTMLCanvasElement | null }} canvas
 * @param {F | null} found - what the weights follow from
 * @param {Pick<Scene, 'state' | 'appearance'>} scene
 * @param {(found: F) => { weights: Float32Array, sides: [rows: number, cols: number], high?: number }} weightsOf -
 *   `high`: the weight at the end of the colors, by default the largest one
 */
export function useColors(canvas, found, { state: { map }, appearance: { theme } }, weightsOf) {
  const drawn = useRef(/** @type {unknown[]} */ ([]));
  useLayoutEffect(() => {
    if (!found || !canvas.current) return;
    // The style sheet may change the color after the theme.
    const { color } = getComputedStyle(canvas.current);
    const now = [found, map, theme, color];
    if (now.every((each, at) => each === drawn.current[at])) return;
    drawn.current = now;
    const { weights, sides, high = highest(weights) } = weightsOf(found);
    const image = imageOf(weights, sides, { map, theme, other: rgbOf(color), high });
    Object.assign(canvas.current, { width: image.width, height: image.height });
    canvas.current.getContext('2d')?.putImageData(image, 0, 0);
  });
}

/**
 * @param {Float32Array} weights
 * @param {[rows: number, cols: number]} sides
 * @param {{ map: string, theme: 'light' | 'dark', other: number[], high: number }} colors
 */
function imageOf(weights, [rows, cols], { map, theme, other, high }) {
  const [data, scale] = [rootsOf(weights), rootScale(high)];
  const pixels = paintMap({ rows, cols, data, map: /** @type {any} */ (map), theme, scale });
  for (let at = 0; at < weights.length; at += 1) if (weights[at] === -1) pixels.set([...other, 255], 4 * at);
  return new ImageData(pixels, cols, rows);
}

/** The red, green and blue of a computed color. @param {string} color */
const rgbOf = (color) => (color.match(/[\d.]+/g) ?? ['0', '0', '0']).slice(0, 3).map(Number);

/**
 * Draws the mass lost of each row as a bar; of several rows in a pixel the mean, and the largest in a paler
 * color.
 *
 * @param {HTMLCanvasElement} canvas
 * @param {{ lost: Float32Array, ownLost: number }} found - of all rows, or of some in equal bands; and of the chosen one
 * @param {number} place - of the chosen row, as a share of the height
 * @param {{ width: number, height: number, ratio: number, soft: string, accent: string, line: string }} how
 */
export function drawLost(canvas, { lost, ownLost }, place, { width, height, ratio, soft, accent, line }) {
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
  context.fillStyle = soft;
  for (const { from, to, mean, most } of lossBars(lost, rows)) {
    context.globalAlpha = PALE;
    bar(Math.round(from), Math.round(to), most);
    context.globalAlpha = 1;
    bar(Math.round(from), Math.round(to), mean);
  }
  context.fillStyle = accent;
  context.fillRect(
    0,
    Math.round(place * rows),
    Math.max(ratio, ownLost * canvas.width),
    Math.max(2 * ratio, Math.round(rows / lost.length)),
  );
}
