import { plainLabel, plainText, thinned } from '../../../ui/labels.js';
import { alignmentOf } from './aligned.js';
import { groupsIn, namedTexts, shortened } from './groups.js';
import { wordsOf } from './spec.js';
/** @import { MapsData, MapsState, ReadableTokens } from '../types.js' */
/** @import { SegmentWords } from './groups.js' */
/** @import { Viewport } from './viewport.js' */

/**
 * The label of a row or column. Several tokens that form one character share a label.
 *
 * @typedef {object} Label
 * @property {string} text
 * @property {number} first - the index of its first row or column
 * @property {number} count
 * @property {boolean} [isTime] - whether it is a time in seconds
 * @property {string} [full] - the whole text, if `text` is its beginning
 */

/** If only every n-th cell has a label, from this n on the labels are numbers. */
const SPARSE = 10;

/**
 * The labels of both axes: readable tokens or words, else numbers.
 *
 * @param {MapsState} state
 * @param {MapsData} data
 * @param {SegmentWords} [segments]
 * @returns {{ query: Label[], key: Label[], tokens: boolean }}
 */
export function labelsOf(state, data, segments) {
  const { tokens, queryTokens } = data;
  const { queries, keys, offset } = data.reading;
  if (!tokens) {
    const query = queryTokens ? tokenLabels(queryTokens.tokens, queries) : numbered(queries);
    return { query, key: numbered(keys, state.frameRate), tokens: false };
  }
  const alignment = alignmentOf(state, data);
  if (alignment) {
    const aligned = beginnings(alignment.texts.map((text) => text.trim() || text));
    return { query: aligned, key: aligned, tokens: true };
  }
  const merged = mergedTexts(state, data, segments);
  if (merged) {
    const shown = state.words === true ? plain : beginnings;
    return { query: shown(merged.query), key: shown(merged.key), tokens: true };
  }
  if (state.values === 'contacts') {
    const residues = residueLabels(tokens.tokens);
    return { query: residues, key: residues, tokens: true };
  }
  const own = queryTokens?.tokens ?? tokens.tokens.slice(offset, offset + queries);
  return { query: tokenLabels(own, queries), key: tokenLabels(tokens.tokens, keys), tokens: true };
}

/**
 * The texts of what tokens are merged into; null if they are not merged.
 *
 * @param {MapsState} state @param {MapsData} data @param {SegmentWords} [segments]
 */
export function mergedTexts(state, data, segments) {
  const groups = groupsIn(state.words, data, state);
  if (!groups) return null;
  const { key, query } = groups;
  const named = namedTexts(key, segments);
  const texts = query?.texts ?? named.slice(key.of[data.reading.offset] ?? 0);
  const count = (wordsOf(state, data)?.query.at(-1) ?? -1) + 1;
  return { query: texts.slice(0, count), key: named };
}

/** Residues with their numbers, `K48`. Special tokens have none. @param {ReadableTokens['tokens']} tokens */
function residueLabels(tokens) {
  let residue = 0;
  return plain(tokens.map(({ shown, special }) => (special ? shown : `${shown}${(residue += 1)}`)));
}

/** @param {string[]} texts @returns {Label[]} */
function plain(texts) {
  return texts.map((text, first) => ({ text: plainLabel(text), first, count: 1 }));
}

/** @param {string[]} texts @returns {Label[]} */
function beginnings(texts) {
  return plain(texts.map(shortened)).map((label, at) => ({
    ...label,
    full: plainText(texts[at]),
  }));
}

/** Lists of positions. @type {WeakSet<Label[]>} */
const positions = new WeakSet();

/**
 * Positions instead of tokens. There may be millions, so a label is only made when it is read.
 *
 * @param {number} count
 * @param {number | null} [frameRate] - of positions in sound, which are seconds
 * @returns {Label[]}
 */
export function numbered(count, frameRate = null) {
  const isIndex = (/** @type {string | symbol} */ key) =>
    typeof key === 'string' && /^\d+$/.test(key) && Number(key) < count;
  const labels = new Proxy(/** @type {Label[]} */ (new Array(count)), {
    get(made, key) {
      if (!(key in made) && isIndex(key)) {
        const first = Number(key);
        const text = frameRate === null ? String(first) : `${(first / frameRate).toFixed(2)} s`;
        made[first] = { text, first, count: 1, ...(frameRate !== null && { isTime: true }) };
      }
      return Reflect.get(made, key);
    },
    has: (made, key) => key in made || isIndex(key),
  });
  positions.add(labels);
  return labels;
}

/**
 * The longest texts of labels, at most `most` different ones. Of positions, the last ones are the longest.
 *
 * @param {Label[]} labels @param {number} most
 */
export function longestTexts(labels, most) {
  const texts = new Set((positions.has(labels) ? labels.slice(-most) : labels).map(({ text }) => text));
  return [...texts].sort((a, b) => b.length - a.length).slice(0, most);
}

/**
 * One label for each token; the tokens of a group share an object. Cells without a token have their number.
 *
 * @param {ReadableTokens['tokens']} tokens @param {number} count
 */
function tokenLabels(tokens, count) {
  /** @type {Label[]} */
  const labels = [];
  tokens.forEach(({ shown, group }, index) => {
    const previous = labels[index - 1];
    if (previous && tokens[index - 1].group === group) {
      previous.count += 1;
      labels.push(previous);
    } else labels.push({ text: plainLabel(shown), first: index, count: 1 });
  });
  return labels.length >= count ? labels : [...labels, ...numbered(count).slice(labels.length)];
}

/**
 * The visible part of an axis: its first cell, the size of a cell, the visible length, the number of cells,
 * and the first and the last cell whose middle is visible.
 *
 * @typedef {{ start: number, size: number, visible: number, count: number, first: number, last: number }} VisibleAxis
 */

/** @param {Viewport} viewport @param {'query' | 'key'} axis @returns {VisibleAxis} */
export function axisOf({ row, col, cellWidth, cellHeight, width, height, rows, cols }, axis) {
  const [start, size, visible, count] =
    axis === 'query' ? [row, cellHeight, height, rows] : [col, cellWidth, width, cols];
  const first = Math.max(0, Math.ceil(start - 0.5));
  const last = Math.min(count - 1, Math.floor(start + visible / size - 0.5 + 1e-6));
  return { start, size, visible, count, first, last };
}

/**
 * The labels of the visible part of an axis that have space, and the part of the axis that each is for.
 * Tokens that form one character share a label.
 *
 * @param {Label[]} labels
 * @param {VisibleAxis} axis
 * @param {number} space - that a label takes along its axis
 * @param {number | null} [active] - a cell that always has its label
 * @param {boolean} [areNumbers] - whether labels are numbers; by default if there are few
 */
export function placedLabels(
  labels,
  { start, size, visible, first, last },
  space,
  active = null,
  areNumbers = false,
) {
  const { at, step } = thinned({ first, last, size }, space, active);
  const isSparse = areNumbers || step >= SPARSE;
  /** @type {Set<Label>} */
  const shared = new Set();
  const placed = at.flatMap((index) => {
    const label = labels[index];
    const isShared = !isSparse && label.count > 1;
    if (shared.has(label)) return [];
    if (isShared) shared.add(label);
    const cells = isShared ? label : { first: index, count: 1 };
    return {
      label,
      isShared,
      text: isSparse && index !== active && !label.isTime ? String(index) : label.text,
      from: Math.max(0, (cells.first - start) * size),
      to: Math.min(visible, (cells.first + cells.count - start) * size),
    };
  });
  return { placed, step, isSparse };
}
