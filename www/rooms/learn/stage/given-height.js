/** @import { StageProps } from './stage.js' */

/** The least height of a stage that shows a part besides the figure and its buttons, in CSS pixels. */
const LEAST = { name: 400, nameOfNarrow: 480, stepNames: 340, sum: 320, beside: 320, words: 270 };

/** The lengths around the figure, as `AROUND` of the stage: with the names of the steps, and without. */
const AROUND = { top: 34, foot: 50, gap: 30, sum: 56, pad: 10 };
const TOP_OF_BARS = 12;
/** In a column that is narrower, in CSS pixels, the names of the steps are smaller. */
const COMPACT = 800;

/** What is this much too large, in CSS pixels, still fits; and the largest factor that scales it down. */
const SLACK = 1;
const MOST_BY = 0.99;
/** The parts of a scene that have to be in sight. */
const PARTS = '.scene > *, .figure > *, .placed > *, .story > *, .story .entry, .sum :is(.r, .unknown)';

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
  const isCompact = box.size === 'page' && box.width < COMPACT;
  return ` given${isCompact ? ' compact' : ''}${stepNames ? '' : ' unnamed'}${beside ? '' : ' one-line'}${words ? '' : ' wordless'}`;
}

/**
 * The factor that makes the figure of a stage fit: 1 if everything fits.
 *
 * @param {HTMLElement} root - the parent of the stage
 * @param {HTMLElement} scene - the parent of the scene
 */
export function scaledBy(root, scene) {
  const stage = /** @type {HTMLElement} */ (root.firstElementChild);
  const figure = scene.querySelector('.figure');
  if (!figure) return 1;
  // A page may scale the stage.
  const scale = stage.getBoundingClientRect().width / stage.offsetWidth || 1;
  const of = (/** @type {Element} */ each) => each.getBoundingClientRect();
  const foot = of(/** @type {Element} */ (stage.querySelector('.foot')));
  const parts = Array.from(scene.querySelectorAll(PARTS), of);
  const out = (/** @type {number[]} */ ...lengths) => Math.max(...lengths) / scale;
  const below = out(...parts.map(({ bottom }) => bottom - foot.top));
  const aside = out(...parts.map(({ left, right }) => Math.max(foot.left - left, right - foot.right)));
  const high = Math.max(below, stage.scrollHeight - stage.clientHeight);
  const wide = Math.max(aside, stage.scrollWidth - stage.clientWidth);
  const { width, height } = of(figure);
  const by = Math.min(1 - (high * scale) / height, 1 - (2 * Math.max(0, wide) * scale) / width);
  return high > SLACK || wide > SLACK ? Math.min(by, MOST_BY) : 1;
}
