/** What the view of a picture shows, as pixels for exported pictures and figures for print. */
import { labelsOf } from '../head/labels.js';
import { readColumn } from '../head/numbers.js';
import { paintPatches } from './draw.js';
import { placeOf, sharesOf } from './patches.js';
import { pictureOf } from './pictures.js';
import { namesIn, placesIn, startName } from './places.js';
/** @import { Colors } from '../head/tiles.js' */
/** @import { MapInfo, MapsData, MapsModel, MapsService } from '../types.js' */

/**
 * Weights over the patches. `rings`: the patches that are marked; `isFrom`: the one whose weights they are.
 *
 * @typedef {object} ImagePanel
 * @property {string} title
 * @property {string} token - whose weights they are
 * @property {number} columns - of patches
 * @property {number} rows
 * @property {number} width - in pixels
 * @property {number} height
 * @property {Uint8ClampedArray} pixels
 * @property {{ row: number, column: number, isFrom: boolean }[]} rings
 */

/**
 * The weights of the token over the picture, and those of the patch over the patches if it has any.
 *
 * @param {MapsModel} model
 * @param {MapsService} service
 * @param {MapInfo[]} infos - one map, or one for each head that has a color
 * @param {{ side: number, colors: Colors, paper: string }} how - `side`: pixels of the longer side, about
 * @returns {Promise<ImagePanel[]>}
 */
export async function imagePanels({ state, data: open, t }, service, infos, { side, colors, paper }) {
  const data = /** @type {MapsData} */ (open);
  const words = t.image;
  const labels = labelsOf(state, data, words.segments);
  const places = placesIn(state, data, infos[0], state.cursor);
  const { grid, isKey, isSame, offset, token } = places;
  const nameOf = namesIn(places, labels, words);
  const all = (/** @type {number} */ at) =>
    Promise.all(infos.map((info) => (isKey ? service.row(info.id, at) : readColumn(service, info, at))));
  const weights = await all(token);
  const patch = places.cursor ?? sharesOf(weights[0], grid).most;
  const cell = Math.max(1, Math.round(side / Math.max(grid.columns, grid.rows)));
  const picture = pictureOf(data.opened);
  const isByRow = state.scale === 'row';
  const panel = (
    /** @type {string} */ name,
    /** @type {string} */ title,
    /** @type {Float32Array[]} */ parts,
    /** @type {(number | null)[]} */ [from, to],
  ) => {
    const [width, height] = [grid.columns * cell, grid.rows * cell];
    const context = new OffscreenCanvas(width, height).getContext('2d');
    if (!context) throw new Error('the browser draws no more pictures');
    paintPatches(context, { grid, weights: parts, colors, isByRow, picture }, { cell, paper });
    const { data: pixels } = context.getImageData(0, 0, width, height);
    const rings = [to, from].flatMap((at, isFrom) => {
      const place = at === null ? null : placeOf(at, grid);
      return place ? [{ ...place, isFrom: isFrom === 1 }] : [];
    });
    return { title, token: name, columns: grid.columns, rows: grid.rows, width, height, pixels, rings };
  };
  const own = isSame ? token + offset : token;
  const name = nameOf(own, isSame);
  const over = words.over({ name: startName(name, labels) });
  const panels = [panel(name, over, weights, [isSame ? own : null, patch])];
  if (places.canLook(patch)) {
    const place = placeOf(patch, grid) ?? { row: 0, column: 0 };
    panels.push(panel(nameOf(patch, true), words.patchOver(place), await all(patch - offset), [patch, null]));
  }
  return panels;
}
