import { ATTENTION_STEPS } from './steps.js';
/** @import { Lesson, PrintOptions, Switches } from '../../../types.js' */

/** Attention as in the paper, without positions and mask. @type {Switches} */
export const SWITCHES = {
  embeddingScale: 'none',
  positions: 'none',
  scale: 'sqrt',
  mask: 'none',
  softmaxAxis: 'rows',
  softmaxForm: 'stable',
};

/** The print options that NumPy starts with. @type {PrintOptions} */
export const NUMPY_PRINT = { precision: 8, suppress: false, floatmode: 'maxprec' };

/** The properties that a lesson has unless it sets them. @type {Omit<Lesson, 'id' | 'tokens' | 'dims'>} */
export const DEFAULTS = {
  notebook: null,
  steps: ATTENTION_STEPS,
  switches: SWITCHES,
  firstPosition: 0,
  heads: null,
  draws: null,
  given: {},
  variant: null,
  print: { precision: 4, suppress: true, floatmode: 'maxprec' },
  variances: false,
  ratings: null,
};
