import { html, render } from '../../../ui/html.js';
import { figureRoom, scaledBy, isLow, isOnPhone } from './figure-room.js';
import { Scene, Stage } from './stage.js';
/** @import { StageProps } from './stage.js' */

/** Maximum number of attempts to fit a step. */
const MOST_TRIES = 6;
/** On a phone with a lower stage, words and controls are compact from the start. In CSS pixels. */
const LOW = 650;

/** On a phone, a figure grows if more than GROWS is left, and leaves LEFT. In CSS pixels. */
const GROWS = 8;
const LEFT = 2;
/** Maximum number of attempts with more height in which the figure does not grow. */
const MOST_STALLS = 2;

/** The smallest scale of a figure in a height that a page gives, and the maximum number of attempts. */
const LEAST_SCALE = 0.4;
const MOST_SCALED = 10;

/** @typedef {'most' | 'isAbove' | 'isTight' | 'scale'} FitProps - the props that are found by measuring */

/**
 * The layout that makes a step fit: the maximum height of the figure in CSS pixels, whether the words are
 * above it, whether they are compact, and the scale of the figure. It is valid for one `key` (step, size,
 * language). `isGrown` says whether the figure uses the height that the words left free; it shrinks again
 * when they need it.
 *
 * @typedef {{ key: string, isGrown: boolean } & Pick<StageProps, FitProps>} Fit
 */

/**
 * The props of the stage without its fit.
 *
 * @typedef {Omit<StageProps, FitProps>} FittedProps
 */

/** The fit before measuring. @param {string} key @param {StageProps['box']} box @returns {Fit} */
export function newFit(key, box) {
  const isTight = isLow(box) || (isOnPhone(box) && box.height < LOW);
  return { key, most: Infinity, isGrown: false, isAbove: false, isTight, scale: 1 };
}

/**
 * Draws the stage around a scene that is drawn already.
 *
 * @param {HTMLElement} root - the parent of the stage
 * @param {HTMLElement} scene - the parent of the scene; it is moved into the stage
 * @param {FittedProps} props
 * @param {Fit} fit
 */
export function drawAround(root, scene, props, { most, isAbove, isTight, scale }) {
  render(html`<${Stage} ...${{ ...props, most, isAbove, isTight, scale, scene }} />`, root);
}

/**
 * Draws a step: the stage, and the scene in it.
 *
 * @param {HTMLElement} root @param {HTMLElement} scene @param {FittedProps} props @param {Fit} fit
 */
function drawStep(root, scene, props, fit) {
  // The stage comes first, because some figures read their width.
  drawAround(root, scene, props, fit);
  const { most, isAbove, isTight, scale } = fit;
  render(html`<${Scene} ...${{ ...props, most, isAbove, isTight, scale }} />`, scene);
}

/**
 * Draws a step so that it fits. The height of words and sums is measured after drawing. If the words are
 * higher than the figure, they are moved above it. If the step is still too high, the figure is made lower.
 *
 * @param {HTMLElement} root
 * @param {HTMLElement} scene
 * @param {FittedProps} props
 * @param {Fit} fit - the fit known so far
 * @returns {Fit}
 */
export function fitStep(root, scene, props, fit) {
  if (!props.box.isGiven) return fitUnscaled(root, scene, props, fit);
  return fitGiven(root, scene, props, fit);
}

/**
 * The same where the page gives the height, which is never exceeded. If the cells would be lower than they
 * can be, the words are moved above the figure, or the figure is scaled down, whichever leaves it larger.
 *
 * @param {HTMLElement} root @param {HTMLElement} scene @param {FittedProps} props @param {Fit} fit
 */
function fitGiven(root, scene, props, fit) {
  /** @param {boolean} isAbove */
  const tried = (isAbove) => {
    let fitted = fitUnscaled(root, scene, props, { ...fit, isAbove });
    for (let tries = 0; tries < MOST_SCALED; tries += 1) {
      const by = scaledBy(root, scene);
      if (by === 1) break;
      fitted = { ...fitted, scale: fitted.scale * by };
      if (fitted.scale < LEAST_SCALE) break;
      drawStep(root, scene, props, fitted);
    }
    return fitted;
  };
  const beside = tried(fit.isAbove);
  if (beside.scale === 1 || fit.scale < 1 || beside.isAbove || !scene.querySelector('.scene.beside'))
    return beside;
  const above = tried(true);
  if (above.scale > beside.scale) return above;
  drawStep(root, scene, props, beside);
  return beside;
}

/**
 * The same without scaling.
 *
 * @param {HTMLElement} root @param {HTMLElement} scene @param {FittedProps} props @param {Fit} fit @returns {Fit}
 */
function fitUnscaled(root, scene, props, fit) {
  const { box } = props;
  drawStep(root, scene, props, fit);
  if (box.height === 0 || (fit.most < Infinity && !fit.isGrown)) return fit;
  const heightOf = (/** @type {string} */ part) => scene.querySelector(part)?.clientHeight ?? 0;
  const canGrow = isOnPhone(box) && !fit.isGrown;
  let leftBefore = Infinity;
  let stalls = 0;
  let fitted = fit;
  for (let tries = 0, before = Infinity; tries < MOST_TRIES; tries += 1) {
    const over = (root.firstElementChild?.scrollHeight ?? 0) - box.height;
    const high = heightOf('.figure');
    const { height } = figureRoom({ ...props, ...fitted });
    if (over <= 0) {
      const left = canGrow && before === Infinity ? freeHeight(root) : 0;
      // A figure with its maximum width does not grow, and one with its minimum height only grows once the
      // height exceeds that minimum.
      stalls += left < leftBefore ? 0 : 1;
      if (left < GROWS || stalls > MOST_STALLS) return fitted;
      leftBefore = left;
      fitted = { ...fitted, most: height + left - LEFT, isGrown: true };
    } else if (!isLow(box) && heightOf('.scene.beside .words') > high) {
      fitted = { ...fitted, most: Infinity, isAbove: true };
    } else if (high < before) {
      before = high;
      // On a phone, a figure can be higher than its maximum, because of elements beside its matrices.
      fitted = { ...fitted, most: (isOnPhone(box) ? Math.min(height, high) : high) - over };
    } else {
      // The cells have their minimum height.
      if (!(isOnPhone(box) || box.isGiven) || fitted.isTight) return fitted;
      before = Infinity;
      fitted = { ...fitted, most: Infinity, isGrown: false, isAbove: false, isTight: true };
    }
    drawStep(root, scene, props, fitted);
  }
  return fitted;
}

/**
 * The free height between a scene and the buttons below it, in CSS pixels of the stage. A page may scale it.
 *
 * @param {HTMLElement} root
 */
function freeHeight(root) {
  const scale = root.getBoundingClientRect().width / root.offsetWidth || 1;
  const bottomOf = (/** @type {Element} */ each) => each.getBoundingClientRect().bottom / scale;
  const [parts, foot] = [root.querySelectorAll('.scene > *'), root.querySelector('.foot, .dots')];
  const bottom = Math.max(0, ...Array.from(parts, bottomOf));
  return foot && parts.length > 0 ? foot.getBoundingClientRect().top / scale - bottom : 0;
}
