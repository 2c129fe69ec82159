import { element } from '../../../ui/dom.js';
import { fitStep } from './fit.js';
/** @import { Cell, State } from '../../../types.js' */
/** @import { Fit, FittedProps } from './fit.js' */

/**
 * The next step is drawn ahead when nothing was drawn for so long, milliseconds: not between the frames of a
 * motion or a drag.
 */
const QUIET = 100;

/**
 * What a step is prepared for. It is discarded if the state or the active cell has changed since.
 *
 * @typedef {{ state: State, activeCell: Cell | null }} Seen
 */

/**
 * Draws the next step while the reader looks at this one, so that Next has little left to do.
 *
 * The step is drawn in a hidden copy of the stage, which is in the page during one task only: in it the step
 * is fitted and its heatmaps are painted. What remains is its scene, outside of the page, and how it fits.
 * When the reader goes to the step, the stage shows that scene and gives its own away for the step after. The
 * scene is then drawn again from the state like any other, which changes little. So what is shown depends on
 * the state alone, and a step that was not drawn ahead only takes longer.
 *
 * @param {(root: HTMLElement) => void} paint - draws the heatmaps in an element at once
 */
export function drawnAhead(paint) {
  const root = element('div', { class: 'stage-root' });
  const stage = element('div', { class: 'staged ahead', 'aria-hidden': 'true' }, root);
  const notice = element('p', { hidden: true });
  /** The scene that is not shown. */
  let spare = newScene();
  /** What was drawn. @type {(Seen & { at: number, box: FittedProps['box'], fit: Fit }) | null} */
  let drawn = null;
  /** @type {ReturnType<typeof setTimeout> | 0} */
  let timer = 0;
  let request = 0;

  function cancel() {
    clearTimeout(timer);
    globalThis.cancelIdleCallback?.(request);
  }

  return {
    cancel,
    /**
     * Calls back when the page is idle, unless the step is prepared already.
     *
     * @param {Seen} seen @param {number} at @param {string} key - of its fit
     * @param {() => void} call
     */
    whenIdle(seen, at, key, call) {
      cancel();
      if (drawn?.at === at && drawn.fit.key === key && isSame(drawn, seen)) return;
      drawn = null;
      timer = setTimeout(() => {
        // Safari has no idle callbacks.
        if ('requestIdleCallback' in globalThis) request = requestIdleCallback(call);
        else call();
      }, QUIET);
    },
    /**
     * Draws a step, beside the stage that is shown.
     *
     * @param {HTMLElement} shown @param {Seen} seen @param {FittedProps} props @param {Fit} fit
     */
    draw(shown, { state, activeCell }, props, fit) {
      stage.classList.toggle('presenting', props.isPresented);
      stage.style.width = props.isPresented ? '' : `${shown.clientWidth}px`;
      shown.after(stage);
      try {
        const fitted = fitStep(root, spare, { ...props, notice }, fit);
        paint(stage);
        drawn = { state, activeCell, at: props.at, box: props.box, fit: fitted };
      } finally {
        stage.remove();
      }
    },
    /**
     * Exchanges the scene for that of a step, if it has been drawn and nothing has changed since but the
     * step.
     *
     * @param {HTMLElement} scene @param {Seen} seen @param {number} at
     */
    take(scene, seen, at) {
      if (drawn?.at !== at || !isSame(drawn, seen)) return null;
      const { box, fit } = drawn;
      const taken = { scene: spare, box, fit };
      spare = scene;
      drawn = null;
      return taken;
    },
  };
}

/** The element of a scene. It takes no part in the layout. @returns {HTMLElement} */
export function newScene() {
  const scene = element('div');
  scene.style.display = 'contents';
  return scene;
}

/** Whether two states differ in nothing but the step. @param {Seen} a @param {Seen} b */
function isSame(a, b) {
  const names = /** @type {(keyof State)[]} */ (Object.keys({ ...a.state, ...b.state }));
  return (
    a.activeCell === b.activeCell &&
    names.every((name) => name === 'step' || Object.is(a.state[name], b.state[name]))
  );
}
