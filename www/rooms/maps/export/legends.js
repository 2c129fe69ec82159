/** The scales of the maps of a picture, their legends, and why cells have no number. */
import { number, localized } from '../../../format/display.js';
import { STEPS } from '../../../picture/scene.js';
import { barPixels } from '../chosen/colors.js';
import { rootScale } from '../picked/parts.js';
import { endsOf, scaleOf, scaleTicks } from '../head/scale.js';
/** @import { Language } from '../../../state/languages.js' */
/** @import { Scale } from '../head/scale.js' */
/** @import { Sample } from '../../../picture/types.js' */
/** @import { MapInfo, MapsModel, MapSpec } from '../types.js' */
/** @import { Paint, PaintedPanel, Picture } from './types.js' */

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

/** The scale of weights by their roots. @param {{ high: number }} kept @param {string} text */
export function rootLegend({ high }, text) {
  const scale = rootScale(high);
  return { legends: [{ text, scale, isRoot: true }], scaleIn: () => scale };
}

/** The labels of a bar of roots, which are weights. @param {Scale} scale @param {Language} language */
const rootTicks = ({ high }, language) =>
  [0, 0.5, 1].map((at) => ({ at, text: localized(number((at * high) ** 2, 3), language) }));

/**
 * The legend of a picture: its scales, with a line for each head that has a color, and the names of these
 * heads.
 *
 * @param {Pick<Picture, 'legends' | 'heads' | 'map' | 'theme' | 'language'>} picture @param {Paint} paint
 */
export function pictureLegend({ legends, heads, map, theme, language }, paint) {
  const bars = legends.map(({ text, scale, isRoot }) => {
    const shown = isRoot ? { ...scale, low: 0 } : scale;
    const pixels = barPixels(shown, STEPS, heads.length, { map, theme, scale }, paint);
    const ticks = isRoot ? rootTicks(scale, language) : scaleTicks(scale, language);
    return { text, rows: Math.max(1, heads.length), pixels, ticks };
  });
  const samples = heads.map((head) => /** @type {Sample} */ ({ kind: 'fill', ...head }));
  return { bars, samples };
}

/**
 * What the marks of panels mean: hatches, crosses, and the color of keys that were not picked.
 *
 * @param {{ has: Set<'hatch' | 'cross'> }[]} pieces
 * @param {Pick<PaintedPanel, 'hasUnpicked' | 'kept'>[]} panels
 * @param {Picture['words']} words
 * @param {{ unpicked: string }} colors
 * @returns {Sample[]}
 */
export function samplesOf(pieces, panels, words, { unpicked }) {
  const kinds = new Set(pieces.flatMap(({ has }) => [...has]));
  const text = panels.find(({ hasUnpicked }) => hasUnpicked)?.kept?.words.unpicked;
  return [
    ...[...kinds].map((kind) => ({ kind, text: words[kind] })),
    ...(text ? [{ kind: /** @type {const} */ ('fill'), text, fill: unpicked }] : []),
  ];
}
