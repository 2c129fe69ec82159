/** The scales of the maps of a picture, their legends, and why cells have no number. */
import { number } from '../../../format/display.js';
import { localized } from '../../../format/separator.js';
import { STEPS } from '../../../picture/legend.js';
import { paintRamps } from '../chosen/colors.js';
import { barOf, endsOf, scaleOf, scaleTicks } from '../head/scale.js';
import { hatchesLater } from '../head/scene.js';
/** @import { Sample } from '../../../picture/types.js' */
/** @import { Absent } from '../head/absent.js' */
/** @import { MapInfo, MapsData, MapsModel, MapsState, MapSpec } from '../types.js' */
/** @import { Paint, Picture } from './types.js' */

/**
 * All maps share one scale; a difference has its own.
 *
 * @param {MapsModel} model
 * @param {{ which: unknown, spec: MapSpec, info: MapInfo }[]} maps - at least one
 */
export function scalesOf({ state, language, t }, maps) {
  const { head } = t.maps;
  const weights = maps.flatMap(({ which, info }) => (which === 'difference' ? [] : [info]));
  const difference = maps.find(({ which }) => which === 'difference')?.info ?? null;
  const shared = scaleOf(state, weights.length > 0 ? weights : maps.map(({ info }) => info));
  const signed = difference && scaleOf(state, weights, difference);
  const [a, b] = weights;
  const legends = [
    ...(a
      ? [{ text: endsOf(head, state, maps[0].spec.values, { a, b }, shared, language), scale: shared }]
      : []),
    ...(signed
      ? [{ text: head.ends.difference({ high: localized(number(signed.high, 4), language) }), scale: signed }]
      : []),
  ];
  return { legends, scaleIn: (/** @type {unknown} */ which) => (which === 'difference' && signed) || shared };
}

/**
 * Why cells of a map have no number.
 *
 * @param {MapsState} state @param {MapsData} data @param {MapSpec} spec @param {MapInfo} info @returns {Absent}
 */
export const absentIn = (state, data, spec, info) => ({
  leaveOut: spec.leaveOut,
  reach: spec.words ? null : data.reading.reach,
  mask: info.large?.view.mask ?? null,
  later: hatchesLater(state, data),
});

/**
 * The legend of a picture: its scales, with a line for each head that has a color, and the names of these
 * heads.
 *
 * @param {Pick<Picture, 'legends' | 'heads' | 'map' | 'theme' | 'language'>} picture @param {Paint} paint
 */
export function pictureLegend({ legends, heads, map, theme, language }, paint) {
  const bars = legends.map(({ text, scale }) => {
    const [data, colors] = [barOf(scale, STEPS), { map, theme, scale }];
    const pixels =
      heads.length > 0
        ? paintRamps(data, heads.length, colors)
        : paint({ rows: 1, cols: STEPS, data, ...colors });
    return { text, rows: Math.max(1, heads.length), pixels, ticks: scaleTicks(scale, language) };
  });
  const samples = heads.map((head) => /** @type {Sample} */ ({ kind: 'fill', ...head }));
  return { bars, samples };
}
