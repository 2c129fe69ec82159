/**
 * The rows of a map that are more than a token: words, sentences, turns of a conversation, or the segments
 * that a file names. Each one is a run of tokens.
 */
import { patchesOf } from '../image/layouts.js';
/** @import { Strings } from '../../../words/languages.js' */
/** @import { MapsData, MapsState, ReadableTokens } from '../types.js' */

/** What tokens are merged into; `true` for words. */
export const MERGED = /** @type {const} */ ([true, 'sentences', 'turns', 'segments']);

/** @typedef {MapsState['words']} Merged */

/**
 * The groups of the tokens of an axis.
 *
 * @typedef {object} Groups
 * @property {Uint32Array} of - the group of each token, from 0 without gaps
 * @property {string[]} texts - of each group
 * @property {string[]} [names] - of each segment
 * @property {boolean} [isFound] - whether the names are those of `t.image.segments`, and not of the files
 */
/**
 * The names of the segments of a picture and of the text around it.
 *
 * @typedef {Strings['image']['segments']} SegmentWords
 */

/** What the reader can correct of segments. @typedef {Pick<MapsState, 'pair' | 'grid'>} PairAndGrid */
/** Nothing is corrected. @type {PairAndGrid} */
const FOUND = { pair: null, grid: null };

/** The tokens with which chat templates begin a turn. */
const TURN =
  /^(?:<\|(?:im_start|start_header_id|header_start|start_of_role|start|turn|system|user|assistant|tool)\|>|<start_of_turn>|<\|turn>|<\|START_OF_TURN_TOKEN\|>|<｜(?:User|Assistant)｜>|\[\/?(?:INST|SYSTEM_PROMPT)\])$/;
/** Punctuation before which text without spaces of its own has none. */
const CLOSING = /^[.,;:!?%)\]}…»”'’]/;
/** The key in the metadata of a file: a JSON array with the name of the segment of each token. */
const SEGMENTS = 'segments';

/** @type {WeakMap<object, Map<unknown, Groups | null>>} */
const cache = new WeakMap();

/** The tokens between two sentences and after them: BERT, RoBERTa and T5, XLNet. */
const SEPARATORS = new Set(['[SEP]', '</s>', '<sep>']);
/** What may be after the last one. */
const AFTER = new Set(['[PAD]', '<pad>', '<cls>']);

/**
 * Where the second sentence of a pair begins: after the only separator within the text, or at the second of
 * two in a row, as in `<s> A </s></s> B </s>`. Null if the text is no pair.
 *
 * @param {readonly string[]} tokens
 */
export function secondOf(tokens) {
  const raw = tokens.map((token) => token.trim());
  const [first, ...others] = raw.flatMap((token, at) => (SEPARATORS.has(token) ? [at] : []));
  const from = others[0] === first + 1 ? others.shift() : first + 1;
  const [end, ...more] = others;
  const isPair = first > 1 && end > Number(from) + 1 && more.length === 0;
  return isPair && raw.slice(end + 1).every((token) => AFTER.has(token)) ? Number(from) : null;
}

/**
 * The name of the segment of each token, and what they are known by: where the reader says that the second
 * sentence begins, a name in the files, a pair of sentences, or a picture among the tokens. Null if there is
 * only one.
 *
 * @param {PairAndGrid} state
 * @param {Pick<MapsData, 'reading'> & Partial<Pick<MapsData, 'opened'>>} data
 * @returns {{ by: unknown, names: () => readonly string[], isFound?: boolean } | null}
 */
function segmentsIn({ pair, grid: given }, data) {
  const { keys: count, tokens } = data.reading;
  const named = pair === null ? segmentsOf(data.opened?.files ?? [], count) : null;
  if (named) return { by: named, names: () => named };
  const from = pair ?? secondOf(tokens);
  const nameOf = (/** @type {(at: number) => string} */ name) => () =>
    Array.from({ length: count }, (_, at) => name(at));
  if (from !== null)
    return from > 0 && from < count
      ? { by: `from ${from}`, names: nameOf((at) => (at < from ? 'A' : 'B')) }
      : null;
  const { axis, grid, isKnown } = patchesOf({ grid: given }, /** @type {MapsData} */ (data));
  const { before, columns, rows } = grid;
  const patches = columns * rows;
  if (!isKnown || axis !== 'key' || patches + before + 1 >= count) return null;
  const isPatch = (/** @type {number} */ at) => at >= before && at < before + patches;
  const names = nameOf((at) => (isPatch(at) ? 'picture' : 'text'));
  return { by: `patches ${before} ${patches}`, names, isFound: true };
}

/**
 * The groups of the tokens of the keys, and of the queries if these are another text; null if there are none:
 * without tokens, without a name for each segment, and in a text of one turn.
 *
 * @param {Merged} kind
 * @param {Pick<MapsData, 'tokens' | 'queryTokens' | 'reading'> & Partial<Pick<MapsData, 'opened'>>} data
 * @param {PairAndGrid} [state] - what the reader corrected; needed for segments
 * @returns {{ key: Groups, query: Groups | null } | null}
 */
export function groupsIn(kind, data, state = FOUND) {
  const { tokens, queryTokens, reading } = data;
  if (!kind || !tokens || tokens.tokens.length !== reading.keys) return null;
  if (kind === 'segments') {
    const found = queryTokens ? null : segmentsIn(state, data);
    const make = () => ({ ...bySegment(tokens, found?.names() ?? []), isFound: found?.isFound });
    return found && { key: cached(tokens, found.by, make), query: null };
  }
  const key = cached(tokens, kind, () => byKind(tokens, kind));
  const query = queryTokens && cached(queryTokens, kind, () => byKind(queryTokens, kind));
  return key && (query || !queryTokens) ? { key, query } : null;
}

/**
 * @template {Groups | null} G
 * @param {ReadableTokens} tokens @param {unknown} key @param {() => G} make @returns {G}
 */
function cached(tokens, key, make) {
  const known = cache.get(tokens) ?? new Map();
  cache.set(tokens, known);
  if (!known.has(key)) known.set(key, make());
  return /** @type {G} */ (known.get(key));
}

/** @param {ReadableTokens} tokens @param {Merged} kind */
function byKind(tokens, kind) {
  if (kind === true) return { of: Uint32Array.from(tokens.tokens, ({ word }) => word), texts: tokens.words };
  return kind === 'turns' ? byTurn(tokens) : bySentence(tokens);
}

/**
 * Sentences end where the browser ends them (Unicode Standard Annex 29). A text without capital letters, as
 * of an uncased model, has none that begin a sentence, so it is divided in capital letters. A token of the
 * tokenizer, such as `[CLS]`, is in no sentence and alone.
 *
 * @param {ReadableTokens} readable
 */
function bySentence({ tokens }) {
  const pieces = spelled(tokens);
  const isUncased = !pieces.some((piece, at) => !tokens[at].special && piece !== piece.toLowerCase());
  const shown = isUncased ? pieces.map((piece) => piece.toUpperCase()) : pieces;
  const starts = new Set();
  const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
  for (const { index } of segmenter.segment(shown.join(''))) starts.add(index);
  let at = 0;
  let begins = true;
  const first = tokens.map((token, place) => {
    const end = at + shown[place].length;
    // A sentence that begins within the spaces of a token begins with it.
    const text = at + (shown[place].length - shown[place].trimStart().length);
    for (; at < end; at += 1) if (starts.has(at) && at <= text) begins = true;
    const before = tokens[place - 1];
    const isFirst = token.special || before?.special === true || (begins && shown[place].trim() !== '');
    if (isFirst) begins = false;
    return isFirst && !(token.split && before?.group === token.group);
  });
  return grouped(tokens, first);
}

/** @param {ReadableTokens} readable */
function byTurn({ tokens }) {
  const first = tokens.map(({ text }) => TURN.test(text.trim()));
  return first.includes(true) ? grouped(tokens, first) : null;
}

/** @param {ReadableTokens} readable @param {readonly string[]} names */
function bySegment({ tokens }, names) {
  const isFirst = names.map((name, at) => name !== names[at - 1]);
  const named = names.filter((_, at) => isFirst[at]);
  return { ...grouped(tokens, isFirst), names: named };
}

/**
 * The names of segments as the reader sees them.
 *
 * @param {Groups} groups @param {SegmentWords} [words] - by default in English, as in files
 */
export const shownNames = ({ names = [], isFound }, words) =>
  isFound && words ? names.map((name) => words[/** @type {keyof SegmentWords} */ (name)]) : names;

/**
 * The texts of groups, those of segments after their names.
 *
 * @param {Groups} groups @param {SegmentWords} [words]
 */
export function namedTexts(groups, words) {
  const names = shownNames(groups, words);
  return groups.texts.map((text, group) => (names[group] ? `${names[group]}: ${text}` : text));
}

/**
 * The name of the segment of each token; null if the files do not name one for each. The list is the same for
 * the same files.
 *
 * @param {MapsData['opened']['files']} files @param {number} count
 */
function segmentsOf(files, count) {
  for (const file of files) {
    if (!segments.has(file)) {
      const written = file.metadata.find(([key]) => key === SEGMENTS)?.[1];
      segments.set(file, written === undefined ? null : namesIn(written));
    }
    const names = segments.get(file);
    if (names?.length === count) return names;
  }
  return null;
}

/** @type {WeakMap<object, string[] | null>} */
const segments = new WeakMap();

/** @param {string} written */
function namesIn(written) {
  try {
    const names = JSON.parse(written);
    return Array.isArray(names) ? names.map((name) => (name === null ? '' : String(name))) : null;
  } catch {
    return null;
  }
}

/**
 * Groups of neighbors.
 *
 * @param {ReadableTokens['tokens']} tokens @param {boolean[]} isFirst - whether a token begins a group
 * @returns {Groups}
 */
function grouped(tokens, isFirst) {
  const pieces = spelled(tokens);
  /** @type {string[]} */
  const texts = [];
  const of = Uint32Array.from(tokens, (_, at) => {
    if (at === 0 || isFirst[at]) texts.push('');
    texts[texts.length - 1] += pieces[at];
    return texts.length - 1;
  });
  return { of, texts: texts.map((text) => text.trim().replace(/\s+/g, ' ')) };
}

/**
 * The text of each token with the spaces before it. Tokens that form one character have its text once.
 *
 * @param {ReadableTokens['tokens']} tokens
 */
function spelled(tokens) {
  const hasSpaces = tokens.some(({ text, special }) => !special && /^\s/.test(text));
  return tokens.map(({ text, joined, split, group, special }, at) => {
    const before = tokens[at - 1];
    if (split && before?.group === group) return '';
    if (hasSpaces && !special && !before?.special) return text;
    return at === 0 || joined || CLOSING.test(text) ? text : ` ${text}`;
  });
}

/** The most characters of a group in a label and in a sentence. */
const SHORT = 20;

/** The beginning of a text, which names it. @param {string} text */
export function shortened(text) {
  const letters = [...text];
  return letters.length <= SHORT
    ? text
    : `${letters
        .slice(0, SHORT - 1)
        .join('')
        .trimEnd()}…`;
}
