import { paintMap } from '../../../engine/maps.js';
import { specsOf } from '../head/spec.js';
/** @import { MapInfo, MapSpec, MapsModel, MapsService } from '../types.js' */
/** @import { Which } from './picture.js' */
/** @import { Shown, Sight } from './types.js' */

/** In the order in which they stand side by side. @type {Which[]} */
export const MAPS = ['a', 'b', 'difference'];
/** How wide a picture is unless the reader says so, pixels. */
export const USUAL = 1200;

/** What is taken out: the model, what holds the numbers, and what the head view shows, so that it is not computed twice. @typedef {{ model: MapsModel, service: MapsService | null, shown: Shown | null }} Source */

/**
 * Uses the maps that are shown, and releases those that were made for it.
 *
 * @template R
 * @param {Source} source
 * @param {Which[]} which
 * @param {boolean} numbers - whether it is numbers that are wanted: they stay weights where each row is painted by its largest
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
 * What is shown as a picture.
 *
 * @param {Source} source
 * @param {{ sight?: Sight | null, width?: number }} [how] - the part of the maps, all where it is null; pixels
 */
export async function shownScene(source, { sight = source.shown?.sight ?? null, width = USUAL } = {}) {
  const { drawn } = await import('./drawn.js');
  return using(source, MAPS, false, (maps, from) =>
    drawn(source.model, maps, sight, from, { width, paint: paintMap }),
  );
}
