import { idsWithPatches } from '../image/layouts.js';
/** @import { TokensRead } from '../../../engine/maps.js' */

/**
 * Reads raw tokens. Patches of a picture are different tokens, although their texts are equal.
 *
 * @param {{ readTokens: (tokens: string[], scheme: TokensRead['scheme'] | null) => TokensRead }} engine
 * @param {string[]} tokens
 * @param {TokensRead['scheme'] | null} scheme
 * @returns {TokensRead}
 */
export function readTokens(engine, tokens, scheme) {
  const read = engine.readTokens(tokens, scheme);
  return { ...read, ids: idsWithPatches(tokens, read.ids) };
}
