import { inputsOf } from '../compute/inputs.js';
import { switchesOf } from '../state/state.js';
import { SCHEMES, SCORES, WEIGHTS } from '../../../figure/schemes.js';
/** @import { Graph, Lesson, MatrixData, Model, Scale, SchemesCompared, State } from '../../../types.js' */

/** This lesson shows none of the steps of its four softmaxes. */
const NOTHING = Object.freeze({ rows: 0, cols: 0, data: new Float64Array() });

/**
 * Everything that the lesson on positions shows, in one call of the engine.
 *
 * @param {typeof import('../../../engine/attention.js')} engine
 * @param {Lesson & { schemes: { heads: number } }} lesson
 * @param {State} state
 * @returns {Omit<Model, 'language' | 't'>}
 * @throws {Error} with a sentence, when the inputs do not fit or an option cannot be followed
 */
export function comparedModel(engine, lesson, state) {
  const switches = switchesOf(lesson, state);
  const { embeddings, wQ, wK } = inputsOf(engine, lesson, switches, state);
  const { slopeHead, shift, ...rest } = state.distance;
  const options = {
    ...rest,
    heads: lesson.schemes.heads,
    head: slopeHead,
    firstPosition: shift,
    mask: switches.mask,
  };
  const compared = engine.compareSchemes(options, { embeddings, wQ, wK });
  const { q, k, allowed, scores, weights } = compared;
  const byScheme = SCHEMES.flatMap((scheme) => [
    [SCORES[scheme], scores[scheme]],
    [WEIGHTS[scheme], weights[scheme]],
  ]);
  return {
    state,
    lesson,
    switches,
    matrices: { x: embeddings, wQ, wK, q, k, kT: transposed(k), allowed, ...Object.fromEntries(byScheme) },
    softmax: { shift: NOTHING, exponentials: NOTHING, sums: NOTHING },
    softmaxRows: null,
    variance: { q: NaN, k: NaN, scores: NaN, scaled: NaN },
    heads: null,
    graph: graph(),
    concepts: null,
    compared,
    scales: scales(compared),
  };
}

/** Which cells make which. A scheme's own vectors stand in for nothing here: its scores come from the tokens' queries and keys. @returns {Graph} */
function graph() {
  /** @type {Graph} */
  const byScheme = {};
  for (const scheme of SCHEMES) {
    byScheme[SCORES[scheme]] = { kind: 'product', left: 'q', right: 'kT' };
    byScheme[WEIGHTS[scheme]] = { kind: 'softmax', of: SCORES[scheme], axis: 'rows' };
  }
  return {
    x: { kind: 'input', edits: 'embeddings' },
    wQ: { kind: 'input', edits: 'wQ' },
    wK: { kind: 'input', edits: 'wK' },
    q: { kind: 'product', left: 'x', right: 'wQ' },
    k: { kind: 'product', left: 'x', right: 'wK' },
    kT: { kind: 'transpose', of: 'k' },
    ...byScheme,
  };
}

/** One scale of colour for all scores, so that they can be compared, and that of weights for all weights. @param {SchemesCompared} compared @returns {Record<string, Scale>} */
function scales({ scores }) {
  let largest = 0;
  for (const { data } of Object.values(scores))
    for (const value of data) if (Number.isFinite(value)) largest = Math.max(largest, Math.abs(value));
  const common = /** @type {const} */ ({ kind: 'diverging', low: -(largest || 1), high: largest || 1 });
  const share = /** @type {const} */ ({ kind: 'sequential', low: 0, high: 1 });
  return Object.fromEntries(
    SCHEMES.flatMap((scheme) => [
      [SCORES[scheme], common],
      [WEIGHTS[scheme], share],
    ]),
  );
}

/** @param {MatrixData} matrix @returns {MatrixData} */
function transposed({ rows, cols, data }) {
  return {
    rows: cols,
    cols: rows,
    data: Float64Array.from(data, (_, cell) => data[(cell % rows) * cols + Math.floor(cell / rows)]),
  };
}
