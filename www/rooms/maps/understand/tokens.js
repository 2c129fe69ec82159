/** @import { Opened, FileEntry } from '../types.js' */
/** @import { Item, Message, TokenList } from './types.js' */

/** The maximum number of tokens in metadata. */
const MAX_TOKENS = 1 << 18;
/** The metadata keys of tokens. @type {Record<string, TokenList['of']>} */
const KEYS = { tokens: 'any', input_tokens: 'any', labels: 'any', key_tokens: 'key', query_tokens: 'query' };

/** All lists of tokens; files with tensors come first. @param {Opened} opened @returns {TokenList[]} */
export function tokenLists({ files }) {
  const beside = files.filter(({ tensors }) => tensors.length === 0);
  const own = files.filter(({ tensors }) => tensors.length > 0).flatMap(listsOf);
  return [...own, ...beside.flatMap(listsOf).map((list) => ({ ...list, file: null }))];
}

/** The lists that may belong to these tensors. @param {TokenList[]} lists @param {Item[]} items */
export function listsFor(lists, items) {
  const own = new Set(items.map(({ file }) => file));
  return lists.filter(({ file }) => file === null || own.has(file));
}

/** @param {FileEntry} file @returns {TokenList[]} */
function listsOf({ id, tokens, keyTokens, metadata }) {
  /** @type {TokenList[]} */
  const lists = [
    { tokens: keyTokens, of: 'key', file: id },
    { tokens, of: keyTokens.length > 0 ? 'query' : 'any', file: id },
    ...metadata
      .filter(([key]) => Object.hasOwn(KEYS, key))
      .map(([key, text]) => ({ tokens: listIn(text), of: KEYS[key], file: id })),
  ];
  return lists.filter((list) => list.tokens.length > 0);
}

/** Parses a JSON array of strings; empty if it is anything else. @param {string} text @returns {string[]} */
function listIn(text) {
  try {
    const list = JSON.parse(text);
    const isList =
      Array.isArray(list) && list.length <= MAX_TOKENS && list.every((each) => typeof each === 'string');
    return isList ? list : [];
  } catch {
    return [];
  }
}

/**
 * The tokens of the keys and queries, from lists with the right lengths.
 *
 * @param {TokenList[]} lists
 * @param {{ queries: number, keys: number, offset: number, generated: boolean }} extent
 * @returns {{ tokens: string[], queryTokens: string[], notes: Message[] }}
 */
export function tokensFor(lists, { queries, keys, offset, generated }) {
  /** @type {Message[]} */
  const notes = [];
  const pick = (/** @type {'query' | 'key'} */ side, /** @type {number} */ length) => {
    const long = lists.filter((list) => list.tokens.length === length);
    return (long.find((list) => list.of === side) ?? long.find((list) => list.of === 'any'))?.tokens;
  };
  let tokens = pick('key', keys);
  if (!tokens && generated) {
    // The last generated token was never a key.
    tokens = pick('key', keys + 1)?.slice(0, keys);
    if (tokens) notes.push((t) => t.maps.reading.lastToken({ tokens: keys + 1 }));
  }
  const named = lists.some((list) => list.of === 'query' && list.tokens.length === queries);
  const queryTokens = named || queries !== keys ? pick('query', queries) : tokens;
  if (!tokens && !queryTokens && lists.length > 0)
    notes.push((t) => t.maps.reading.tokenCount({ tokens: lists[0].tokens.length, keys }));
  if (!tokens) return { tokens: [], queryTokens: queryTokens ?? [], notes };
  const same = queries === keys && (!queryTokens || JSON.stringify(queryTokens) === JSON.stringify(tokens));
  if (same) return { tokens, queryTokens: [], notes };
  // Queries without their own tokens are the last keys, or are numbered.
  const last = offset > 0 && offset + queries <= keys ? tokens.slice(offset, offset + queries) : null;
  return {
    tokens,
    queryTokens: queryTokens ?? last ?? Array.from({ length: queries }, (_, query) => String(query)),
    notes,
  };
}
