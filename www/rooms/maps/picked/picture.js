/** Draws the views of picked keys and of entries: cells by pixels, and shapes over and beside them. */
import { paintMap } from '../program.js';
import { contextOf, drawShapes } from '../../../picture/canvas.js';
import inks from '../../../picture/colors.json' with { type: 'json' };
import { html, useLayoutEffect, useRef } from '../../../ui/html.js';
import { paintKept } from './kept-scene.js';
import { highest, rootScale } from './parts.js';
/** @import { Shape } from '../../../picture/types.js' */
/** @import { Scene } from '../head/scene.js' */

/** How far shapes extend beyond their box, in CSS pixels, as in the style sheet. */
const OUTSIDE = 4;

/**
 * Draws weights into a canvas with a pixel for each, and again when they or their colors change: weights by
 * their size, -1, a key that was not picked, in one color, and nothing for NaN.
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
    const now = [found, map, theme];
    if (!found || !canvas.current || now.every((each, at) => each === drawn.current[at])) return;
    drawn.current = now;
    const { weights, sides, high = highest(weights) } = weightsOf(found);
    const how = { map, theme, scale: rootScale(high), paint: paintMap, unpicked: inks[theme].unpicked };
    const pixels = /** @type {Uint8ClampedArray<ArrayBuffer>} */ (paintKept(weights, sides, how).pixels);
    const image = new ImageData(pixels, sides[1], sides[0]);
    Object.assign(canvas.current, { width: image.width, height: image.height });
    canvas.current.getContext('2d')?.putImageData(image, 0, 0);
  });
}

/**
 * Draws shapes over a box.
 *
 * @param {{ scene: Pick<Scene, 'appearance'>, shapesOf: (size: { width: number, height: number }) => Shape[] }} props
 */
export function Shapes({ scene, shapesOf }) {
  const canvas = useRef(/** @type {HTMLCanvasElement | null} */ (null));
  useLayoutEffect(() => {
    const box = canvas.current?.parentElement;
    if (!canvas.current || !box) return;
    const { clientWidth: width, clientHeight: height } = box;
    const outer = { width: width + 2 * OUTSIDE, height: height + 2 * OUTSIDE };
    const context = contextOf(canvas.current, outer, scene.appearance.ratio);
    context?.translate(OUTSIDE, OUTSIDE);
    if (context) drawShapes(context, shapesOf({ width, height }));
  });
  return html`<canvas ref=${canvas} class="shapes" aria-hidden="true"></canvas>`;
}

/**
 * A frame around a part of the cells, which is seen if they are small.
 *
 * @param {import('./kept-scene.js').Cells} cells
 * @param {{ row?: number, rows?: number, col: number, cols: number }} part - all rows by default
 * @param {Pick<Scene['inks'], 'ink' | 'paper'>} inks
 * @returns {Shape}
 */
export function frameOf(cells, { row = 0, rows = cells.rows, col, cols }, { ink, paper }) {
  const { cellWidth, cellHeight } = cells;
  const [width, height] = [cols * cellWidth, rows * cellHeight].map((side) => Math.max(LEAST, side));
  const box = { x: col * cellWidth, y: row * cellHeight, width, height };
  return { kind: 'frame', ...box, stroke: ink, thickness: 2, rim: paper };
}

/** The least side of a frame, in CSS pixels. */
const LEAST = 6;
