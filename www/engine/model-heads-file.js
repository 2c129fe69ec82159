/** The heads of a run as a `.safetensors` file, as docs/format.md describes it. */

import { joinedFloats } from '../format/joined.js';
import { safetensors } from '../format/safetensors.js';
import { heads, rawRun } from './model-run.js';
/** @import { FinishedRun, ModelEdit, TraceName } from './model-run.js' */

/**
 * The queries, keys and values of all layers that are done, as one file. Weights follow from them in the
 * Maps room, so a file is small: it grows with the number of tokens, not with its square.
 *
 * A model whose layers have different windows, or whose heads have sinks, cannot be described so. Its weights
 * are written instead, those of sinks as the first column. Layers of a model with states have arrays of their
 * own.
 *
 * @param {FinishedRun} run
 * @param {TraceName & { name?: string }} [options] - what is written: a text, or a variant that was kept; `name`: of the file
 * @returns {File}
 */
export function toFile(run, { name = 'heads.safetensors', ...trace } = {}) {
  return new File([toBytes(run, trace)], name);
}

/**
 * The bytes of the file, for a reader that has no use for a file on disk.
 *
 * @param {FinishedRun} run
 * @param {TraceName} [trace]
 */
export function toBytes(run, trace = {}) {
  rawRun(run);
  const { facts, layers } = run;
  const { heads: perLayer, keyHeads, headSize, causal, scale, softcap, windows, hasSinks } = facts;
  const names = run.tokensOf(trace.text);
  const tokens = names.length;
  const [window, ...others] = new Set(
    windows.map((width) => (typeof width === 'number' && width < tokens ? width : null)),
  );
  /** @type {Record<string, string>} */
  const metadata = {
    heedmap: '1',
    tokens: JSON.stringify(names),
    model: run.name,
  };
  const { edits = [] } = run.variants[trace.variant ?? -1] ?? {};
  if (edits.length > 0) metadata.off = JSON.stringify(edits.map(said));
  /** @type {[string, number[], Float32Array][]} */
  const tensors = [];
  if (facts.state !== null) {
    const rules = facts.kinds.map((kind, layer) => {
      const ofState = kind !== null && facts.state;
      for (const [name, { shape, data }] of Object.entries(heads(run, layer, trace))) {
        // In a file, heads that share a key head follow each other.
        const isTiled = ofState && ofState.isTiled && (name === 'q' || name === 'k');
        const times = isTiled ? facts.layerHeads[layer] / shape[0] : 1;
        const cells = times === 1 ? data : joinedFloats(Array(times).fill(data));
        tensors.push([`layers.${layer}.${name}`, [shape[0] * times, ...shape.slice(1)], cells]);
      }
      return ofState
        ? { kind, scale: 1 / Math.sqrt(ofState.keySize) }
        : { scale, mask: 'causal', rope: 'applied' };
    });
    Object.assign(metadata, { layout: '(heads, tokens, size)', rules: JSON.stringify(rules) });
  } else if (others.length > 0 || hasSinks) {
    const cells = joinedFloats(
      Array.from({ length: layers * perLayer }, (_, at) => {
        const layer = Math.floor(at / perLayer);
        const weights = run.weights(layer, at % perLayer, trace);
        return hasSinks ? withSinks(weights, tokens) : weights;
      }),
    );
    tensors.push(['attention', [layers, perLayer, tokens, tokens + (hasSinks ? 1 : 0)], cells]);
    metadata.causal = String(causal);
    if (hasSinks) metadata.sinks = 'first column';
  } else {
    for (const [part, count] of /** @type {const} */ ([
      ['q', perLayer],
      ['k', keyHeads],
      ['v', keyHeads],
    ])) {
      const cells = joinedFloats(Array.from({ length: layers }, (_, layer) => run.kept(layer, part, trace)));
      tensors.push([part, [layers, count, tokens, headSize], cells]);
    }
    Object.assign(metadata, {
      layout: '(layers, heads, tokens, size)',
      mask: [causal ? 'causal' : null, window && `window(${window})`].filter(Boolean).join(' and ') || 'all',
      scale: String(scale),
      rope: 'applied',
      ...(softcap !== null && { softcap: String(softcap) }),
    });
  }
  return safetensors(tensors, metadata);
}

/** A change as the file says it, which does not have the other texts of the run. @param {ModelEdit} edit */
const said = ({ part, layer, head, token, with: replacement }) => ({
  ...{ part, layer },
  head: head ?? undefined,
  token: token ?? undefined,
  with: replacement ?? 'zero',
});

/**
 * The weights with a column for the sink before them, which has what each row lacks to 1.
 *
 * @param {Float32Array} weights - (tokens, tokens)
 * @param {number} tokens
 */
function withSinks(weights, tokens) {
  const all = new Float32Array(tokens * (tokens + 1));
  for (let query = 0; query < tokens; query += 1) {
    const row = weights.subarray(query * tokens, (query + 1) * tokens);
    all[query * (tokens + 1)] = Math.max(0, 1 - row.reduce((sum, weight) => sum + weight, 0));
    all.set(row, query * (tokens + 1) + 1);
  }
  return all;
}
