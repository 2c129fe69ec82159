import { canvasOf, pngOf } from '../../../picture/canvas.js';
import { measure } from '../../../picture/measure.js';
import { svgIn } from '../../../picture/export.js';
import { labelsOf } from '../head/labels.js';
import { allOf, gathered } from './gather.js';
import { pictureOf } from './picture.js';
import { cellOf, rowLabelsWidth, sceneOf, widthOf } from './scene.js';
/** @import { Scene } from '../../../picture/types.js' */
/** @import { MapInfo, MapSpec, MapsModel, MapsService } from '../types.js' */
/** @import { Which } from './picture.js' */
/** @import { Gathered, Paint, Sight } from './types.js' */

/**
 * The current maps as a picture, in the resolution of the picture.
 *
 * @param {MapsModel} model
 * @param {[Which, MapSpec, MapInfo][]} maps - A, and in a comparison also B and the difference
 * @param {Sight | null} sight - the visible part; null for all
 * @param {MapsService} service
 * @param {{ width: number, paint: Paint }} how - pixels; the painter of the engine, of which there is one in
 *   the page
 */
export async function drawn(model, maps, sight, service, { width, paint }) {
  const rowLabels = model.data ? rowLabelsWidth(labelsOf(model.state, model.data).query, measure) : 0;
  /** @type {[Which, MapSpec, Gathered][]} */
  const found = [];
  for (const [which, spec, info] of maps) {
    const seen = sight ?? allOf(info);
    const shape = { rows: seen.rows[1], cols: seen.cols[1] };
    const [cell, unit] = [cellOf(shape, maps.length), width / widthOf(shape, maps.length, rowLabels)];
    found.push([which, spec, await gathered(service, info, seen, { x: cell.x * unit, y: cell.y * unit })]);
  }
  return sceneOf(pictureOf(model, found), { measure, paint, pixels: width });
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
    : new Blob([svgIn(scene, width)], { type: 'image/svg+xml' });
}
