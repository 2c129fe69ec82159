import { graphOf } from '../compute/graph.js';
import { inputsOf } from '../compute/inputs.js';
import { transposed } from '../lessons/matrix.js';
import { switchesOf } from '../state/state.js';
import { SCHEMES, SCORES, WEIGHTS, schemeOf } from '../../../figure/schemes.js';
/** @import { Lesson, Model, Scale, SchemesCompared, State, Switches } from '../../../types.js' */

/** The lesson does not show the intermediate results of its softmaxes. */
const EMPTY = Object.freeze({ rows: 0, cols: 0, data: new Float64Array() });

/**
 * Computes the model of the lesson that compares position encodings.
 *
 * @param {typeof import('../../../engine/attention.js')} engine
 * @param {Lesson & { schemes: { heads: number } }} lesson
 * @param {State} state
 * @returns {Omit<Model, 'language' | 't'>}
 * @throws {Error} with a sentence, if the inputs do not match or an option is invalid
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
    softmax: { shift: EMPTY, exponentials: EMPTY, sums: EMPTY },
    softmaxRows: null,
    variance: { q: NaN, k: NaN, scores: NaN, scaled: NaN },
    heads: null,
    graph: schemesGraph(lesson, switches),
    concepts: null,
    compared,
    scales: scales(compared),
  };
}

/** The matrices that all encodings share. */
const SHARED = ['x', 'wQ', 'wK', 'q', 'k', 'kT'];

/**
 * The graph of queries and keys without positions, and of the scores and weights of each encoding.
 *
 * @param {Lesson} lesson @param {Switches} switches
 */
function schemesGraph(lesson, switches) {
  const graph = graphOf(lesson, { ...switches, embeddingScale: 'none', positions: 'none' });
  return Object.fromEntries(Object.entries(graph).filter(([id]) => SHARED.includes(id) || schemeOf(id)));
}

/**
 * One color scale for all scores, so that they can be compared.
 *
 * @param {SchemesCompared} compared @returns {Record<string, Scale>}
 */
function scales({ scores }) {
  let largest = 0;
  for (const { data } of Object.values(scores))
    for (const value of data) if (Number.isFinite(value)) largest = Math.max(largest, Math.abs(value));
  const high = largest || 1;
  return Object.fromEntries(
    SCHEMES.map((scheme) => [SCORES[scheme], { kind: 'diverging', low: -high, high }]),
  );
}
