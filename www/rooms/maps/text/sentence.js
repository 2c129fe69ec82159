/** One sentence about what a token looks at, from templates in the reader's language. */
import { fixed } from '../../../format/decimal.js';
import { number, localized } from '../../../format/display.js';
import { textOf } from '../../../words/languages.js';
import { largestOf } from './looks.js';
/** @import { Language } from '../../../state/languages.js' */
/** @import { Scene } from '../head/scene.js' */
/** @import { MapsModel } from '../types.js' */
/** @import { Direction } from './looks.js' */
/** @import { HeadText, Unit } from './units.js' */

/** From these weights on, a token looks at another, mostly looks at it, or looks at it at all. */
const [LOOKS, MOSTLY, SOME] = [0.5, 0.25, 0.1];

/**
 * A part of a sentence: text, or a token that it names.
 *
 * @typedef {string | { token: string, isMain: boolean }} Part
 */
/** @typedef {MapsModel['t']['maps']['text']} Words */

/**
 * @typedef {object} Subject
 * @property {Words} words
 * @property {Language} language
 * @property {Direction} direction
 * @property {{ query: number, key: number } | null} pair - the token, and what it is paired with
 * @property {ArrayLike<number> | null} weights - of the token; null while they are pending
 * @property {HeadText | null} text - null if keys have no tokens
 * @property {Scene['labels']} [labels] - those of the map, which name times, and queries beside them
 * @property {boolean} isCausal - whether later keys have no weight
 * @property {boolean} areWeights - whether rows are weights, which sum to 1
 * @property {string} what - the name of the numbers otherwise
 */

/** @param {Scene} scene */
export function areWeightsIn({ numbers, shown }) {
  const values = shown.a?.spec.values ?? 'none';
  return values !== 'norm' && !numbers?.isDifference && (numbers?.range?.least ?? 0) >= 0;
}

/** The sentence; empty while the weights are pending. @param {Subject} subject @returns {Part[]} */
export function sentenceOf(subject) {
  const { words, direction, pair, weights } = subject;
  if (!pair) return [subject.text ? words.point[direction] : words.pointCell];
  if (!weights) return [];
  return direction === 'at' ? ofQuery(subject, pair, weights) : ofKey(subject, pair, weights);
}

/** The sentence as text, for screen readers. @param {Part[]} parts */
export const plainSentence = (parts) =>
  parts.map((part) => (typeof part === 'string' ? part : part.token)).join('');

/** @param {Subject} subject @param {{ query: number }} pair @param {ArrayLike<number>} weights */
function ofQuery(subject, { query }, weights) {
  const { words, language, text, isCausal, areWeights, what } = subject;
  const own = query + (text?.offset ?? 0);
  const isSelf = isOfItself(subject);
  const key = largestOf(weights);
  const largest = key < 0 ? 0 : weights[key];
  const named = {
    query: nameOf(subject, 'query', query, false),
    weight: localized(short(largest), language),
  };
  if (key < 0) return said(words.nothing, named);
  const withKey = { ...named, key: nameOf(subject, 'key', key, true) };
  if (!areWeights)
    return said(words.value, { ...withKey, what, weight: localized(number(largest, 3), language) });
  if (isSelf && isCausal && own === 0) return said(words.alone, named);
  const onPicture = pictureWeight(text, weights);
  if (onPicture >= LOOKS)
    return said(words.picture, { ...named, weight: localized(short(onPicture), language) });
  if (largest < MOSTLY) return said(words.none, named);
  if (isSelf && key === own) return said(words.itself, named);
  if (isSelf && key === 0 && own > 1) return said(words.rests, named);
  const where = isSelf ? placeOf(subject, key, own) : '';
  return said(largest < LOOKS ? words.mostly : words.looks, { ...withKey, where });
}

/** Whether queries and keys are the same tokens. @param {Subject} subject */
const isOfItself = ({ text, labels }) => (text ? !text.queries : !labels?.key[0]?.isTime);

/** The sum of the weights of patches. @param {HeadText | null} text @param {ArrayLike<number>} weights */
function pictureWeight(text, weights) {
  const picture = text?.keys.find(({ isPicture }) => isPicture);
  if (!picture) return 0;
  let sum = 0;
  for (let key = picture.first; key < picture.first + picture.count; key += 1) sum += weights[key];
  return sum;
}

/** @param {Subject} subject @param {{ key: number }} pair @param {ArrayLike<number>} weights */
function ofKey(subject, { key }, weights) {
  const { words, language, text, isCausal, areWeights, what } = subject;
  const isSelf = isOfItself(subject);
  const own = isSelf ? key - (text?.offset ?? 0) : -1;
  const first = isSelf && isCausal ? Math.max(0, own + 1) : 0;
  const others = Array.from(weights, (weight, query) => (query < first || query === own ? 0 : weight));
  const all = weights.length - first - Number(own >= first && own < weights.length);
  const named = { key: nameOf(subject, 'key', key, true) };
  if (isSelf && isCausal && all === 0) return said(words.last, { ...named, later: named.key });
  const query = largestOf(others);
  const largest = query < 0 ? 0 : others[query];
  const most = {
    ...named,
    all,
    weight: localized(short(largest), language),
    query: nameOf(subject, 'query', Math.max(0, query), false),
  };
  if (!areWeights)
    return said(words.valueBy, { ...most, what, weight: localized(number(largest, 3), language) });
  const some = others.filter((weight) => weight >= SOME).length;
  if (some === 0) return said(isCausal && isSelf ? words.ignoredLater : words.ignored, most);
  return said(isCausal && isSelf ? words.byLater : words.byOthers, { ...most, some });
}

const short = (/** @type {number} */ weight) => fixed(weight, 2).replace(/^-(?=0\.0*$)/, '');

/**
 * A token in a sentence, with its place among equal ones: "the second met".
 *
 * @param {Subject} subject @param {'query' | 'key'} axis @param {number} at @param {boolean} isMain
 * @returns {Part[]}
 */
function nameOf({ words, text, labels }, axis, at, isMain) {
  if (!text) {
    const label = labels?.[axis][at]?.text ?? String(at);
    return label === String(at) ? said(words.numbered, { at }) : [{ token: label, isMain }];
  }
  const units = axis === 'query' && text.queries ? text.queries : text.keys;
  const cell = axis === 'query' && !text.queries ? at + text.offset : at;
  const place = unitAt(units, cell);
  const unit = units[place];
  if (!unit) return said(words.numbered, { at });
  const equal = units.filter((each) => each.text === unit.text);
  /** @type {Part} */
  const token = { token: unit.name ?? unit.text, isMain };
  if (equal.length === 1) return [token];
  const ordinal = words.ordinals[equal.indexOf(unit)];
  return ordinal
    ? said(words.nth, { ordinal, token: [token] })
    : said(words.atPlace, { at: cell, token: [token] });
}

/** The index of the unit that contains a cell. @param {Unit[]} units @param {number} cell */
export function unitAt(units, cell) {
  let [from, to] = [0, units.length - 1];
  while (from < to) {
    const middle = (from + to + 1) >> 1;
    if (units[middle].first <= cell) from = middle;
    else to = middle - 1;
  }
  return from;
}

/**
 * Where a key is, if that says something: beside the query, or after an earlier copy of the query.
 *
 * @param {Subject} subject @param {number} key @param {number} own - the key of the query's own token
 * @returns {Part[] | ''}
 */
function placeOf(subject, key, own) {
  const { words, text } = subject;
  if (!text) return '';
  const [of, to] = [own, key].map((cell) => unitAt(text.keys, cell));
  // A sentence or another part is no token.
  if (text.keys[to]?.name !== undefined) return '';
  if (to === of - 1) return said(words.before, {});
  if (to === of + 1) return said(words.after, {});
  const copy = text.keys[to - 1];
  if (!copy || to - 1 === of || copy.text !== text.keys[of]?.text) return '';
  return said(words.afterCopy, { copy: nameOf(subject, 'key', copy.first, false) });
}

/** Around the number of a value that is no text. It cannot occur in messages. */
const MARK = '\u{f0000}';

/**
 * The parts of a message whose values may be parts themselves.
 *
 * @param {string | ((values: any) => string)} message
 * @param {Record<string, string | number | Part[]>} values
 * @returns {Part[]}
 */
function said(message, values) {
  /** @type {Part[][]} */
  const lists = [];
  const marked = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      Array.isArray(value) ? `${MARK}${lists.push(value) - 1}${MARK}` : value,
    ]),
  );
  return textOf(message, marked)
    .split(MARK)
    .flatMap((text, place) => (place % 2 === 1 ? lists[Number(text)] : text === '' ? [] : [text]));
}

/**
 * A sentence with a capital letter, unless it begins with a token.
 *
 * @param {Part[]} parts @returns {Part[]}
 */
export function capitalized([first, ...rest]) {
  if (typeof first !== 'string') return first ? [first, ...rest] : [];
  return [first[0].toLocaleUpperCase() + first.slice(1), ...rest];
}
