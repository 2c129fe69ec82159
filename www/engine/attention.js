/**
 * The functions of Learn, and those that paint matrices: attention step by step, related computations, and
 * heatmaps.
 */
import { bindings, call } from './attention-instance.js';
import { plain } from './instance.js';
import { legendOf } from './legend.js';

export { load, reload } from './attention-instance.js';
export { openLesson } from './lesson.js';
export const { legend, legendPixels } = legendOf(bindings, call);

/** @typedef {import('../pkg/heedmap_learn_wasm.js').MatrixData} MatrixData */
/** @typedef {import('../pkg/heedmap_learn_wasm.js').WorkOptions} WorkOptions */
/** @typedef {import('../pkg/heedmap_learn_wasm.js').WorkInputs} WorkInputs */
/** @typedef {import('../pkg/heedmap_learn_wasm.js').Worked} Worked */
/** @typedef {import('../pkg/heedmap_learn_wasm.js').Steps} Steps */
/** @typedef {import('../pkg/heedmap_learn_wasm.js').WorkHeadsOptions} WorkHeadsOptions */
/** @typedef {import('../pkg/heedmap_learn_wasm.js').WorkedHeads} WorkedHeads */
/** @typedef {import('../pkg/heedmap_learn_wasm.js').DrawOptions} DrawOptions */
/** @typedef {import('../pkg/heedmap_learn_wasm.js').ConceptsOptions} ConceptsOptions */
/** @typedef {import('../pkg/heedmap_learn_wasm.js').ConceptsReference} ConceptsReference */
/** @typedef {import('../pkg/heedmap_learn_wasm.js').Concepts} Concepts */
/** @typedef {import('../pkg/heedmap_learn_wasm.js').CompareOptions} CompareOptions */
/** @typedef {import('../pkg/heedmap_learn_wasm.js').CompareInputs} CompareInputs */
/** @typedef {import('../pkg/heedmap_learn_wasm.js').SchemesCompared} SchemesCompared */
/**
 * @template T
 * @typedef {import('../pkg/heedmap_learn_wasm.js').Schemes<T>} Schemes
 */
/** @typedef {import('../pkg/heedmap_learn_wasm.js').PaintOptions} PaintOptions */
/** @typedef {import('../pkg/heedmap_learn_wasm.js').Painting} Painting */
/** @typedef {import('../pkg/heedmap_learn_wasm.js').PaintedPixels} PaintedPixels */
/** @typedef {import('../pkg/heedmap_learn_wasm.js').LegendOptions} LegendOptions */
/** @typedef {import('../pkg/heedmap_learn_wasm.js').Legend} Legend */
/** @typedef {import('../pkg/heedmap_learn_wasm.js').LegendPixels} LegendPixels */
/** @typedef {import('../pkg/heedmap_learn_wasm.js').InkColors} InkColors */

/**
 * Every matrix of an attention computation.
 *
 * @param {WorkOptions} options
 * @param {WorkInputs} inputs
 * @returns {Worked}
 */
export function work(options, inputs) {
  return call(bindings.work, options, inputs);
}

/**
 * Every matrix of an attention computation with several heads: split, attend, merge, project.
 *
 * @param {WorkHeadsOptions} options
 * @param {import('../pkg/heedmap_learn_wasm.js').WorkHeadsInputs} inputs
 * @returns {WorkedHeads}
 */
export function workHeads(options, inputs) {
  return call(bindings.workHeads, options, inputs);
}

/**
 * Matrices from one stream of NumPy's legacy generator, in order.
 *
 * @param {number} seed
 * @param {DrawOptions[]} draws
 * @returns {MatrixData[]}
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
 * @returns {Concepts}
 */
export function concepts(options, ratings, viewers, reference) {
  // Results of this function may serve as a reference: what else they have is ignored.
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
 * @returns {SchemesCompared}
 */
export function compareSchemes(options, inputs) {
  return call(bindings.compareSchemes, options, inputs);
}

/**
 * A heatmap as an image for a canvas, and the ink for each cell's digits.
 *
 * @param {PaintOptions} options
 * @param {Float64Array} values - one for each cell, row by row
 * @param {Uint8Array} states - one for each cell: 0 a value, 1 masked, 2 blank
 * @returns {Painting}
 */
export function paint(options, values, states) {
  return call(bindings.paint, options, values, states);
}

/**
 * `paint` for use without `ImageData`.
 *
 * @param {PaintOptions} options
 * @param {Float64Array} values
 * @param {Uint8Array} states
 * @returns {PaintedPixels}
 */
export function paintPixels(options, values, states) {
  return call(bindings.paintPixels, options, values, states);
}

/**
 * The two inks of digits as CSS colours: `inks[cell]` 0 is dark, 1 is light.
 *
 * @returns {InkColors}
 */
export function inkColors() {
  return call(bindings.inkColors);
}
