/** Shared by the tests of exports of HeadVis: a small folder, written as its format describes it. */
import { zipSync } from 'fflate';

const [LAYERS, HEADS] = [[0, 3], 2];

/**
 * A sequence of a head: few large weights, whose rows do not sum to 1.
 *
 * @param {number} id @param {number} interval
 */
export function sequenceOf(id, interval) {
  const tokens = ['The', ' cat', ' sat', ` w${id}`];
  return {
    sequence_id: id,
    interval,
    tokens,
    attention_indices: [0, 5, 9, 13, 14],
    attention_values: [1, 0.75, 0.5 + id / 100, 0.25, 0.125],
    seq_len: tokens.length,
    max_activation: 0.5 + id / 100,
  };
}

/**
 * The files as JSON values: 2 layers, numbered 0 and 3, of 2 heads, each with three sequences.
 *
 * @returns {Record<string, any>}
 */
export function exported() {
  const pairs = LAYERS.flatMap((layer) => Array.from({ length: HEADS }, (_, head) => [layer, head]));
  return {
    'config.json': {
      model_name: 'made-up model',
      heads: pairs,
      n_layers: 4,
      n_heads: HEADS,
      n_intervals: 10,
      metrics: ['induction_score', 'qk_distance', 'pattern_entropy'],
      metric_descriptions: { induction_score: 'Weight on what followed an earlier copy' },
      head_data_pattern: 'L{layer}H{head}.json',
      has_umap: false,
    },
    'scatter_data.json': pairs.map(([layer, head]) => ({
      ...{ layer, head, induction_score: (layer + head) / 8, qk_distance: 2 + layer, pattern_entropy: head },
    })),
    ...Object.fromEntries(
      pairs.map(([layer, head]) => [
        `heads/L${layer}H${head}.json`,
        {
          sequences: [sequenceOf(7, 10), sequenceOf(2, 1), sequenceOf(9, 10)],
          top_key_tokens: [],
          statistics: {},
        },
      ]),
    ),
  };
}

/** @param {Record<string, any>} files - JSON values, or text @returns {Record<string, Uint8Array>} */
export const written = (files) =>
  Object.fromEntries(
    Object.entries(files).map(([name, value]) => [
      name,
      new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value)),
    ]),
  );

/** An archive of the folder. @param {Record<string, any>} files @returns {Uint8Array<ArrayBuffer>} */
export const archived = (files) => /** @type {any} */ (zipSync(written(files)));
