import { lessons, steps } from './en-lessons.js';
import { figure, legend } from '../../../figure/words/en.js';
import { worksheet } from './en-worksheet.js';
import { distanceSteps, positions } from '../../../figure/words/en-schemes.js';
import { stage } from './en-stage.js';
import { stories } from './en-stories.js';

/** Texts of the Learn room, in English. */
export const learn = {
  lessons,
  steps,
  figure,
  positions,
  stage,
  stories,
  numpy: {
    label: 'The step in NumPy',
    copy: 'Copy as NumPy',
    copied: 'Copied.',
    notCopied: 'The browser did not allow copying. Select the text instead.',
  },
  stepNames: {
    embed: 'Embed',
    project: 'Project',
    score: 'Score',
    scale: 'Scale',
    mask: 'Mask',
    softmax: 'Softmax',
    mix: 'Mix',
    ratings: 'Ratings',
    factor: 'Factor',
    cut: 'Cut',
    compare: 'Compare',
    split: 'Split',
    attend: 'Attend',
    concatenate: 'Concatenate',
    out: 'Project out',
    ...distanceSteps,
  },
  worksheet,
  stepsLabel: 'Steps',
  legend,
  own: {
    heading: 'Your own',
    noTokens: 'Type at least one token.',
    tooManyTokens: (/** @type {number} */ n, /** @type {number} */ most) =>
      `${n} tokens are too many: at most ${most} fit.`,
    longToken: (/** @type {number} */ n, /** @type {number} */ most) =>
      `A token of ${n} characters is too long: at most ${most} fit.`,
    size: (/** @type {string} */ name, /** @type {string} */ text, /** @type {number} */ most) =>
      `${name} must be a whole number from 1 to ${most}, not “${text}”.`,
  },
};
