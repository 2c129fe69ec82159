import { Icon, Select } from '../../../ui/controls.js';
import { html } from '../../../ui/html.js';
import { headCount } from '../reading/layers.js';
import { namedPlace } from '../head/kept.js';
import { maps } from '../settings.js';
import { MEASURES, ordered } from '../state.js';
/** @import { Choices } from '../../../ui/controls.js' */
/** @import { MapsModel, MapsState, MeasureName } from '../types.js' */

/** The value of the choice to sort by similarity, which is not a measure. */
const ALIKE = 'alike';

/**
 * The number of heads, and the controls for their order and labels.
 *
 * @param {{ model: MapsModel, passing: number, look: (patch: Partial<MapsState>) => void }} props
 */
export function Sort({ model: { state, data, t }, passing, look: change }) {
  const look = (/** @type {Partial<MapsState>} */ patch) => change(ordered(patch, state, data));
  const words = t.maps.overview;
  const total = String(data ? headCount(data.reading) : 0);
  const measures = MEASURES.map((name) => [name, words.measures[name].name]);
  const sort = (/** @type {string} */ value) => {
    const measure = /** @type {MeasureName} */ (value);
    if (value === ALIKE) look({ alike: true });
    else if (value === 'layer') look({ alike: false, sort: 'layer', order: 'up' });
    // The labels keep the measure when the heads are sorted by layer again.
    else look({ alike: false, sort: measure, measure, order: 'down' });
  };
  const sorts = maps.fields.sort.choices.map((name) => [
    name,
    name === 'layer' ? words.byLayer : words.measures[/** @type {MeasureName} */ (name)].name,
  ]);
  const label = state.sort === 'layer' ? words.orderOfLayers[state.order] : words.orders[state.order];
  return html`<div class="sorting">
    <h2 class="count">
      ${state.filter ? words.countOf({ passing: String(passing), all: total }) : words.count({ all: total })}
    </h2>
    <${Choice}
      label=${words.sortedBy}
      value=${state.alike ? ALIKE : state.sort}
      choices=${[...sorts, [ALIKE, words.byLikeness(namedPlace(state, data))]]}
      choose=${sort}
    />
    <button
      type="button"
      class="icon"
      value=${state.order}
      aria-label=${label}
      title=${label}
      hidden=${state.alike}
      onClick=${() => look({ order: state.order === 'down' ? 'up' : 'down' })}
    >
      <${Icon} name=${state.order} />
    </button>
    ${
      state.sort === 'layer' &&
      !state.alike &&
      html`<${Choice}
        label=${words.written}
        value=${state.measure}
        choices=${measures}
        choose=${(/** @type {MeasureName} */ measure) => look({ measure })}
      />`
    }
  </div>`;
}

/** A list to choose from, with a label. @param {Choices} props */
export function Choice(props) {
  return html`<label class="choice"
    ><span class="label">${props.label}</span><${Select} ...${props}
  /></label>`;
}
