import { element } from '../../../ui/dom.js';
import { fitStep } from './fit.js';
/** @import { Cell, State } from '../../../types.js' */
/** @import { Fit, FittedProps } from './fit.js' */

/**
 * Delay before the next step is drawn, in milliseconds. It is longer than a frame, so that nothing is
 * prepared between the frames of a motion or a drag.
 */
const QUIET = 100;

/**
 * A drawn step that is not shown. It can be shown again while the state, apart from the step, and the active
 * cell are the same.
 *
 * @typedef {object} Prepared
 * @property {number} at - the index of the step
 * @property {State} state
 * @property {Cell | null} activeCell
 * @property {boolean} isMoving - whether it was drawn at the start of its motion, or after it
 * @property {HTMLElement} scene - the element that the step was drawn in
 * @property {FittedProps['box']} box
 * @property {Fit} fit
 */

/**
 * Keeps the steps before and after the current one drawn, so that *Next* and *Back* have little left to do.
 *
 * The next step is drawn while the page is idle, in a hidden copy of the stage that is in the document during
 * one task only. There the step is fitted and its heatmaps are painted. The previous step is the scene that
 * was shown before. To show a step, the stage exchanges its scene for the prepared one and draws it again
 * from the state in the next frame. So what is shown depends on the state alone, and a step that was not
 * prepared only takes longer.
 *
 * @param {(root: HTMLElement) => void} paint - draws the heatmaps in an element at once
 */
export function preparedSteps(paint) {
  const root = element('div', { class: 'stage-root' });
  const stage = element('div', { class: 'staged prepared', 'aria-hidden': 'true' }, root);
  const notice = element('p', { hidden: true });
  /** At most the previous and the next step. @type {Prepared[]} */
  let steps = [];
  /** @type {ReturnType<typeof setTimeout> | 0} */
  let timer = 0;
  let request = 0;

  function cancel() {
    clearTimeout(timer);
    globalThis.cancelIdleCallback?.(request);
  }

  return {
    cancel,
    /** Discards all steps, because the size of the stage has changed. */
    clear() {
      steps = [];
    },
    /**
     * Calls back when the page is idle, unless the step is prepared already.
     *
     * @param {Pick<Prepared, 'at' | 'state' | 'activeCell' | 'isMoving'> & { key: string }} wanted - `key` is
     *   the key of its fit
     * @param {() => void} call
     */
    whenIdle(wanted, call) {
      cancel();
      if (steps.some((each) => each.fit.key === wanted.key && isSame(each, wanted))) return;
      timer = setTimeout(() => {
        // Safari has no idle callbacks.
        if ('requestIdleCallback' in globalThis) request = requestIdleCallback(call);
        else call();
      }, QUIET);
    },
    /**
     * Draws a step in a copy of the stage.
     *
     * @param {HTMLElement} shown - the stage
     * @param {Pick<Prepared, 'state' | 'activeCell'>} seen
     * @param {FittedProps} props
     * @param {Fit} fit
     */
    draw(shown, { state, activeCell }, props, fit) {
      const { at, box } = props;
      // Drawing into a scene that is no longer needed is faster than into a new one.
      const isNeeded = (/** @type {Prepared} */ each) =>
        each.at === state.step - 1 && isAlike(each, { state, activeCell });
      const scene = steps.find((each) => !isNeeded(each))?.scene ?? newScene();
      steps = steps.filter(isNeeded);
      stage.classList.toggle('presenting', props.isPresented);
      stage.style.width = props.isPresented ? '' : `${shown.clientWidth}px`;
      shown.after(stage);
      try {
        const fitted = fitStep(root, scene, { ...props, notice }, fit);
        paint(stage);
        steps.push({ at, state, activeCell, isMoving: props.time !== null, scene, box, fit: fitted });
      } finally {
        stage.remove();
      }
    },
    /**
     * Returns a step if it is prepared, and keeps the one that is left for *Back*.
     *
     * @param {Pick<Prepared, 'at' | 'state' | 'activeCell' | 'isMoving'>} wanted
     * @param {Prepared | null} left
     */
    exchange(wanted, left) {
      const found = steps.find((each) => isSame(each, wanted));
      if (found) steps = [...(left ? [left] : []), ...steps.filter((each) => each !== found)].slice(0, 2);
      return found;
    },
  };
}

/** The parent of a scene. It takes no part in the layout. @returns {HTMLElement} */
export function newScene() {
  const scene = element('div');
  scene.style.display = 'contents';
  return scene;
}

/**
 * Whether a prepared step is the wanted one.
 *
 * @param {Prepared} step @param {Pick<Prepared, 'at' | 'state' | 'activeCell' | 'isMoving'>} wanted
 */
function isSame(step, wanted) {
  return step.at === wanted.at && step.isMoving === wanted.isMoving && isAlike(step, wanted);
}

/**
 * Whether two states differ in nothing but the step.
 *
 * @param {Pick<Prepared, 'state' | 'activeCell'>} a @param {Pick<Prepared, 'state' | 'activeCell'>} b
 */
function isAlike(a, b) {
  const names = /** @type {(keyof State)[]} */ (Object.keys({ ...a.state, ...b.state }));
  return (
    a.activeCell === b.activeCell &&
    names.every((name) => name === 'step' || Object.is(a.state[name], b.state[name]))
  );
}

/**
 * Whether two boxes have the same size.
 *
 * @param {Prepared['box']} a @param {Prepared['box']} [b]
 */
export const isSameBox = (a, b) => a.width === b?.width && a.height === b.height && a.size === b.size;
