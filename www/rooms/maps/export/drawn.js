import { canvasOf, pngOf, svgIn } from '../../../picture/export.js';
import { COLORS } from '../../../picture/scene.js';
import { measure as measured } from '../../../picture/text.js';
import { labelsOf } from '../head/labels.js';
import { gather, wholeRegion } from './gather.js';
import { pictureOf } from './picture.js';
import { viewPanels } from './picks.js';
import { imageScene } from './image-scene.js';
import { sceneOf, sizesOf } from './scene.js';
/** @import { Measure, Scene } from '../../../picture/types.js' */
/** @import { MapsModel, MapsService } from '../types.js' */
/** @typedef {typeof import('../image/panels.js').imagePanels} ReadImages */
/** @import { GatheredMap, HeadRole, OpenMap, Paint, Region, Which } from './types.js' */

/**
 * The current maps as a picture, in the resolution of the picture.
 *
 * @param {MapsModel} model
 * @param {OpenMap<Which | HeadRole>[]} maps - A, in a comparison also B and the difference, and each head that has a
 *   color
 * @param {Region | null} region - null for all cells
 * @param {MapsService} service
 * @param {{ width: number, paint: Paint, measure?: Measure }} options - `width` in pixels; `paint` is that of the page's
 *   engine
 */
export async function drawMaps(model, maps, region, service, { width, paint, measure = measured }) {
  if (!model.data) throw new Error('nothing is open');
  const labels = labelsOf(model.state, model.data, model.t.image.segments);
  /** @type {GatheredMap[]} */
  const gathered = [];
  /** @type {Float32Array[]} */
  const parts = [];
  const isHead = (/** @type {Which | HeadRole} */ which) => which.startsWith('head ');
  const count = maps.filter(([which]) => !isHead(which)).length;
  const [[, first, info]] = maps;
  const panels = await viewPanels(model, first, info, labels, service);
  if (panels) {
    const all = panels.map((panel) => /** @type {GatheredMap} */ (['a', first, panel]));
    return sceneOf(pictureOf(model, all), { measure, paint, pixels: width });
  }
  for (const [which, spec, info] of maps) {
    const visible = region ?? wholeRegion(info);
    const shape = { rows: visible.rows[1], cols: visible.cols[1] };
    const sizes = sizesOf(shape, count, labels, model.t.maps.head.corner, measure);
    const unit = width / sizes.width;
    const pixels = { cellWidth: sizes.cellWidth * unit, cellHeight: sizes.cellHeight * unit };
    const cells = await gather(service, model.state, { spec, info }, visible, pixels);
    if (isHead(which)) parts.push(cells.data);
    else gathered.push([/** @type {Which} */ (which), spec, cells]);
  }
  if (parts.length > 0) gathered[0][2].parts = parts;
  return sceneOf(pictureOf(model, gathered), { measure, paint, pixels: width });
}

/**
 * What the view of a picture shows: the weights over it, of all heads that have a color.
 *
 * @param {MapsModel} model
 * @param {OpenMap<unknown>[]} maps
 * @param {MapsService} service
 * @param {{ width: number, paint: Paint, imagePanels: ReadImages }} options - `width` in pixels
 */
export async function drawImages(model, maps, service, { width, paint, imagePanels }) {
  const gathered = maps.map(([, spec, info]) => {
    const whole = { info, region: wholeRegion(info), pooled: { rows: 1, cols: 1 } };
    return /** @type {GatheredMap} */ (/** @type {unknown} */ (['a', spec, { ...whole, data: [] }]));
  });
  const picture = pictureOf(model, gathered);
  const { map, theme } = picture;
  const infos = maps.map(([, , info]) => info);
  const colors = { map, theme, scale: picture.legends[0].scale, heads: infos };
  const { paper } = COLORS[theme];
  const panels = await imagePanels(model, service, infos, { side: width / 2, colors, paper });
  return imageScene({ ...picture, panels }, { measure: measured, paint });
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
