import { canvasOf, pngOf, svgIn } from '../../../picture/export.js';
import { measure } from '../../../picture/text.js';
import { labelsOf } from '../head/labels.js';
import { gather, wholeRegion } from './gather.js';
import { pictureOf } from './picture.js';
import { sceneOf, sizesOf } from './scene.js';
/** @import { Scene } from '../../../picture/types.js' */
/** @import { MapsModel, MapsService } from '../types.js' */
/** @import { GatheredMap, OpenMap, Paint, Region } from './types.js' */

/**
 * The current maps as a picture, in the resolution of the picture.
 *
 * @param {MapsModel} model
 * @param {OpenMap[]} maps - A, and in a comparison also B and the difference
 * @param {Region | null} region - null for all cells
 * @param {MapsService} service
 * @param {{ width: number, paint: Paint }} options - `width` in pixels; `paint` is that of the page's engine
 */
export async function drawMaps(model, maps, region, service, { width, paint }) {
  if (!model.data) throw new Error('nothing is open');
  const labels = labelsOf(model.state, model.data, model.t.image.segments);
  /** @type {GatheredMap[]} */
  const gathered = [];
  for (const [which, spec, info] of maps) {
    const visible = region ?? wholeRegion(info);
    const shape = { rows: visible.rows[1], cols: visible.cols[1] };
    const sizes = sizesOf(shape, maps.length, labels, model.t.maps.head.corner, measure);
    const unit = width / sizes.width;
    const pixels = { cellWidth: sizes.cellWidth * unit, cellHeight: sizes.cellHeight * unit };
    gathered.push([which, spec, await gather(service, model.state, { spec, info }, visible, pixels)]);
  }
  return sceneOf(pictureOf(model, gathered), { measure, paint, pixels: width });
}

/**
 * A scene as a file.
 *
 * @param {Scene} scene
 * @param {'png' | 'svg'} kind
 * @param {number} width - pixels
 */
export async function fileOf(scene, kind, width) {
  return kind === 'png'
    ? pngOf(canvasOf(scene, width))
    : new Blob([svgIn(scene, { width })], { type: 'image/svg+xml' });
}
