/** @import { StageProps } from './stage.js' */

/** The least height of a stage that shows a part besides the figure and its buttons, in CSS pixels. */
const LEAST = { name: 400, nameOfNarrow: 480, stepNames: 340, sum: 320, beside: 320, words: 270 };

/** The lengths around the figure, as `AROUND` of the stage: with the names of the steps, and without. */
const AROUND = { top: 34, foot: 50, gap: 30, sum: 56, pad: 10 };
const TOP_OF_BARS = 12;

/**
 * What a stage shows. The lower the height that the page gives it, the less: first the name of the lesson
 * goes, then the names of the steps, the sum, and at last the words. Otherwise it shows everything.
 *
 * @param {StageProps['box']} box
 */
export function partsIn({ isGiven = false, height, size }) {
  const has = (/** @type {number} */ least) => !isGiven || height >= least;
  return {
    name: has(size === 'narrow' ? LEAST.nameOfNarrow : LEAST.name),
    stepNames: has(LEAST.stepNames),
    sum: has(LEAST.sum),
    /** Whether the words may be beside the figure. */
    beside: has(LEAST.beside),
    words: has(LEAST.words),
  };
}

/** The lengths around the figure of a stage with a given height. @param {StageProps['box']} box */
export function aroundGiven(box) {
  return { ...AROUND, top: partsIn(box).stepNames ? AROUND.top : TOP_OF_BARS };
}

/** The classes of a stage with a given height. @param {StageProps['box']} box */
export function classOfGiven(box) {
  if (!box.isGiven) return '';
  const { stepNames, beside, words } = partsIn(box);
  return ` given${stepNames ? '' : ' unnamed'}${beside ? '' : ' one-line'}${words ? '' : ' wordless'}`;
}
