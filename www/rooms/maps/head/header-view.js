import { Segments } from '../../../ui/controls.js';
import { html } from '../../../ui/html.js';
import { isLarge } from '../large/shape.js';
import { syntheticOf } from '../large/synthetic.js';
import { titleOf } from './scene.js';
import { sourceOf } from './spec.js';
/** @import { MapsState } from '../types.js' */
/** @import { Scene } from './scene.js' */

const VIEWS = /** @type {const} */ (['map', 'lines', 'table']);

/**
 * The title of the maps, and the choice of map, lines or table.
 *
 * @param {object} props
 * @param {Scene} props.scene
 * @param {(patch: Partial<MapsState>) => void} props.look
 * @param {() => void} props.toggleCompare
 */
export function Header({ scene: { t, large, state, data, shown }, look, toggleCompare }) {
  // Lines and tables show only A.
  const isSynthetic = syntheticOf(data.opened.files) !== '';
  const isOne = isLarge(data.reading);
  const of = state.compare && state.view !== 'map' ? `${t.maps.a}: ` : '';
  return html`<div class="head-title">
    <h2>${of}${titleOf(sourceOf(state), data, t)}</h2>
    ${isSynthetic && html`<p class="synthetic">${large.synthetic}</p>`}
    <p class="soft">${t.what[shown.a?.spec.values ?? 'none']} · ${t.axes}</p>
    <div class="view-tools">
      <${Segments}
        label=${t.viewsLabel}
        value=${state.view}
        choices=${VIEWS.map((name) => [name, t.views[name]])}
        choose=${(/** @type {MapsState['view']} */ view) => look({ view })}
        disabled=${isOne ? ['lines'] : []}
      />
      <button
        type="button"
        class="icon compare"
        aria-pressed=${String(state.compare !== null)}
        disabled=${isOne}
        title=${isOne ? large.only : null}
        onClick=${toggleCompare}
      >
        ${t.compare}
      </button>
    </div>
  </div>`;
}
