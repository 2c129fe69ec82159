import { ofHead } from '../../../figure/matrices.js';
import { graphOf } from './graph.js';
import { inputsOf } from './inputs.js';
import { picksOf } from './picked.js';
import { layerOf } from './state.js';
import { comparedModel } from '../schemes/compute.js';
import { lessonOf } from '../lessons/index.js';
import { switchesOf } from '../state/state.js';
/** @import { Concepts, Heads, Lesson, MatrixData, Model, State, Switches, WorkOptions, Worked, WorkedHeads } from '../../../types.js' */

/** The bytes of a number in a KV cache: models store keys and values in 16 bits. */
export const NUMBER_BYTES = 2;

/**
 * Computes the model of a state. The same state gives the same model.
 *
 * @param {typeof import('../../../engine/attention.js')} engine
 * @param {State} state
 * @returns {Omit<Model, 'language' | 't'>}
 * @throws {Error} with a sentence, if the inputs of the state do not match
 */
export function compute(engine, state) {
  const lesson = lessonOf(state);
  const { schemes } = lesson;
  if (schemes) return comparedModel(engine, { ...lesson, schemes }, state);
  const switches = switchesOf(lesson, state);
  const inputs = inputsOf(engine, lesson, switches, state);
  const options = workOptions(lesson, switches, state);
  const graph = graphOf(lesson, switches);
  if (lesson.heads) {
    const worked = computeHeads(engine, lesson.heads, options, { ...workInputs(inputs), wO: inputs.wO });
    return {
      state,
      lesson,
      switches,
      graph,
      concepts: null,
      ...worked,
      matrices: { ...inputs, ...worked.matrices },
    };
  }
  const worked = engine.work(options, workInputs(inputs));
  const comparison = comparisonOf(engine, options, workInputs(inputs), switches);
  const matrices = { ...inputs, ...matricesOf(worked), ...comparison.matrices };
  const concepts = conceptsOf(engine, lesson, inputs, state);
  if (concepts) Object.assign(matrices, conceptMatrices(concepts));
  const own = ownMatrices(engine, lesson, inputs, worked, state);
  Object.assign(matrices, own?.matrices);
  const softmax = softmaxOf(worked);
  if (worked.single) replaceRow(matrices, softmax, worked.single, options.query ?? 0);
  return {
    state,
    lesson,
    switches,
    matrices,
    softmax,
    softmaxRows: comparison.softmaxRows,
    variance: worked.variance,
    heads: null,
    graph: own?.graph ?? graph,
    concepts,
  };
}

/**
 * The matrices of a lesson beyond those of attention, and its graph; null for lessons on attention.
 *
 * @param {typeof import('../../../engine/attention.js')} engine
 * @param {Lesson} lesson
 * @param {Record<string, MatrixData>} inputs
 * @param {Worked} worked
 * @param {State} state
 */
function ownMatrices(engine, lesson, inputs, worked, state) {
  if (lesson.layer) return layerOf(engine, lesson, inputs, state);
  return lesson.picks ? picksOf(engine, inputs, worked, state) : null;
}

/** @param {Lesson} lesson @param {Switches} switches @param {State} state @returns {WorkOptions} */
function workOptions(lesson, switches, state) {
  const alone = state.rows.show === 'one' && switches.softmaxAxis === 'rows';
  const query = Math.min(state.rows.query, lesson.tokens.length - 1);
  return { ...switches, firstPosition: lesson.firstPosition, query: alone ? query : null };
}

/** @param {Record<string, MatrixData>} inputs */
function workInputs({ embeddings, positions, wQ, wK, wV, q, k, v }) {
  if (q) return { q, k, v };
  return positions ? { embeddings, positions, wQ, wK, wV } : { embeddings, wQ, wK, wV };
}

/** @param {Worked} worked @returns {Record<string, MatrixData>} */
function matricesOf(worked) {
  const { shift, exponentials, sums, variance, single, ...matrices } = worked;
  return /** @type {any} */ (matrices);
}

/**
 * Matrices to compare the reader's choice with: softmax by row if another axis is chosen, and the sinusoidal
 * positions with the other exponent.
 *
 * @param {typeof import('../../../engine/attention.js')} engine
 * @param {WorkOptions} options
 * @param {any} inputs
 * @param {Switches} switches
 * @returns {{ matrices: Record<string, MatrixData>, softmaxRows: Model['softmaxRows'] }}
 */
function comparisonOf(engine, options, inputs, { softmaxAxis, positions }) {
  const work = (/** @type {Partial<WorkOptions>} */ other) =>
    engine.work({ ...options, ...other, query: null }, inputs);
  const byRow = softmaxAxis === 'rows' ? null : work({ softmaxAxis: 'rows' });
  return {
    matrices: {
      ...(byRow && { weightsRows: byRow.weights, outputRows: byRow.output }),
      ...(inputs.q ? {} : otherPositions(work, positions)),
    },
    softmaxRows: byRow && softmaxOf(byRow),
  };
}

/**
 * Replaces the row of a query by the row that was computed for this query alone.
 *
 * @param {Record<string, MatrixData>} matrices
 * @param {Model['softmax']} softmax
 * @param {NonNullable<Worked['single']>} single
 * @param {number} query
 */
function replaceRow(matrices, softmax, single, query) {
  const { shift, exponentials, sums, ...rows } = single;
  for (const [id, row] of Object.entries(rows))
    if (row && matrices[id]) matrices[id] = withRow(matrices[id], row, query);
  softmax.shift = withRow(softmax.shift, shift, query);
  softmax.exponentials = withRow(softmax.exponentials, exponentials, query);
  softmax.sums = withRow(softmax.sums, sums, query);
}

/** @param {MatrixData} matrix @param {MatrixData} row @param {number} at @returns {MatrixData} */
function withRow(matrix, row, at) {
  const data = matrix.data.slice();
  data.set(row.data, at * matrix.cols);
  return { ...matrix, data };
}

/**
 * The results of the engine for a lesson on concepts; null for other lessons.
 *
 * @param {typeof import('../../../engine/attention.js')} engine
 * @param {Lesson} lesson
 * @param {Record<string, MatrixData>} inputs
 * @param {State} state
 * @returns {Concepts | null}
 */
function conceptsOf(engine, lesson, { ratings, viewers }, state) {
  if (!lesson.ratings) return null;
  const rank = Math.min(state.rank, ratings.rows, ratings.cols);
  return engine.concepts({ rank }, ratings, viewers, lesson.ratings.reference ?? null);
}

/** @param {Concepts} concepts @returns {Record<string, MatrixData>} */
function conceptMatrices(concepts) {
  const { u, s, vT, uK, sK, vK, approximation, difference, rowConcepts, viewerConcepts } = concepts;
  const matrices = { u, s, vT, uK, sK, vK, approximation, difference, rowConcepts };
  return viewerConcepts ? { ...matrices, viewerConcepts } : matrices;
}

/**
 * The matrices of several heads, computed by the engine.
 *
 * @param {typeof import('../../../engine/attention.js')} engine
 * @param {Heads} heads
 * @param {WorkOptions} options
 * @param {any} inputs
 * @returns {Pick<Model, 'matrices' | 'softmax' | 'softmaxRows' | 'variance' | 'heads'>}
 * @throws {Error} with a sentence, if the inputs do not match
 */
function computeHeads(engine, { heads, kvHeads, wO }, { query: _, ...options }, inputs) {
  const given = wO === 'none' ? inputs : { ...inputs, wO: inputs.wO };
  /** @param {Partial<WorkOptions>} other */
  const work = (other) =>
    engine.workHeads({ ...options, ...other, heads, kvHeads, numberBytes: NUMBER_BYTES }, given);
  const worked = work({});
  const byRow = options.softmaxAxis === 'rows' ? null : work({ softmaxAxis: 'rows' });
  const { heads: each, sharings, ...matrices } = worked;
  /** @type {Record<string, MatrixData>} */
  const all = {
    .../** @type {any} */ (matrices),
    ...ofEach(worked),
    ...otherPositions(work, options.positions),
  };
  byRow?.heads.forEach(({ weights, output }, head) =>
    Object.assign(all, { [ofHead('weightsRows', head)]: weights, [ofHead('outputRows', head)]: output }),
  );
  const parts = each.map((head, index) => ({
    kvHead: head.kvHead,
    softmax: softmaxOf(head),
    softmaxRows: byRow && softmaxOf(byRow.heads[index]),
    variance: head.variance,
  }));
  const [{ softmax, softmaxRows, variance }] = parts;
  return { matrices: all, softmax, softmaxRows, variance, heads: { each: parts, sharings } };
}

/** @param {WorkedHeads} worked @returns {Record<string, MatrixData>} */
function ofEach({ heads }) {
  // All heads have the same mask.
  const { allowed, additive } = heads[0];
  /** @type {Record<string, MatrixData>} */
  const matrices = { allowed, additive };
  heads.forEach(({ kvHead, k, v, kT, q, scores, scaled, masked, weights, output }, head) => {
    for (const [base, matrix] of Object.entries({ k, v, kT })) matrices[ofHead(base, kvHead)] = matrix;
    for (const [base, matrix] of Object.entries({ q, scores, scaled, masked, weights, output }))
      matrices[ofHead(base, head)] = matrix;
  });
  return matrices;
}

/**
 * The sinusoidal positions with the exponent that is not chosen, for comparison.
 *
 * @param {(other: Partial<WorkOptions>) => { positions?: MatrixData | null }} work
 * @param {WorkOptions['positions']} chosen
 * @returns {Record<string, MatrixData>}
 */
function otherPositions(work, chosen) {
  if (chosen !== 'textbook' && chosen !== 'doubled') return {};
  const { positions } = work({ positions: chosen === 'textbook' ? 'doubled' : 'textbook' });
  return positions ? { positionsBeside: positions } : {};
}

/** The intermediate results of softmax. @param {Model['softmax']} worked @returns {Model['softmax']} */
function softmaxOf({ shift, exponentials, sums }) {
  return { shift, exponentials, sums };
}
