import { html } from '../../../ui/html.js';
import { MEASURES } from '../state.js';
import { longValue } from './figures.js';
import { spread } from './order.js';
import { Choice } from './sort-view.js';
import { Ticks } from './ticks.js';
/** @import { MapsModel, MapsState, MeasureName } from '../types.js' */

/** The number of steps of the slider. */
const STEPS = 200;
const OFF = 'off';

/**
 * Filters heads by the range of a measure: a slider with two handles, over a strip in which each head is a
 * tick.
 *
 * @param {{ model: MapsModel, change: (patch: Partial<MapsState>) => void }} props
 */
export function Filter({ model, change }) {
  const { state, data, t } = model;
  const words = t.maps.overview;
  const { filter } = state;
  const choose = (/** @type {string} */ value) => {
    const measure = /** @type {MeasureName} */ (value);
    const found = data && value !== OFF ? spread(data, measure) : null;
    change({ filter: found && { measure, least: found.least, most: found.most } });
  };
  return html`<div class="filter">
    <${Choice}
      label=${words.filter}
      value=${filter?.measure ?? OFF}
      choices=${[[OFF, words.filterOff], ...MEASURES.map((name) => [name, words.measures[name].name])]}
      choose=${choose}
    />
    ${filter && data && spread(data, filter.measure) && html`<${Range} model=${model} change=${change} />`}
  </div>`;
}

/** @param {{ model: MapsModel, change: (patch: Partial<MapsState>) => void }} props */
function Range({ model, change }) {
  const words = model.t.maps.overview;
  const filter = /** @type {NonNullable<MapsState['filter']>} */ (model.state.filter);
  const data = /** @type {NonNullable<MapsModel['data']>} */ (model.data);
  const found = /** @type {NonNullable<ReturnType<typeof spread>>} */ (spread(data, filter.measure));
  const { name } = words.measures[filter.measure];
  const width = found.most - found.least;
  const placeOf = (/** @type {number} */ value) =>
    Math.max(0, Math.min(STEPS, Math.round(((value - found.least) / (width || 1)) * STEPS)));
  const slide = (/** @type {any} */ event) => {
    const at = Number(event.currentTarget.value);
    // The ends are the exact extremes, so that rounding excludes no head.
    const between = Number((found.least + (width * at) / STEPS).toPrecision(4));
    const value = at === 0 ? found.least : at === STEPS ? found.most : between;
    const end =
      event.currentTarget.name === 'least'
        ? { least: Math.min(value, filter.most) }
        : { most: Math.max(value, filter.least) };
    change({ filter: { ...filter, ...end } });
  };
  const end = (/** @type {'least' | 'most'} */ which, /** @type {string} */ label, extra = '') =>
    html`<input
      type="range"
      name=${which}
      class=${which + extra}
      min="0"
      max=${STEPS}
      step="1"
      value=${placeOf(filter[which])}
      aria-label=${label}
      aria-valuetext=${longValue(filter[which])}
      onInput=${slide}
      onChange=${slide}
    />`;
  // If both handles are at the same place, the one that can still move is above.
  const above = placeOf(filter.least) > STEPS / 2 ? ' above' : '';
  return html`
    <div class="track">
      <${Ticks} values=${found.values} ends=${found} between=${filter} />
      ${end('least', words.atLeast(name), above)}${end('most', words.atMost(name))}
    </div>
    <output class="range">${longValue(filter.least)} – ${longValue(filter.most)}</output>
  `;
}
