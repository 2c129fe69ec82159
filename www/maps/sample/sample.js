import { SHAPE, STEPS } from './model.js';
import { packed } from './packed.js';
import { unpack } from './unpack.js';

/** What the sample is: real, of which model, over which sentence, and how far it was rounded. */
export const SAMPLE = {
  name: 'minilm_trophy.json',
  model: 'all-MiniLM-L6-v2',
  sentence: "The trophy doesn't fit in the suitcase because it is too big.",
  tokens: ['[CLS]', 'the', 'trophy', 'doesn', "'", 't', 'fit', 'in', 'the', 'suitcase', 'because', 'it', 'is', 'too', 'big', '.', '[SEP]'],
  layers: SHAPE.layers,
  heads: SHAPE.heads,
  steps: STEPS,
};

/** The sample as a file that a reader might have dropped: `{tokens, attention}`, by layer, head, query and key. */
export function sample() {
  const steps = unpack(packed);
  const { heads, tokens } = SHAPE;
  const weights = Array.from(steps, (step) => step / STEPS);
  const rows = lists(weights, tokens);
  const attention = lists(lists(rows, tokens), heads);
  return new File([JSON.stringify({ tokens: SAMPLE.tokens, attention })], SAMPLE.name);
}

/**
 * A list cut into lists of so many.
 *
 * @template T
 * @param {T[]} list
 * @param {number} length
 */
function lists(list, length) {
  return Array.from({ length: list.length / length }, (_, i) => list.slice(i * length, (i + 1) * length));
}
