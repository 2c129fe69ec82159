/** The seven steps of attention, in the order in which they are worked. */
export const ATTENTION_STEPS = ['embed', 'project', 'score', 'scale', 'mask', 'softmax', 'mix'];

/** The steps of the concepts that follow attention in one notebook. */
export const CONCEPT_STEPS = ['ratings', 'factor', 'cut', 'compare'];

/** At which step each matrix is worked out. Steps before it show it quietly. */
export const STEP_OF = Object.freeze({
  embeddings: 0, scaledEmbeddings: 0, positions: 0, positionsBeside: 0, x: 0,
  wQ: 1, wK: 1, wV: 1, q: 1, k: 1, v: 1,
  kT: 2, scores: 2,
  scaled: 3,
  allowed: 4, additive: 4, masked: 4,
  weights: 5, weightsRows: 5,
  output: 6, outputRows: 6,
  ratings: 7,
  u: 8, s: 8, vT: 8,
  uK: 9, sK: 9, vK: 9, approximation: 9, difference: 9,
  scoresNone: 1, weightsNone: 1, scoresSinusoidal: 2, weightsSinusoidal: 2, scoresRope: 3, weightsRope: 3, scoresAlibi: 4, weightsAlibi: 4,
  viewers: 10, viewerConcepts: 10, rowConcepts: 10,
});
