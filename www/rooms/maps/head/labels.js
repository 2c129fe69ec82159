import { plainLabel } from '../../../ui/labels.js';
import { wordsOf } from './spec.js';
/** @import { MapsData, MapsState, ReadableTokens } from '../types.js' */

/**
 * The label of a row or column. Several tokens that form one character share a label.
 *
 * @typedef {object} Label
 * @property {string} text
 * @property {number} first - of its cells
 * @property {number} count
 */

/** If only every n-th cell has a label, from this n on the labels are numbers. */
export const SPARSE = 10;
/** The steps between labels. */
const STEPS = [1, 2, 5];

/**
 * The labels of both axes: readable tokens or words, else numbers.
 *
 * @param {MapsState} state
 * @param {MapsData} data
 * @returns {{ query: Label[], key: Label[], tokens: boolean }}
 */
export function labelsOf(state, data) {
  const {
    tokens,
    queryTokens,
    reading: { queries, keys, offset },
  } = data;
  const words = wordsOf(state, data);
  if (!tokens) return { query: numbered(queries), key: numbered(keys), tokens: false };
  if (words) {
    const own = queryTokens?.words ?? tokens.words.slice(tokens.tokens[offset]?.word ?? 0);
    return {
      query: plain(own.slice(0, (words.query.at(-1) ?? -1) + 1)),
      key: plain(tokens.words),
      tokens: true,
    };
  }
  const own = queryTokens?.tokens ?? tokens.tokens.slice(offset, offset + queries);
  return { query: filled(grouped(own), queries), key: filled(grouped(tokens.tokens), keys), tokens: true };
}

/** @param {string[]} texts */
function plain(texts) {
  return texts.map((text, first) => ({ text: plainLabel(text), first, count: 1 }));
}

/** Positions instead of tokens. @param {number} count */
export function numbered(count) {
  return plain(Array.from({ length: count }, (_, at) => String(at)));
}

/** Cells without a label have their number. @param {Label[]} labels @param {number} count */
function filled(labels, count) {
  return labels.length >= count ? labels : [...labels, ...numbered(count).slice(labels.length)];
}

/** One for each token; the tokens of a group share an object. @param {ReadableTokens['tokens']} tokens */
function grouped(tokens) {
  /** @type {Label[]} */
  const labels = [];
  tokens.forEach(({ shown, group }, at) => {
    const before = labels[at - 1];
    if (before && tokens[at - 1].group === group) {
      before.count += 1;
      labels.push(before);
    } else labels.push({ text: plainLabel(shown), first: at, count: 1 });
  });
  return labels;
}

/**
 * Which labels are drawn: every one where there is room, else every second, fifth, tenth ...; that of the
 * cell which is looked at always, and none so near that the two would touch.
 *
 * @param {{ first: number, last: number, size: number }} axis - visible cells, the last one included, and CSS
 *   pixels a cell
 * @param {number} room - CSS pixels that a label takes
 * @param {number | null} always
 * @returns {{ at: number[], step: number }}
 */
export function thinned({ first, last, size }, room, always) {
  let step = 1;
  for (let power = 0; step * size < room && step <= last; power += 1)
    step = STEPS[power % 3] * 10 ** Math.floor(power / 3);
  const at = [];
  for (let place = Math.ceil(first / step) * step; place <= last; place += step)
    if (always === null || place === always || Math.abs(place - always) * size >= room) at.push(place);
  if (always !== null && always >= first && always <= last && !at.includes(always)) at.push(always);
  return { at: at.sort((a, b) => a - b), step };
}
