import { element, segments, setText } from '../../../ui/dom.js';
import { titleOf } from './scene.js';
import { sourceOf } from './spec.js';
/** @import { MapsState } from '../types.js' */
/** @import { Scene } from './scene.js' */

const VIEWS = /** @type {const} */ (['map', 'lines', 'table']);

/**
 * What is shown, in words, and how it is drawn.
 *
 * @param {object} actions
 * @param {(patch: Partial<MapsState>) => void} actions.look
 * @param {() => void} actions.toggleCompare
 */
export function headerView({ look, toggleCompare }) {
  const title = element('h2');
  const what = element('p', { class: 'soft' });
  const tools = element('div', { class: 'view-tools' });
  const node = element('div', { class: 'head-title' }, title, what, tools);
  const compare = element('button', { type: 'button', class: 'icon', onclick: toggleCompare });
  /** @type {ReturnType<typeof segments> | null} */
  let views = null;
  let language = '';

  return {
    node,
    /** Goes to the button that opens and ends the comparison. */
    focus: () => compare.focus(),
    /** @param {Scene} scene */
    update({ t, state, data, shown: { a }, language: now }) {
      if (!views || now !== language) {
        views = segments(
          t.viewsLabel,
          VIEWS.map((name) => [name, t.views[name]]),
          (value) => look({ view: /** @type {MapsState['view']} */ (value) }),
        );
        tools.replaceChildren(views.node, compare);
        setText(compare, t.compare);
      }
      language = now;
      views.update(state.view);
      compare.setAttribute('aria-pressed', String(state.compare !== null));
      // Lines and tables are of A alone.
      setText(
        title,
        `${state.compare && state.view !== 'map' ? `${t.maps.a}: ` : ''}${titleOf(sourceOf(state), data, t)}`,
      );
      setText(what, `${t.what[a?.spec.values ?? 'none']} · ${t.axes}`);
    },
  };
}
