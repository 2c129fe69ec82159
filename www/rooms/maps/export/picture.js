import { number } from '../../../format/display.js';
import { SAMPLE } from '../sample/sample.js';
import { called } from '../called.js';
import { keptSource } from '../head/kept.js';
import { labelsOf } from '../head/labels.js';
import { endsOf, scaleOf } from '../head/scale.js';
/** @import { Scale } from '../head/scale.js' */
/** @import { MapInfo, MapSpec, MapsModel } from '../types.js' */
/** @import { Gathered, Picture } from './types.js' */

/** @typedef {'a' | 'b' | 'difference'} Which */

/**
 * The content of a picture: its title, its scale, and how the weights were changed.
 *
 * @param {MapsModel} model
 * @param {[Which, MapSpec, Gathered][]} maps - A, and in a comparison also B and the difference
 * @returns {Picture}
 */
export function pictureOf(model, maps) {
  const {
    state,
    data,
    t: {
      maps: { out: words },
    },
    appearance: { theme },
  } = model;
  if (!data) throw new Error('nothing is open');
  const what = whatOf(model, maps);
  const infos = maps.flatMap(([which, , { info }]) => (which === 'difference' ? [] : [info]));
  const scales = (/** @type {MapInfo | null} */ difference) => scaleOf(state, infos, difference);
  const panels = maps.map(([which, spec, found]) => ({
    ...found,
    title: which === 'difference' ? words.panel.difference : words.panel[which](what[which]),
    scale: scales(which === 'difference' ? found.info : null),
    leaveOut: spec.leaveOut,
    reach: spec.words ? null : data.reading.reach,
  }));
  return {
    title: maps.length > 1 ? words.comparing(what.a, what.b) : what.a,
    captions: captionsOf(model, maps),
    panels,
    legends: legendsOf(model, maps, scales),
    labels: labelsOf(state, data),
    words: { ...words.axes, gone: words.gone, missing: words.missing },
    map: state.map,
    theme,
  };
}

/**
 * The color bars, with the strings of the page.
 *
 * @param {MapsModel} model
 * @param {[Which, MapSpec, Gathered][]} maps
 * @param {(difference: MapInfo | null) => Scale} scales
 */
function legendsOf(
  {
    state,
    t: {
      maps: { head: words },
    },
  },
  maps,
  scales,
) {
  const infos = /** @type {Partial<Record<Which, MapInfo>>} */ (
    Object.fromEntries(maps.map(([which, , { info }]) => [which, info]))
  );
  const [one, signed] = [scales(null), infos.difference && scales(infos.difference)];
  const legends = [{ text: endsOf(words, state, maps[0][1].values, infos, one), scale: one }];
  return signed
    ? [...legends, { text: words.ends.difference(number(signed.high, 4)), scale: signed }]
    : legends;
}

/** The names of A and B. @param {MapsModel} model @param {[Which, MapSpec, Gathered][]} maps */
function whatOf(
  {
    state,
    data,
    t: {
      maps: { out: words },
    },
  },
  maps,
) {
  const names = { a: '', b: '' };
  for (const [which, { source }] of maps)
    if (which !== 'difference')
      names[which] = called(
        keptSource(source, which === 'b' && state.compare?.slot === 1 ? (data?.other ?? null) : data),
        words.source,
      );
  if (state.compare?.slot === 1 && data?.other)
    names.b = words.otherFile(names.b, data.other.opened.files[0]?.name ?? '');
  return names;
}

/** @param {MapsModel} model @param {[Which, MapSpec, Gathered][]} maps */
function captionsOf(
  {
    data,
    t: {
      maps: { out: words },
    },
  },
  [
    [
      ,
      { leaveOut, values, words: merged },
      {
        info,
        sight: { rows, cols },
        pooled,
      },
    ],
  ],
) {
  if (!data) return [];
  const {
    isSample,
    opened,
    reading: { kind, layers, heads },
  } = data;
  const part = rows[1] < info.queries || cols[1] < info.keys;
  const from = [
    isSample
      ? words.sample(SAMPLE.model, SAMPLE.sentence, SAMPLE.steps)
      : words.file(opened.files[0]?.name ?? '', layers, heads),
    kind === 'qk' ? words.computed : '',
    words.size(info.queries, info.keys),
    part ? words.visiblePart(span(rows), span(cols)) : '',
    pooled.rows * pooled.cols > 1 ? words.pooled(pooled.rows, pooled.cols) : '',
  ];
  const done = [
    leaveOut > 0 ? words.leftOut(leaveOut) : '',
    merged ? words.words : '',
    values === 'none' ? '' : words.values[values],
  ];
  return [from, done].map((sentences) => sentences.filter(Boolean).join(' ')).filter(Boolean);
}

/** @param {[start: number, length: number]} part */
const span = ([start, length]) => `${start}–${start + length - 1}`;
