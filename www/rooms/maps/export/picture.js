import { SAMPLE } from '../sample/sample.js';
import { coloredHeads } from '../chosen/chosen.js';
import { cssColor, HEAD_COLORS } from '../chosen/colors.js';
import { hatchText } from '../head/absent.js';
import { nameOfSource, shortName } from '../head/kept.js';
import { labelsOf } from '../head/labels.js';
import { absentIn, scalesOf } from './legends.js';
/** @import { MapsData, MapsModel, Source } from '../types.js' */
/** @import { GatheredMap, Picture, Which } from './types.js' */

/**
 * The content of a picture: its title, its scale, and how the weights were changed.
 *
 * @param {MapsModel} model
 * @param {GatheredMap[]} maps - A, and in a comparison also B and the difference
 * @returns {Picture}
 */
export function pictureOf(model, maps) {
  const { state, data, t, language, appearance } = model;
  if (!data) throw new Error('nothing is open');
  const words = t.maps.out;
  const { legends, scaleIn } = scalesOf(
    model,
    maps.map(([which, spec, { info }]) => ({ which, spec, info })),
  );
  const [a, b = ''] = maps.map(([which, { source }]) => nameOf(model, data, which, source));
  const isLarge = maps[0][2].info.large !== undefined;
  const absent = maps.map(([, spec, { info }]) => absentIn(state, data, spec, info));
  return {
    title: maps.length > 1 ? words.comparing({ a, b: b.replace(/^./, (letter) => letter.toLowerCase()) }) : a,
    captions: captionsOf(model, data, maps[0]),
    panels: maps.map(([which, spec, gathered], at) => ({
      ...gathered,
      title:
        which === 'difference' ? words.panel.difference : words.panel[which]({ what: which === 'a' ? a : b }),
      scale: scaleIn(which),
      perRow: spec.perRow,
      absent: absent[at],
    })),
    legends,
    heads: coloredHeads(state).map((head, at) => ({
      text: shortName(head, data),
      fill: cssColor(HEAD_COLORS[appearance.theme][at]),
    })),
    labels: labelsOf(state, data, t.image.segments),
    names: t.maps.head.corner,
    words: {
      hatch: hatchText(absent[0], isLarge, { masked: t.maps.large.masked, gone: words.gone }),
      cross: words.missing,
      decay: t.maps.head.decay,
    },
    query: state.cursor?.query ?? null,
    map: state.map,
    theme: appearance.theme,
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
function captionsOf({ state, t }, { isSample, opened, reading }, [, spec, { info, region, pooled }]) {
  const words = t.maps.out;
  const { rows, cols } = region;
  const isPart = rows[1] < info.queries || cols[1] < info.keys;
  const origin = [
    typeof state.text === 'string'
      ? words.model({ name: t.maps.live.name, facts: t.maps.live.facts, text: state.text })
      : isSample
        ? words.sample({ model: SAMPLE.model, sentence: SAMPLE.sentence, steps: SAMPLE.steps })
        : words.file({ name: opened.files[0]?.name ?? '', layers: reading.layers, heads: reading.heads }),
    reading.kind === 'qk' && words.computed,
    state.view !== 'image' && words.size({ queries: info.queries, keys: info.keys }),
    isPart && words.visiblePart({ queries: rangeText(rows), keys: rangeText(cols) }),
    pooled.rows * pooled.cols > 1 && words.pooled({ rows: pooled.rows, cols: pooled.cols }),
  ];
  const changes = [
    spec.leaveOut > 0 && words.leftOut({ n: spec.leaveOut }),
    spec.words && words.words,
    spec.values !== 'none' && words.values[spec.values],
    info.marks?.signs && t.maps.signed.marks,
  ];
  return [origin, changes].map((sentences) => sentences.filter(Boolean).join(' ')).filter(Boolean);
}

/** @param {[start: number, length: number]} range */
const rangeText = ([start, length]) => `${start}–${start + length - 1}`;
