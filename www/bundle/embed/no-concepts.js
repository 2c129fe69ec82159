/** What the scripts of figures have in the place of what figures know of concepts, where no lesson has any. */

/** @type {Record<string, never>} */
export const CONCEPT_AXES = {};

export const CONCEPT_NOTATION = CONCEPT_AXES;

export const CONCEPT_STEP_OF = CONCEPT_AXES;

export const conceptLabels = () => null;

export const conceptsGraph = () => CONCEPT_AXES;

export const conceptsOf = conceptLabels;

export const conceptMatrices = conceptsGraph;
