import { probabilities, rangeDecoder } from '../../bundle/range-decoder.js';
import { contextOf, CONTEXTS, LENGTH_BITS, SHAPE, STEPS } from './model.js';

/**
 * The weights of the sample, row by row, head by head, in steps.
 *
 * @param {string} base64
 * @returns {Uint16Array}
 */
export function unpack(base64) {
  const { layers, heads, tokens } = SHAPE;
  const { tree, even } = rangeDecoder(Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)), 0);
  const lengths = probabilities(CONTEXTS);
  const steps = new Uint16Array(layers * heads * tokens * tokens);
  for (let row = 0; row < steps.length; row += tokens) {
    const first = row % (tokens * tokens) === 0;
    let left = STEPS;
    for (let key = 0; key < tokens - 1; key++) {
      const length = tree(lengths, contextOf(first ? null : steps[row + key - tokens], left, tokens - key), LENGTH_BITS);
      const weight = length < 2 ? length : 2 ** (length - 1) + even(length - 1);
      steps[row + key] = weight;
      left -= weight;
    }
    // Rows sum to all steps, so the last weight is no news.
    steps[row + tokens - 1] = left;
  }
  return steps;
}
