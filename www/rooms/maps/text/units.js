/** The tokens of a head as running text, with the spelling of the text that was tokenized. */
import { plainLabel } from '../../../ui/labels.js';
import { alignmentOf } from '../head/aligned.js';
import { groupsIn, shownNames } from '../head/groups.js';
import { patchesOf } from '../image/layouts.js';
import { MOST_IN_ROW } from './token-run.js';
/** @import { MapsData, MapsState, ReadableTokens } from '../types.js' */
/** @import { Label } from '../head/labels.js' */
/** @import { Grid } from '../image/settings.js' */
/** @import { Scene } from '../head/scene.js' */

/**
 * A token, or several that form one character, or the patches of a picture, as it stands in the text.
 *
 * @typedef {object} Unit
 * @property {string} text - without the spaces around it
 * @property {string} [name] - its beginning, if it is long
 * @property {number} first - its first row or column in the map
 * @property {number} count - its rows or columns
 * @property {boolean} isJoined - whether no space is between it and the unit before it
 * @property {boolean} isSpecial - whether it is a token of the tokenizer, such as `[CLS]`, or a picture
 * @property {boolean} [isPicture] - whether it stands for all patches of a picture
 */

/** Texts with more tokens have no text row. */
export const MAX_TOKENS = 4096;

/** Punctuation that ends a word. WordPiece does not keep spaces, and splits before it. */
const CLOSING = /^[.,;:!?%)\]}…»”]+$/;
const APOSTROPHE = /^['’]$/;

/**
 * The units of an axis.
 *
 * @param {Label[]} labels - of the axis
 * @param {ReadableTokens['tokens'] | null} tokens - of the axis; null if the labels are words
 * @param {boolean} hasSpaces - whether the tokens contain the spaces of the text
 * @param {Grid | null} grid - the patches of a picture among the tokens
 * @returns {Unit[]}
 */
function unitsOf(labels, tokens, hasSpaces, grid) {
  /** @type {Unit[]} */
  const units = [];
  for (let at = 0; at < labels.length; at += units[units.length - 1].count) {
    if (grid && at === grid.before) {
      const { columns, rows } = grid;
      const alone = { isSpecial: true, isJoined: false, isPicture: true };
      units.push({ text: `${columns} × ${rows}`, first: at, count: columns * rows, ...alone });
      continue;
    }
    const { text: label, full, count } = labels[at];
    const token = tokens?.[at];
    const before = tokens?.[at - 1];
    const text = token ? plainLabel(token.text.trim()) || label.replace(/^·/, '␣') : (full ?? label);
    const isJoined = hasSpaces && token && before ? follows(token, before) : touches(text, units, token);
    units.push({
      text,
      ...(full !== undefined && { name: label }),
      first: at,
      count,
      isSpecial: token?.special ?? false,
      isJoined: isJoined && !token?.special && !before?.special,
    });
  }
  return units;
}

/**
 * Whether a token continues the text without a space.
 *
 * @param {ReadableTokens['tokens'][number]} token @param {ReadableTokens['tokens'][number]} before
 */
const follows = (token, before) => !/^\s/.test(token.text) && !/\s$/.test(before.text);

/**
 * The same for tokens without spaces: pieces of a word, punctuation, and both sides of an apostrophe.
 *
 * @param {string} text @param {Unit[]} units - before it @param {ReadableTokens['tokens'][number]} [token]
 */
function touches(text, units, token) {
  const before = units.at(-1);
  if (!before) return false;
  const isAfterApostrophe = APOSTROPHE.test(before.text) && before.isJoined && /^\p{L}{1,2}$/u.test(text);
  return token?.joined || CLOSING.test(text) || APOSTROPHE.test(text) || isAfterApostrophe;
}

/**
 * The text of a head: its keys, and its queries if they are another text. In a text with itself, the query of
 * a unit is `offset` before its key.
 *
 * @typedef {{ keys: Unit[], queries: Unit[] | null, offset: number, blocks: Blocks | null }} HeadText
 */
/**
 * The part of the text of each unit of the keys, such as its sentence, and the names of segments. Short texts
 * have only segments.
 *
 * @typedef {{ of: ArrayLike<number>, names: readonly string[] }} Blocks
 */

/** What a long text is divided into: the first of these that it has. */
const PARTS = /** @type {const} */ (['segments', 'turns', 'sentences']);

/**
 * @param {MapsState} state
 * @param {MapsData} data
 * @param {Scene['labels']} labels
 * @param {Scene['image']['segments']} [segments] - the names of segments
 * @returns {HeadText | null} null if there are no tokens, or too many
 */
function textOf(state, data, labels, segments) {
  const { tokens, queryTokens, reading } = data;
  if (!tokens || Math.max(labels.key.length, labels.query.length) > MAX_TOKENS) return null;
  const isAligned = alignmentOf(state, data) !== null;
  const merged = groupsIn(state.words, data, state);
  const { axis, grid, isKnown } = patchesOf(state, data);
  const units = (/** @type {Label[]} */ list, /** @type {ReadableTokens} */ of, /** @type {string} */ own) =>
    unitsOf(
      list,
      merged || isAligned ? null : of.tokens,
      !merged && of.tokens.some(({ text }) => /^\s/.test(text)),
      isKnown && !merged && !isAligned && own === axis ? grid : null,
    );
  const keys = units(labels.key, tokens, 'key');
  const offset = merged ? (merged.key.of[reading.offset] ?? 0) : reading.offset;
  const isSame = !isAligned && areLast(reading) && labels.key.length - offset === labels.query.length;
  return {
    keys,
    queries: isSame ? null : queryTokens && units(labels.query, queryTokens, 'query'),
    offset,
    blocks: isAligned ? null : blocksOf(state, data, keys, merged?.key.of ?? null, segments),
  };
}

/**
 * Whether the queries are the last keys, as behind a learned sink or a cache.
 *
 * @param {MapsData['reading']} reading
 */
const areLast = ({ tokens, queryTokens, offset }) =>
  tokens.length === offset + queryTokens.length &&
  queryTokens.every((token, at) => token === tokens[offset + at]);

/**
 * The part of the text of each unit: long units are parts of their own.
 *
 * @param {MapsState} state @param {MapsData} data @param {Unit[]} units
 * @param {Uint32Array | null} mergedOf - the unit of each token, if tokens are merged
 * @param {Scene['image']['segments']} [segments] - the names of segments
 * @returns {Blocks | null}
 */
function blocksOf(state, data, units, mergedOf, segments) {
  if (mergedOf && state.words !== true) return { of: units.map((_, at) => at), names: [] };
  const kinds = units.length <= MOST_IN_ROW ? PARTS.slice(0, 1) : PARTS;
  const all = kinds.map((kind) => groupsIn(kind, data, state)?.key);
  const found = all.find((key) => key && key.texts.length > 1);
  if (!found) return null;
  const { of } = found;
  const names = shownNames(found, segments);
  return { of: units.map(({ first }) => of[mergedOf ? mergedOf.indexOf(first) : first]), names };
}

/** The text of a head, made once for its labels and its grid. @returns {(scene: Scene) => HeadText | null} */
export function textCache() {
  /** @type {Scene['labels'] | null} */
  let cached = null;
  /** @type {MapsState['grid']} */
  let grid = null;
  /** @type {HeadText | null} */
  let text = null;
  return ({ state, data, labels, image }) => {
    if (labels !== cached || state.grid !== grid) text = textOf(state, data, labels, image?.segments);
    [cached, grid] = [labels, state.grid];
    return text;
  };
}
