import { element } from '../../../ui/dom.js';
import { html, render, useLayoutEffect, useRef, useState } from '../../../ui/html.js';
import { inNextFrame } from '../../../ui/idle.js';
import { kindOf } from '../kinds/kind.js';
import { marksOf } from '../marks.js';
import { AttentionBands } from '../later-view.js';
/** @import { Cell, Model } from '../../../types.js' */
/** @import { Actions } from '../actions.js' */
/** @import { Kind } from '../kinds/kind.js' */

/**
 * What the whole view of a lesson is drawn from.
 *
 * @typedef {object} WholeProps
 * @property {Model} model
 * @property {ReturnType<typeof marksOf>} marks - those of the active cell
 * @property {HTMLElement} host - the element that contains the view, which has its width and its fonts
 * @property {Actions} actions
 * @property {() => void} redraw - draws the element again
 * @property {boolean} isEmbedded - whether the element is a figure in an article, which is scrolled and not
 *   fitted to the height of the window
 */

/**
 * The whole view: all matrices of a lesson in bands. A kind of lesson can have views of its own.
 *
 * @param {Kind[]} kinds
 * @param {Actions} actions
 * @param {boolean} isEmbedded
 */
export function wholeView(kinds, actions, isEmbedded) {
  const host = element('div', { class: 'whole-view' });
  return {
    node: host,
    /** @param {Model} model @param {Cell | null} activeCell */
    update(model, activeCell) {
      host.classList.toggle('tables', model.state.tables === 'all');
      const View = kindOf(kinds, model.lesson)?.whole?.(model) ?? AttentionBands;
      const { redraw } = actions;
      const props = { model, marks: marksOf(model, activeCell), host, actions, redraw, isEmbedded };
      render(html`<${View} key=${model.lesson.id} ...${props} />`, host);
    },
  };
}

/**
 * The places whose matrices the reader unfolded, and a function that folds or unfolds one and moves the focus
 * to the button that does the opposite.
 *
 * @param {HTMLElement} host
 */
export function useFolds(host) {
  const [unfolded, setUnfolded] = useState(/** @type {ReadonlySet<string>} */ (new Set()));
  /** The place whose button gets the focus once it is drawn. */
  const focused = useRef('');
  const fold = (/** @type {string} */ place, /** @type {boolean} */ isFolded) => {
    focused.current = place;
    setUnfolded(
      (before) => new Set(isFolded ? [...before].filter((id) => id !== place) : [...before, place]),
    );
  };
  useLayoutEffect(() => {
    const place = focused.current;
    if (place === '') return;
    focused.current = '';
    // A heatmap shows its button once it is drawn.
    inNextFrame(() => {
      const button = host.querySelector(`:is([data-place="${place}"] .fold, .folded[data-place="${place}"])`);
      /** @type {HTMLElement | null} */ (button)?.focus();
    });
  });
  return { unfolded, fold };
}
