import { canvasOf, cellsCanvas, pngOf } from './canvas.js';
import { svgOf } from './svg.js';
/** @import { Scene } from './types.js' */

/**
 * A scene as the text of an SVG file.
 *
 * @param {Scene} scene
 * @param {number} [width] - in pixels
 */
export function svgIn(scene, width) {
  return svgOf(scene, { width, picture: (cells) => cellsCanvas(cells).toDataURL('image/png') });
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
