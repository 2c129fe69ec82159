import { matrixOf } from '../../../figure/matrices.js';
import defaults from './defaults.json' with { type: 'json' };
/** @import { Lesson } from '../../../types.js' */

/** The seven steps of attention, in the order of the computation. */
export const ATTENTION_STEPS = defaults.steps;

/** The steps of several heads. @param {boolean} projected - whether the outputs are projected by W_O */
export function headSteps(projected) {
  return ['embed', 'project', 'split', 'attend', 'concatenate', ...(projected ? ['out'] : [])];
}

/**
 * The index of the step at which a matrix is computed.
 *
 * @param {Lesson} lesson
 * @param {string} base - the id of the matrix without its head
 * @param {boolean} ofHead - whether it belongs to one head
 */
export function stepOf(lesson, base, ofHead) {
  if (lesson.isStory) return 0;
  const own = lesson.stepsOfMatrices?.[base];
  if (own) return lesson.steps.indexOf(own);
  const { step, stepWithHeads = step, isUndivided } = matrixOf(base);
  const isOne = !lesson.heads || (isUndivided === true && !ofHead);
  return Math.max(0, lesson.steps.indexOf(isOne ? step : stepWithHeads));
}
