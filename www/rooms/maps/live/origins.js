/** Where the score of a cell came from: the parts with their names, and what the largest of them say. */
import { decimal } from '../../../format/display.js';
import { behaviorOf, chanceIn } from '../overview/behavior.js';
/** @import { ScoreParts } from '../../../engine/model-run.js' */
/** @import { MapsModel, MeasureName } from '../types.js' */
/** @import { Answers } from './answers.js' */

/** The number of parts that are named; the rest is one number. */
const NAMED = 8;
/** From this share of the score on, heads that look one token back explain it. */
const MUCH = 0.25;
/** A score of at least this share of the largest one, with less than this share of its weight, is named. */
const [NEAR, FAR] = [0.75, 0.5];

/**
 * @typedef {object} OriginRow
 * @property {string} name
 * @property {number} part
 * @property {string} [note] - what the head does on this text
 * @property {boolean} isSoft - whether it is not a head that is known for something
 * @property {boolean} isBack - whether it is a head that looks one token back
 */

/**
 * The largest parts with their names, the largest sum first, and the sum of the rest.
 *
 * @param {ScoreParts} parts @param {'key' | 'query'} side
 * @param {{ data: MapsModel['data'], answers: Answers, t: MapsModel['t'], token: string, at: number }} of
 * @returns {OriginRow[]}
 */
export function originRows({ origins, byKey, byQuery }, side, { data, answers, t, token, at }) {
  const words = t.maps.live.why;
  const values = side === 'key' ? byKey : byQuery;
  const order = [...origins.keys()].sort((a, b) => Math.abs(values[b]) - Math.abs(values[a]));
  const [first, rest] = [order.slice(0, NAMED), order.slice(NAMED)];
  const rows = first
    .map((index) => {
      const does = behaviorIn(data, answers, origins[index]);
      const note = does && does !== 'none' && does !== 'normalised_entropy' ? words.does[does] : undefined;
      const name = nameOf(origins[index], words, token, at);
      return { name, part: values[index], note, isSoft: !note, isBack: does === 'previous_token' };
    })
    .sort((a, b) => b.part - a.part);
  if (rest.length === 0) return rows;
  const part = rest.reduce((sum, index) => sum + values[index], 0);
  return [...rows, { name: words.more({ n: rest.length }), part, isSoft: true, isBack: false }];
}

/**
 * What the largest parts say: that heads which look one token back wrote much of the score, so that the key
 * or the query tells what is before its token; otherwise, which part is the largest.
 *
 * @param {OriginRow[]} rows
 * @param {{ score: number, side: 'key' | 'query', t: MapsModel['t'], tokens: string[], at: number }} of
 */
export function conclusionOf(rows, { score, side, t, tokens, at }) {
  const words = t.maps.live.why;
  const back = rows.filter(({ isBack, part }) => isBack && part > 0);
  const share = back.reduce((sum, { part }) => sum + part, 0) / score;
  const percent = new Intl.NumberFormat(t.language, { style: 'percent' });
  if (at > 0 && score > 0 && share >= MUCH && share <= 1)
    return words.back[side]({
      share: percent.format(share),
      n: back.length,
      token: tokens[at],
      before: tokens[at - 1],
    });
  // The row after the named ones is a sum of several parts.
  const most = rows
    .slice(0, NAMED)
    .reduce((best, row) => (Math.abs(row.part) > Math.abs(best.part) ? row : best));
  return words.largest({ name: most.name, token: tokens[at] });
}

/**
 * That softmax widens differences: the next score is nearly as large as that of the key, the largest one, and
 * its weight is not; empty if there is none.
 *
 * @param {{ scores: Float64Array, weights: Float32Array, key: number, tokens: string[], t: MapsModel['t'] }} row
 */
export function nearText({ scores, weights, key, tokens, t }) {
  const seen = [...scores.keys()].filter((at) => !Number.isNaN(scores[at]));
  const [largest, next] = seen.sort((a, b) => scores[b] - scores[a]);
  const isNear = largest === key && scores[next] >= NEAR * scores[key] && scores[next] > 0;
  if (!isNear || !(weights[next] < FAR * weights[key])) return '';
  const number = (/** @type {number} */ value) => decimal(t.language, value, 2);
  const short = new Intl.NumberFormat(t.language, { maximumSignificantDigits: 2 });
  return t.maps.live.why.near({
    n: seen.length,
    key: tokens[next],
    score: number(scores[next]),
    less: number(scores[key] - scores[next]),
    weight: number(weights[next]),
    times: short.format(weights[key] / weights[next]),
  });
}

/**
 * What an earlier head does on this text and on others; undefined for other parts.
 *
 * @param {MapsModel['data']} data @param {Answers} answers @param {ScoreParts['origins'][number]} origin
 */
function behaviorIn(data, answers, { of, layer, head }) {
  if (!data || of !== 'head' || layer === null || head === null) return undefined;
  const found = data.heads[layer * data.reading.heads + head];
  const confirms = (/** @type {MeasureName} */ name) => answers.confirms({ layer, head }, name);
  return found ? behaviorOf(found.measures, chanceIn(data, found.causal), confirms) : undefined;
}

/**
 * @param {ScoreParts['origins'][number]} origin @param {MapsModel['t']['maps']['live']['why']} words
 * @param {string} token @param {number} at
 */
function nameOf({ of, layer, head }, words, token, at) {
  const place = { layer: String(layer), head: String(head) };
  switch (of) {
    case 'embedding':
      return words.word({ token });
    case 'positions':
      return words.position({ at: String(at) });
    case 'head':
      return words.head(place);
    case 'mlp':
      return words.mlp(place);
    case 'output_bias':
      return words.bias(place);
    default:
      return words.biases;
  }
}
