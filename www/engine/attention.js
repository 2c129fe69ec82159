/**
 * The functions of Learn, and those that paint matrices: attention computed step by step, what stands beside it, and heatmaps.
 */
import { bindings, guarded } from './attention-instance.js';
import { known } from './instance.js';
import { legendOf } from './legend.js';

export { load, reload } from './attention-instance.js';
export const { legend, legendPixels } = legendOf(bindings, guarded);

/** @typedef {import('../pkg/heedmap_learn_wasm.js').MatrixData} MatrixData */
/** @typedef {import('../pkg/heedmap_learn_wasm.js').WorkOptions} WorkOptions */
/** @typedef {import('../pkg/heedmap_learn_wasm.js').WorkInputs} WorkInputs */
/** @typedef {import('../pkg/heedmap_learn_wasm.js').Worked} Worked */
/** @typedef {import('../pkg/heedmap_learn_wasm.js').Steps} Steps */
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

// The keys that options may have. tsc holds each list against its interface; a key that is not here is a typo.
/** @type {Record<keyof WorkOptions, 1>} */
const WORK_OPTIONS = {
  embeddingScale: 1,
  positions: 1,
  firstPosition: 1,
  scale: 1,
  mask: 1,
  softmaxAxis: 1,
  softmaxForm: 1,
  query: 1,
};
/** @type {Record<keyof import('../pkg/heedmap_learn_wasm.js').WorkHeadsOptions, 1>} */
const WORK_HEADS_OPTIONS = {
  embeddingScale: 1,
  positions: 1,
  firstPosition: 1,
  scale: 1,
  mask: 1,
  softmaxAxis: 1,
  softmaxForm: 1,
  heads: 1,
  kvHeads: 1,
  numberBytes: 1,
};
/** @type {Record<WorkInputs extends infer I ? I extends unknown ? keyof I : never : never, 1>} */
const WORK_INPUTS = { embeddings: 1, positions: 1, wQ: 1, wK: 1, wV: 1, q: 1, k: 1, v: 1 };
/** @type {Record<keyof DrawOptions, 1>} */
const DRAW_OPTIONS = { distribution: 1, low: 1, high: 1, mean: 1, deviation: 1, factor: 1, rows: 1, cols: 1 };
/** @type {Record<keyof ConceptsOptions, 1>} */
const CONCEPTS_OPTIONS = { rank: 1 };
/** @type {Record<keyof CompareOptions, 1>} */
const COMPARE_OPTIONS = {
  base: 1,
  pairs: 1,
  turned: 1,
  heads: 1,
  head: 1,
  firstPosition: 1,
  mask: 1,
  query: 1,
  key: 1,
  reach: 1,
  distance: 1,
};
/** @type {Record<keyof CompareInputs, 1>} */
const COMPARE_INPUTS = { embeddings: 1, wQ: 1, wK: 1 };
/** @type {Record<keyof PaintOptions, 1>} */
const PAINT_OPTIONS = {
  rows: 1,
  cols: 1,
  cellWidth: 1,
  cellHeight: 1,
  gap: 1,
  map: 1,
  kind: 1,
  low: 1,
  high: 1,
  theme: 1,
};

/**
 * Every matrix of an attention computation.
 *
 * @param {WorkOptions} options
 * @param {WorkInputs} inputs
 * @returns {Worked}
 */
export function work(options, inputs) {
  const [checked, given] = [
    known('work options', options, WORK_OPTIONS),
    known('work inputs', inputs, WORK_INPUTS),
  ];
  return guarded(() => bindings.work(checked, given));
}

/**
 * Every matrix of an attention computation with several heads: split, attended, side by side, and projected.
 * @param {import('../pkg/heedmap_learn_wasm.js').WorkHeadsOptions} options
 * @param {import('../pkg/heedmap_learn_wasm.js').WorkHeadsInputs} inputs
 * @returns {WorkedHeads}
 */
export function workHeads(options, inputs) {
  const [checked, given] = [
    known('work options', options, WORK_HEADS_OPTIONS),
    known('work inputs', inputs, { ...WORK_INPUTS, wO: 1 }),
  ];
  return guarded(() => bindings.workHeads(checked, given));
}

/**
 * Matrices from one stream of NumPy's legacy generator, in order.
 *
 * @param {number} seed
 * @param {DrawOptions[]} draws
 * @returns {MatrixData[]}
 */
export function draw(seed, draws) {
  const checked = Array.isArray(draws)
    ? draws.map((each) => known('draw options', each, DRAW_OPTIONS))
    : draws;
  return guarded(() => bindings.draw(seed, checked));
}

/**
 * The singular value decomposition of ratings, cut to a rank, and new viewers among its concepts.
 *
 * @param {ConceptsOptions} options
 * @param {MatrixData} ratings
 * @param {MatrixData | null} [viewers]
 * @param {ConceptsReference | null} [reference] - vectors whose signs to follow
 * @returns {Concepts}
 */
export function concepts(options, ratings, viewers, reference) {
  const checked = known('concepts options', options, CONCEPTS_OPTIONS);
  return guarded(() => bindings.concepts(checked, ratings, viewers, reference));
}

/**
 * Ways of telling where tokens stand, side by side: the same tokens and projections without positions, with sinusoids in
 * the embeddings, under RoPE and under ALiBi; and what becomes of one score as its query moves away from its key.
 *
 * @param {CompareOptions} options
 * @param {CompareInputs} inputs
 * @returns {SchemesCompared}
 */
export function compareSchemes(options, inputs) {
  const [checked, given] = [
    known('compare options', options, COMPARE_OPTIONS),
    known('compare inputs', inputs, COMPARE_INPUTS),
  ];
  return guarded(() => bindings.compareSchemes(checked, given));
}

/**
 * A heatmap as an image for a canvas, and the ink for each cell's digits.
 *
 * @param {PaintOptions} options
 * @param {Float64Array} values - one a cell, row by row
 * @param {Uint8Array} states - one a cell: 0 a value, 1 masked, 2 blank
 * @returns {Painting}
 */
export function paint(options, values, states) {
  const checked = known('paint options', options, PAINT_OPTIONS);
  return guarded(() => bindings.paint(checked, values, states));
}

/**
 * `paint` for where there is no `ImageData`.
 *
 * @param {PaintOptions} options
 * @param {Float64Array} values
 * @param {Uint8Array} states
 * @returns {PaintedPixels}
 */
export function paintPixels(options, values, states) {
  const checked = known('paint options', options, PAINT_OPTIONS);
  return guarded(() => bindings.paintPixels(checked, values, states));
}

/**
 * The two inks of digits as CSS colours: `inks[cell]` 0 is dark, 1 is light.
 *
 * @returns {InkColors}
 */
export function inkColors() {
  return guarded(() => bindings.inkColors());
}
