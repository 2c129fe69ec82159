import { Segments } from '../../../ui/controls.js';
import { html } from '../../../ui/html.js';
import { titleOf } from './scene.js';
import { sourceOf } from './spec.js';
/** @import { MapsState } from '../types.js' */
/** @import { Scene } from './scene.js' */

const VIEWS = /** @type {const} */ (['map', 'lines', 'table']);

/**
 * What is shown, in words, and how it is drawn.
 *
 * @param {object} props
 * @param {Scene} props.scene
 * @param {(patch: Partial<MapsState>) => void} props.look
 * @param {() => void} props.toggleCompare
 */
export function Header({ scene: { t, state, data, shown }, look, toggleCompare }) {
  // Lines and tables are of A alone.
  const of = state.compare && state.view !== 'map' ? `${t.maps.a}: ` : '';
  return html`<div class="head-title">
    <h2>${of}${titleOf(sourceOf(state), data, t)}</h2>
    <p class="soft">${t.what[shown.a?.spec.values ?? 'none']} · ${t.axes}</p>
    <div class="view-tools">
      <${Segments}
        label=${t.viewsLabel}
        value=${state.view}
        choices=${VIEWS.map((name) => [name, t.views[name]])}
        choose=${(/** @type {MapsState['view']} */ view) => look({ view })}
      />
      <button
        type="button"
        class="icon compare"
        aria-pressed=${String(state.compare !== null)}
        onClick=${toggleCompare}
      >
        ${t.compare}
      </button>
    </div>
  </div>`;
}
