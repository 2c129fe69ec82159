/** @import { MapsData, MapSpec, ReadableTokens } from '../types.js' */

/**
 * The labels of queries and keys in a table, as they are in the file; null if they have only positions. For
 * words, the label of a row is the word of its first token.
 *
 * @param {Pick<MapsData, 'tokens' | 'queryTokens' | 'reading'>} data
 * @param {Pick<MapSpec, 'words'>} spec
 */
export function namesOf({ tokens, queryTokens, reading: { offset } }, { words }) {
  const [query, from] = queryTokens ? [queryTokens, 0] : [tokens, offset];
  return { queries: named(query, from, words?.query), keys: named(tokens, 0, words?.key) };
}

/** @param {ReadableTokens | null} readable @param {number} from @param {Uint32Array | undefined} merged */
function named(readable, from, merged) {
  if (!readable || readable.tokens.length <= from) return null;
  const tokens = readable.tokens.slice(from);
  if (!merged) return tokens.map(({ text }) => text);
  /** @type {string[]} */
  const words = [];
  merged.forEach((word, i) => {
    words[word] ??= readable.words[tokens[i]?.word] ?? '';
  });
  return words;
}
