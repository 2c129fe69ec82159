import { inflate } from '../../../engine/inflate.js';
import { packed } from './packed.js';

/** The shape of the sample. */
export const SHAPE = { layers: 6, heads: 12, tokens: 17 };
/** Weights are whole multiples of one part in so many, and a row sums to exactly all of them. */
export const STEPS = 1024;

/** What the sample is: real, of which model, over which sentence, and how far it was rounded. */
export const SAMPLE = {
  name: 'minilm_trophy.json',
  model: 'all-MiniLM-L6-v2',
  sentence: "The trophy doesn't fit in the suitcase because it is too big.",
  tokens: [
    '[CLS]',
    'the',
    'trophy',
    'doesn',
    "'",
    't',
    'fit',
    'in',
    'the',
    'suitcase',
    'because',
    'it',
    'is',
    'too',
    'big',
    '.',
    '[SEP]',
  ],
  layers: SHAPE.layers,
  heads: SHAPE.heads,
  steps: STEPS,
};

/**
 * The sample as a file that a reader might have dropped: `{tokens, attention}`, by layer, head, query and
 * key.
 */
export async function sample() {
  const steps = await sampleSteps();
  const { heads, tokens } = SHAPE;
  const weights = Array.from(steps, (step) => step / STEPS);
  const rows = lists(weights, tokens);
  const attention = lists(lists(rows, tokens), heads);
  return new File([JSON.stringify({ tokens: SAMPLE.tokens, attention })], SAMPLE.name);
}

/** The weights of the sample in steps: by layer, head, query and key. */
export async function sampleSteps() {
  return new Uint16Array(await inflate(packed));
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
