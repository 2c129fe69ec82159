import steps from './steps.json' with { type: 'json' };

export const SHAPE = { layers: 6, heads: 12, tokens: 17 };
/**
 * Weights are multiples of 1 / STEPS, and a row sums to exactly 1. `pack.mjs` writes them from a fixture. The
 * model is under Apache-2.0; see fixtures/README.md.
 */
export const STEPS = 1024;

/** The model and the sentence of the sample. */
export const SAMPLE = {
  name: 'minilm_trophy.json',
  model: 'all-MiniLM-L6-v2',
  sentence: "The trophy doesn't fit in the suitcase because it is too big.",
  tokens: "[CLS] the trophy doesn ' t fit in the suitcase because it is too big . [SEP]".split(' '),
  layers: SHAPE.layers,
  heads: SHAPE.heads,
  steps: STEPS,
};

/** Loads the weights, where they are a script of their own. */
export const weights = { load: async () => {} };

/** The sample as a JSON file: `{ tokens, attention }`, by layer, head, query and key. */
export async function sample() {
  await weights.load();
  const rows = steps.rows.map((row) => row.map((step) => step / STEPS));
  const attention = lists(lists(rows, SHAPE.tokens), SHAPE.heads);
  return new File([JSON.stringify({ tokens: SAMPLE.tokens, attention })], SAMPLE.name);
}

/** Splits a list into lists of a length. @template T @param {T[]} list @param {number} length */
function lists(list, length) {
  return Array.from({ length: list.length / length }, (_, i) => list.slice(i * length, (i + 1) * length));
}
