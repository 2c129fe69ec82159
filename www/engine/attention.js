/**
 * The functions of the Learn room: attention step by step, related computations, and heatmaps. The bindings
 * have their types and comments.
 */
import { bindings, exposed } from './attention-instance.js';
import { plain } from './instance.js';

export { load, reload } from './attention-instance.js';
export { openLesson } from './lesson.js';
export { inkColors, legend, legendPixels, paint, paintPixels } from './painting.js';

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

export const work = /* @__PURE__ */ exposed(bindings.work);
export const workHeads = /* @__PURE__ */ exposed(bindings.workHeads);
export const draw = /* @__PURE__ */ exposed(bindings.draw);
export const compareSchemes = /* @__PURE__ */ exposed(bindings.compareSchemes);
export const stateMap = /* @__PURE__ */ exposed(bindings.stateMap);
export const pickKeys = /* @__PURE__ */ exposed(bindings.pickKeys);
const ofRatings = /* @__PURE__ */ exposed(bindings.concepts);

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
  return ofRatings(options, ratings, viewers, /** @type {ConceptsReference | null | undefined} */ (vectors));
}
