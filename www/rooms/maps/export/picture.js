import { SAMPLE } from '../sample/sample.js';
import { coloredHeads } from '../chosen/chosen.js';
import { cssColor, HEAD_COLORS } from '../chosen/colors.js';
import { hatchText } from '../head/absent.js';
import { nameOfSource, shortName } from '../head/kept.js';
import { labelsOf } from '../head/labels.js';
import { absentIn } from '../head/scene.js';
import { nameOff } from '../live/settings.js';
import { number, localized } from '../../../format/display.js';
import { compressRateOf, isPicked } from '../reading/layers.js';
import { shownName } from '../reading/shown-name.js';
import { rootLegend, scalesOf } from './legends.js';
/** @import { MapsData, MapsModel, MapSpec, MapsState, Source } from '../types.js' */
/** @import { Gathered, GatheredMap, Picture, Which } from './types.js' */

/**
 * The content of a picture: its title, its scale, and how the weights were changed.
 *
 * @param {MapsModel} model
 * @param {GatheredMap[]} maps - A, and in a comparison also B and the difference
 * @returns {Picture}
 */
export function pictureOf(model, maps) {
  const { state, data, t, appearance } = model;
  if (!data) throw new Error('nothing is open');
  const words = t.maps.out;
  const [a, b = ''] = maps.map(([which, { source }]) => nameOf(model, data, which, source));
  const isComparison = maps.length > 1 && !maps[0][2].kept;
  const titleOf = (/** @type {Which} */ which) =>
    which === 'difference' ? words.panel.difference : words.panel[which]({ what: which === 'a' ? a : b });
  const { panels, ...figure } = panelsOf(
    model,
    maps.map(([which, spec, gathered]) => ({ which, spec, gathered, state, title: titleOf(which) })),
  );
  return {
    ...figure,
    panels,
    title: isComparison ? words.comparing({ a, b: b.replace(/^./, (letter) => letter.toLowerCase()) }) : a,
    captions: captionsOf(model, data, maps[0]),
    heads: coloredHeads(state).map((head, at) => ({
      text: shortName(head, data),
      fill: cssColor(HEAD_COLORS[appearance.theme][at]),
    })),
    names: t.maps.head.corner,
    map: state.map,
    theme: appearance.theme,
  };
}

/**
 * The panels of a picture or of a figure for print, and what they share: their scales, labels and words.
 *
 * @param {MapsModel} model
 * @param {{ which: unknown, spec: MapSpec, gathered: Gathered, state: MapsState, title: string }[]} maps - `state`:
 *   the settings that show the map
 */
export function panelsOf(model, maps) {
  const { state, t, language } = model;
  const data = /** @type {MapsData} */ (model.data);
  const words = t.maps.out;
  const [{ gathered: first }] = maps;
  const { kept } = first;
  // One scale for all panels of picked keys, and for the rows below them, because they share a legend.
  const high = Math.max(...maps.map(({ gathered }) => gathered.kept?.high ?? 0));
  const { legends, scaleIn } = kept
    ? rootLegend({ high }, words.roots)
    : scalesOf(
        model,
        maps.map(({ gathered, ...map }) => ({ ...map, info: gathered.info })),
      );
  const panels = maps.map(({ which, spec, gathered, state: own, title }) => ({
    ...gathered,
    title: gathered.kept?.name || title,
    scale: scaleIn(which),
    perRow: spec.perRow,
    absent: absentIn(own, data, spec, gathered.info),
  }));
  const isLarge = first.info.large !== undefined;
  const gone = { masked: t.maps.large.masked, gone: words.gone };
  return {
    panels,
    legends,
    labels: labelsOf(state, data, t.image.segments),
    words: {
      hatch: kept?.words.hidden ?? hatchText(panels[0].absent, isLarge, gone),
      cross: words.missing,
      decay: t.maps.head.decay,
    },
    query: kept ? kept.query : (state.cursor?.query ?? null),
    language,
  };
}

/** @param {MapsModel} model @param {MapsData} data @param {Which} which @param {Source} source */
function nameOf({ state, t }, data, which, source) {
  const words = t.maps.out;
  const other = which === 'b' && state.compare?.slot === 1 ? data.other : null;
  const name = nameOfSource(source, other ?? data, words.source);
  return other ? words.otherFile({ what: name, name: other.opened.files[0]?.name ?? '' }) : name;
}

/** @param {MapsModel} model @param {MapsData} data @param {GatheredMap} map */
function captionsOf({ state, t, language }, data, [, spec, { info, region, pooled, kept }]) {
  const { isSample, opened, reading } = data;
  const words = t.maps.out;
  const { rows, cols } = region;
  const isPart = !kept && (rows[1] < info.queries || cols[1] < info.keys);
  const origin = [
    typeof state.text === 'string'
      ? modelOf(state, state.text, reading, t)
      : isSample
        ? words.sample({ model: SAMPLE.model, sentence: SAMPLE.sentence, steps: SAMPLE.steps })
        : words.file({ name: opened.files[0]?.name ?? '', layers: reading.layers, heads: reading.heads }),
    reading.kind === 'qk' && words.computed,
    ...(kept ? [] : setsOf(reading, spec.source, t)),
    kept && kept.m > 0 && words.wide({ m: kept.m }),
    kept &&
      kept.lost !== null &&
      words.lost({ by: t.maps.picked.policies[kept.by], lost: localized(number(kept.lost, 3), language) }),
    state.view !== 'image' && words.size({ queries: info.queries, keys: info.keys }),
    isPart && words.visiblePart({ queries: rangeText(rows), keys: rangeText(cols) }),
    !kept && pooled.rows * pooled.cols > 1 && words.pooled({ rows: pooled.rows, cols: pooled.cols }),
  ];
  const changes = [
    ...offIn(state, data, t),
    spec.leaveOut > 0 && words.leftOut({ n: spec.leaveOut }),
    spec.words && words.words,
    spec.values !== 'none' && words.values[spec.values],
    info.marks?.signs && t.maps.signed.marks,
    info.marks && words.chosenQuery(chosenQuery(state, data, info, t)),
  ];
  return [origin, changes].map((sentences) => sentences.filter(Boolean).join(' ')).filter(Boolean);
}

/**
 * The model that has read the text of a map.
 *
 * @param {MapsModel['state']} state @param {string} text @param {MapsData['reading']} reading @param {MapsModel['t']} t
 */
function modelOf({ model }, text, { layers, heads }, { maps: { live, out, reading: words } }) {
  if (model === null) return out.model({ name: live.name, facts: live.facts, text });
  const facts = words.every({ layers: words.layers({ n: layers }), heads: words.heads({ n: heads }) });
  return out.model({ name: shownName(model), facts, text });
}

/**
 * What is off in the model, and what takes its place.
 *
 * @param {MapsModel['state']} state @param {MapsData} data @param {MapsModel['t']} t
 */
function offIn({ text, off, replacement }, { reading, tokens }, t) {
  const isThere = (/** @type {number | null} */ layer) => layer === null || layer < reading.layers;
  const parts = typeof text === 'string' ? off.filter(({ layer }) => isThere(layer)) : [];
  if (parts.length === 0) return [];
  const { live, out } = t.maps;
  const pieces = tokens?.tokens.slice(tokens.tokens.length - reading.queries) ?? [];
  const names = parts.map((part) => nameOff(part, t, pieces)).join(', ');
  return [out.off({ parts: names, by: live.replacements[replacement] })];
}

/**
 * Over which keys the weights of a head are, if these are not all that its rule admits.
 *
 * @param {MapsData['reading']} reading @param {Source} source @param {MapsModel['t']} t
 */
function setsOf(reading, source, t) {
  if (source.of !== 'head') return [];
  const m = compressRateOf(reading, source.layer);
  const words = t.maps.out;
  if (m > 0) return [words.spread({ m })];
  return isPicked(reading, source.layer) ? [words.overPicks] : [];
}

/**
 * The query whose writes are shown below a map: that of the cursor, else the last one.
 *
 * @param {MapsModel['state']} state @param {MapsData} data @param {{ queries: number }} info @param {MapsModel['t']} t
 */
function chosenQuery(state, data, { queries }, t) {
  const at = state.cursor?.query ?? queries - 1;
  return { query: labelsOf(state, data, t.image.segments).query[at]?.text ?? String(at), at };
}

/** @param {[start: number, length: number]} range */
const rangeText = ([start, length]) => `${start}–${start + length - 1}`;
