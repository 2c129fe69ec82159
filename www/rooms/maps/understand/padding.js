import { saidIn } from './metadata.js';
/** @import { Opened } from '../types.js' */
/** @import { Candidate } from './types.js' */

/** What tokenizers call padding. */
const PADDING = new Set([
  '[PAD]',
  '<pad>',
  '<PAD>',
  '<|pad|>',
  '<|padding|>',
  '<|finetune_right_pad_id|>',
  '<|endofpad|>',
]);

/**
 * Which tokens of a text are not padding, which stands before or behind them; null where none is left out. An attention mask counts before lengths in the metadata, and
 * these before tokens such as `[PAD]`.
 *
 * @param {Opened} opened
 * @param {Candidate} candidate
 * @param {{ batch: number, count: number, tokens: string[] }} text - which one of the batch, and how many tokens there are
 * @returns {[first: number, length: number] | null}
 */
export function keptOf(opened, { stack }, { batch, count, tokens }) {
  const { file } = stack.layers[0][0];
  const masks = opened.files
    .filter(({ id, tensors }) => id === file || tensors.length < 3)
    .map(({ padding }) => padding)
    .filter((padding) => padding?.tokens === count);
  const { lengths } = saidIn(opened, file);
  const kept = masks[0]?.kept ?? lengths.map((length) => /** @type {[number, number]} */ ([0, length]));
  const found = (kept.length === 1 ? kept[0] : kept[batch]) ?? ofTokens(tokens);
  if (!found) return null;
  const [first, length] = found;
  return length > 0 && length < count && first + length <= count ? found : null;
}

/** @param {string[]} tokens @returns {[number, number] | null} */
function ofTokens(tokens) {
  const isReal = (/** @type {string} */ token) => !PADDING.has(token);
  const first = tokens.findIndex(isReal);
  return first === -1 ? null : [first, tokens.findLastIndex(isReal) + 1 - first];
}
