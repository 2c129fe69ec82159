/** The sentence that the room opens with, and its heads, which the build contains. */
import { SENTENCE } from '../settings.js';
/** @import { MapsState } from '../../types.js' */

/** The small model: its heads, and the tokens of the sentence. `pack-first.mjs` writes their weights. */
const [LAYERS, HEADS, TOKENS] = [4, 4, 8];
/** The name of the file, as of the heads of every text of the small model. */
const NAME = 'small-model.gguf.safetensors';

/**
 * Whether a state shows the heads that the build contains.
 *
 * @param {Pick<MapsState, 'text' | 'model' | 'off'>} state
 */
export const isFirst = ({ text, model, off }) => text === SENTENCE && model === null && off.length === 0;

/**
 * The heads as a file, and the weights of the last token.
 *
 * @param {Uint8Array<ArrayBuffer>} bytes - of `first-sentence.safetensors`
 */
export function firstSentence(bytes) {
  const size = TOKENS * TOKENS;
  // The numbers are at the end of the file.
  const weights = new Float32Array(bytes.slice(-4 * LAYERS * HEADS * size).buffer);
  /** @param {number} layer @param {number} head */
  const row = (layer, head) => {
    const at = Math.min(layer, LAYERS - 1) * HEADS + Math.min(head, HEADS - 1);
    return weights.subarray((at + 1) * size - TOKENS, (at + 1) * size);
  };
  return { file: new File([bytes], NAME), row, tokens: TOKENS };
}
