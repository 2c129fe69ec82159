import { metadataIn } from './metadata.js';
/** @import { Opened } from '../types.js' */
/** @import { Candidate } from './types.js' */

const PADDING_TOKENS = new Set([
  '[PAD]',
  '<pad>',
  '<PAD>',
  '<|pad|>',
  '<|padding|>',
  '<|finetune_right_pad_id|>',
  '<|endofpad|>',
]);

/**
 * The range of the tokens of a text without padding; null if there is no padding. An attention mask has
 * priority over lengths in the metadata, and these over tokens such as `[PAD]`.
 *
 * @param {Opened} opened
 * @param {Candidate} candidate
 * @param {{ batch: number, count: number, tokens: string[] }} text - its index in the batch, its number of
 *   tokens, and its tokens if the files have them
 * @returns {[first: number, length: number] | null}
 */
export function unpaddedRange(opened, { stack }, { batch, count, tokens }) {
  const { file } = stack.layers[0][0];
  const masks = opened.files
    .filter(({ id, tensors }) => id === file || tensors.length < 3)
    .map(({ padding }) => padding)
    .filter((padding) => padding?.tokens === count);
  const { lengths } = metadataIn(opened, file);
  const kept = masks[0]?.kept ?? lengths.map((length) => /** @type {[number, number]} */ ([0, length]));
  const found = (kept.length === 1 ? kept[0] : kept[batch]) ?? ofTokens(tokens);
  if (!found) return null;
  const [first, length] = found;
  return length > 0 && length < count && first + length <= count ? found : null;
}

/** @param {string[]} tokens @returns {[number, number] | null} */
function ofTokens(tokens) {
  const isReal = (/** @type {string} */ token) => !PADDING_TOKENS.has(token);
  const first = tokens.findIndex(isReal);
  return first === -1 ? null : [first, tokens.findLastIndex(isReal) + 1 - first];
}
