import { paintMap } from '../../../engine/maps.js';
import { specsOf } from '../head/spec.js';
/** @import { MapInfo, MapSpec, MapsModel, MapsService } from '../types.js' */
/** @import { Which } from './picture.js' */
/** @import { Shown, Sight } from './types.js' */

/** The maps of a comparison, in order. @type {Which[]} */
export const MAPS = ['a', 'b', 'difference'];
/** The default width of a picture, in pixels. */
export const USUAL = 1200;

/**
 * The input of an export: the model, the service, and the maps of the head view, which are reused.
 *
 * @typedef {{ model: MapsModel, service: MapsService | null, shown: Shown | null }} Source
 */

/**
 * Opens the current maps, reuses those of the head view, and releases the others afterwards.
 *
 * @template R
 * @param {Source} source
 * @param {Which[]} which
 * @param {boolean} numbers - whether the numbers are exported: then they are weights, even if the scale
 *   divides each row by its maximum
 * @param {(maps: [Which, MapSpec, MapInfo][], from: MapsService) => Promise<R>} use
 */
export async function using({ model, service, shown }, which, numbers, use) {
  if (!service || !model.data) throw new Error('nothing is open');
  const { specs } = specsOf(model.state, model.data);
  const held = shown ? [shown, ...Object.values(shown.pair ?? {})] : [];
  /** @type {number[]} */
  const made = [];
  try {
    /** @type {[Which, MapSpec, MapInfo][]} */
    const maps = [];
    for (const name of which) {
      const spec = (numbers && name === 'a' && specs.plain) || specs[name];
      if (!spec) continue;
      const known = held.find((map) => JSON.stringify(map.spec) === JSON.stringify(spec));
      const info = known?.info ?? (await service.map(spec));
      if (!known) made.push(info.id);
      maps.push([name, spec, info]);
    }
    return await use(maps, service);
  } finally {
    for (const id of made) void service.release(id);
  }
}

/**
 * The current maps as a picture.
 *
 * @param {Source} source
 * @param {{ sight?: Sight | null, width?: number }} [how] - the part of the maps, null for all; the pixels
 */
export async function shownScene(source, { sight = source.shown?.sight ?? null, width = USUAL } = {}) {
  const { drawn } = await import('./drawn.js');
  return using(source, MAPS, false, (maps, from) =>
    drawn(source.model, maps, sight, from, { width, paint: paintMap }),
  );
}
