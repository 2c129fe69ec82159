/** The functions of the Learn room: attention step by step, related computations, and heatmaps. */
import { bindings, call } from './attention-instance.js';
import { plain } from './instance.js';

export { load, reload } from './attention-instance.js';
export { openLesson } from './lesson.js';
export { inkColors, legend, legendPixels, paint, paintPixels } from './attention-paint.js';

/**
 * @typedef {bindings.MatrixData} MatrixData
 * @typedef {bindings.WorkOptions} WorkOptions
 * @typedef {bindings.WorkInputs} WorkInputs
 * @typedef {bindings.Worked} Worked
 * @typedef {bindings.Steps} Steps
 * @typedef {bindings.WorkHeadsOptions} WorkHeadsOptions
 * @typedef {bindings.WorkedHeads} WorkedHeads
 * @typedef {bindings.DrawOptions} DrawOptions
 * @typedef {bindings.ConceptsOptions} ConceptsOptions
 * @typedef {bindings.ConceptsReference} ConceptsReference
 * @typedef {bindings.Concepts} Concepts
 * @typedef {bindings.CompareOptions} CompareOptions
 * @typedef {bindings.CompareInputs} CompareInputs
 * @typedef {bindings.SchemesCompared} SchemesCompared
 * @typedef {bindings.StateOptions} StateOptions
 * @typedef {bindings.StateInputs} StateInputs
 * @typedef {bindings.StateMap} StateMap
 * @typedef {bindings.PickOptions} PickOptions
 * @typedef {bindings.PickInputs} PickInputs
 * @typedef {bindings.PickedKeys} PickedKeys
 * @typedef {bindings.PaintOptions} PaintOptions
 * @typedef {bindings.Painting} Painting
 * @typedef {bindings.PaintedPixels} PaintedPixels
 * @typedef {bindings.LegendOptions} LegendOptions
 * @typedef {bindings.Legend} Legend
 * @typedef {bindings.LegendPixels} LegendPixels
 * @typedef {bindings.InkColors} InkColors
 */
/** @template T @typedef {bindings.Schemes<T>} Schemes */

/**
 * Every matrix of an attention computation.
 *
 * @param {WorkOptions} options
 * @param {WorkInputs} inputs
 */
export function work(options, inputs) {
  return call(bindings.work, options, inputs);
}

/**
 * Every matrix of an attention computation with several heads: split, attend, merge, project.
 *
 * @param {WorkHeadsOptions} options
 * @param {bindings.WorkHeadsInputs} inputs
 */
export function workHeads(options, inputs) {
  return call(bindings.workHeads, options, inputs);
}

/**
 * Matrices from one stream of NumPy's legacy generator, in order.
 *
 * @param {number} seed
 * @param {DrawOptions[]} draws
 */
export function draw(seed, draws) {
  return call(bindings.draw, seed, draws);
}

/**
 * The singular value decomposition of ratings, truncated to a rank, and the coordinates of new viewers.
 *
 * @param {ConceptsOptions} options
 * @param {MatrixData} ratings
 * @param {MatrixData | null} [viewers]
 * @param {ConceptsReference | null} [reference] - vectors that determine the signs
 */
export function concepts(options, ratings, viewers, reference) {
  // A result of this function may serve as a reference. Its other properties are ignored.
  const { u, vT } = /** @type {Partial<ConceptsReference>} */ (plain(reference, 'the reference') ?? {});
  const vectors = typeof reference === 'object' && reference !== null ? { u, vT } : reference;
  return call(
    bindings.concepts,
    options,
    ratings,
    viewers,
    /** @type {ConceptsReference | null | undefined} */ (vectors),
  );
}

/**
 * Compares position schemes: the same tokens and projections without positions, with sinusoids in the
 * embeddings, with RoPE and with ALiBi; and one score as its query moves away from its key.
 *
 * @param {CompareOptions} options
 * @param {CompareInputs} inputs
 */
export function compareSchemes(options, inputs) {
  return call(bindings.compareSchemes, options, inputs);
}

/**
 * The state of a linear layer by the delta rule, token by token, and its table of weights.
 *
 * @param {StateOptions} options
 * @param {StateInputs} inputs
 */
export function stateMap(options, inputs) {
  return call(bindings.stateMap, options, inputs);
}

/**
 * The keys that an indexer picks for each query, and attention with them and without.
 *
 * @param {PickOptions} options
 * @param {PickInputs} inputs
 */
export function pickKeys(options, inputs) {
  return call(bindings.pickKeys, options, inputs);
}
