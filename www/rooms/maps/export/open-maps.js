import { paintMap } from '../program.js';
import { coloredHeads } from '../chosen/chosen.js';
import { specsOf } from '../head/spec.js';
import { views } from '../later-view.js';
import { withMap } from './gather.js';
/** @import { MapsModel, MapsService } from '../types.js' */
/** @import { MapRole } from '../head/spec.js' */
/** @import { HeadRole, OpenMap, Region, Shown, Which } from './types.js' */

/** The maps of a comparison, in order. @type {Which[]} */
export const MAPS = ['a', 'b', 'difference'];
/** The default width of a picture, in pixels. */
export const DEFAULT_WIDTH = 1200;

/**
 * The input of an export: the model, the service, and the open maps of the head view, which are reused.
 *
 * @typedef {{ model: MapsModel, service: MapsService | null, shown: Shown | null }} ExportInput
 */

/**
 * Runs a function with the current maps. Maps that are not open in the head view are opened for it and
 * released afterwards.
 *
 * @template R
 * @param {ExportInput} input
 * @template {Which | MapRole} W
 * @param {W[]} which
 * @param {boolean} isTable - whether numbers are exported: they are weights even if the color scale divides
 *   each row by its maximum
 * @param {(maps: OpenMap<W>[], service: MapsService) => Promise<R>} run
 */
export async function withMaps({ model, service, shown }, which, isTable, run) {
  if (!service || !model.data) throw new Error('nothing is open');
  const { specs } = specsOf(model.state, model.data);
  const wanted = which.flatMap((name) => {
    const spec = (isTable && name === 'a' && specs.plain) || specs[name];
    return spec ? [/** @type {const} */ ([name, spec])] : [];
  });
  /** @param {typeof wanted} rest @param {OpenMap<W>[]} maps @returns {Promise<R>} */
  const open = ([next, ...rest], maps) =>
    next
      ? withMap(service, shown?.maps ?? [], next[1], (info) => open(rest, [...maps, [...next, info]]))
      : run(maps, service);
  return open(wanted, []);
}

/**
 * The current maps as a picture.
 *
 * @param {ExportInput} input
 * @param {{ region?: Region | null, width?: number }} [options] - `region` null for all cells; `width` in
 *   pixels
 */
export async function shownScene(
  input,
  { region = input.shown?.region ?? null, width = DEFAULT_WIDTH } = {},
) {
  const { drawImages, drawMaps } = await import('./drawn.js');
  const colored = coloredHeads(input.model.state).map((_, at) => /** @type {HeadRole} */ (`head ${at}`));
  if (input.model.state.view === 'image') {
    const { imagePanels } = await views.load();
    return withMaps(input, colored.length > 0 ? colored : ['a'], true, (maps, service) =>
      drawImages(input.model, maps, service, { width, paint: paintMap, imagePanels }),
    );
  }
  return withMaps(input, [...MAPS, ...colored], false, (maps, service) =>
    drawMaps(input.model, maps, region, service, { width, paint: paintMap }),
  );
}
