import { CONCEPT_STEP_OF } from '../../../figure/concepts.js';
import { SCHEME_STEP_OF } from '../../../figure/schemes.js';

/** The seven steps of attention, in the order in which they are worked. */
export const ATTENTION_STEPS = ['embed', 'project', 'score', 'scale', 'mask', 'softmax', 'mix'];

/** The steps of the concepts that follow attention in one notebook. */
export const CONCEPT_STEPS = ['ratings', 'factor', 'cut', 'compare'];

/** The same with several heads, whose outputs may be projected at the end. @param {boolean} projected */
export function headSteps(projected) {
  return ['embed', 'project', 'split', 'attend', 'concatenate', ...(projected ? ['out'] : [])];
}

/** At which step each matrix is worked out. Steps before it show it quietly. */
const STEP_OF = Object.freeze({
  embeddings: 0,
  scaledEmbeddings: 0,
  positions: 0,
  positionsBeside: 0,
  x: 0,
  wQ: 1,
  wK: 1,
  wV: 1,
  q: 1,
  k: 1,
  v: 1,
  kT: 2,
  scores: 2,
  scaled: 3,
  allowed: 4,
  additive: 4,
  masked: 4,
  weights: 5,
  weightsRows: 5,
  output: 6,
  outputRows: 6,
  ...SCHEME_STEP_OF,
  ...CONCEPT_STEP_OF,
});

/** The same with several heads; what is not here is what each head does by itself. */
const HEAD_STEP_OF = Object.freeze({
  embeddings: 0,
  scaledEmbeddings: 0,
  positions: 0,
  positionsBeside: 0,
  x: 0,
  wQ: 1,
  wK: 1,
  wV: 1,
  q: 1,
  k: 1,
  v: 1,
  merged: 4,
  wO: 5,
  projectedOutput: 5,
});

/** What is only split off. */
const SPLIT = ['q', 'k', 'v', 'kT'];

/**
 * The step at which a matrix is worked out.
 *
 * @param {import('../../../types.js').Lesson} lesson
 * @param {string} base - of the matrix, without its head
 * @param {boolean} ofHead - whether it belongs to one head
 */
export function stepOf(lesson, base, ofHead) {
  /** @type {Record<string, number>} */
  const steps = lesson.heads ? HEAD_STEP_OF : STEP_OF;
  if (lesson.isStory) return 0;
  if (ofHead) return SPLIT.includes(base) ? 2 : 3;
  return steps[base] ?? 3;
}
