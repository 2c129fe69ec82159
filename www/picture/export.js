import { cellsCanvas, drawShapes } from './canvas.js';
import { svgOf } from './svg.js';
import { FONT, MONO } from './text.js';
/** @import { Scene } from './types.js' */

/** The largest canvas. Beyond these limits, some browsers draw nothing and report no error. */
export const MAX = { side: 16_384, pixels: 2 ** 26 };

/**
 * Draws a scene on a new canvas of this width.
 *
 * @param {Scene} scene
 * @param {number} width - in pixels
 * @throws {Error} if the canvas would be too large
 */
export function canvasOf(scene, width) {
  const height = Math.round((scene.height * width) / scene.width);
  if (!(width >= 1 && Math.max(width, height) <= MAX.side && width * height <= MAX.pixels)) {
    throw new Error(
      `a picture of ${width} × ${height} pixels cannot be drawn: it may have ${MAX.side} a side and ${MAX.pixels} in all. A drawing (SVG) has no such limit`,
    );
  }
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width, height];
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  if (scene.paper !== null) {
    context.fillStyle = scene.paper;
    context.fillRect(0, 0, width, height);
  }
  context.scale(width / scene.width, width / scene.width);
  context.imageSmoothingEnabled = false;
  drawShapes(context, scene.shapes, MONO, scene.font ?? FONT);
  return canvas;
}

/**
 * A canvas as a PNG file.
 *
 * @param {HTMLCanvasElement} canvas
 * @returns {Promise<Blob>}
 */
export function pngOf(canvas) {
  const { width, height } = canvas;
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob) resolve(blob);
      else reject(new Error(`a picture of ${width} × ${height} pixels is too large for this browser`));
    }, 'image/png');
  });
}

/**
 * A scene as the text of an SVG file.
 *
 * @param {Scene} scene
 * @param {Omit<Parameters<typeof svgOf>[1], 'picture'>} [options]
 */
export function svgIn(scene, options) {
  return svgOf(scene, { ...options, picture: (cells) => cellsCanvas(cells).toDataURL('image/png') });
}

/**
 * A scene as a file.
 *
 * @param {Scene} scene
 * @param {{ type?: string, scale?: number }} [options] - `type` is `image/png` or `image/svg+xml`; `scale` is
 *   the number of PNG pixels for each CSS pixel
 * @returns {Promise<Blob>}
 * @throws {Error} if the type is not supported or a PNG would be too large
 */
export async function blobIn(scene, { type = 'image/png', scale = 2 } = {}) {
  if (type === 'image/svg+xml') return new Blob([svgIn(scene)], { type });
  if (type !== 'image/png') throw new Error(`a picture is image/png or image/svg+xml, not ${type}`);
  return pngOf(canvasOf(scene, Math.round(scene.width * scale)));
}
