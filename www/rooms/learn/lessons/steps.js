import { matrixOf } from '../../../figure/matrices.js';

/** The seven steps of attention, in the order of the computation. */
export const ATTENTION_STEPS = ['embed', 'project', 'score', 'scale', 'mask', 'softmax', 'mix'];

/** The steps of the concepts that follow attention in one notebook. */
export const CONCEPT_STEPS = ['ratings', 'factor', 'cut', 'compare'];

/** The same with several heads, whose outputs may be projected at the end. @param {boolean} projected */
export function headSteps(projected) {
  return ['embed', 'project', 'split', 'attend', 'concatenate', ...(projected ? ['out'] : [])];
}

/**
 * The step at which a matrix is computed.
 *
 * @param {import('../../../types.js').Lesson} lesson
 * @param {string} base - of the matrix, without its head
 * @param {boolean} ofHead - whether it belongs to one head
 */
export function stepOf(lesson, base, ofHead) {
  if (lesson.isStory) return 0;
  const { step, stepWithHeads = step, isUndivided } = matrixOf(base);
  const isOne = !lesson.heads || (isUndivided === true && !ofHead);
  return isOne ? step : stepWithHeads;
}
