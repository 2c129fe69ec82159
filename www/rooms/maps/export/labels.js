/** @import { MapsData, MapSpec, ReadableTokens } from '../types.js' */

/**
 * What queries and keys are called in a table, as it was written; null where they only have positions. Merged to words, a row is called by the word that its
 * first token belongs to.
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
