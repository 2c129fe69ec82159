import { html } from '../../../ui/html.js';
import { MEASURES } from '../state.js';
import { longValue } from './figures.js';
import { measureRange } from './order.js';
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
    const range = data && value !== OFF ? measureRange(data, measure) : null;
    change({ filter: range && { measure, least: range.least, most: range.most } });
  };
  return html`<div class="filter">
    <${Choice}
      label=${words.filter}
      value=${filter?.measure ?? OFF}
      choices=${[[OFF, words.filterOff], ...MEASURES.map((name) => [name, words.measures[name].name])]}
      choose=${choose}
    />
    ${filter && data && measureRange(data, filter.measure) && html`<${Range} model=${model} change=${change} />`}
  </div>`;
}

/** @param {{ model: MapsModel, change: (patch: Partial<MapsState>) => void }} props */
function Range({ model, change }) {
  const words = model.t.maps.overview;
  const filter = /** @type {NonNullable<MapsState['filter']>} */ (model.state.filter);
  const data = /** @type {NonNullable<MapsModel['data']>} */ (model.data);
  const range = /** @type {NonNullable<ReturnType<typeof measureRange>>} */ (
    measureRange(data, filter.measure)
  );
  const { name } = words.measures[filter.measure];
  const width = range.most - range.least;
  const stepOf = (/** @type {number} */ value) =>
    Math.max(0, Math.min(STEPS, Math.round(((value - range.least) / (width || 1)) * STEPS)));
  const slide = (/** @type {any} */ event) => {
    const step = Number(event.currentTarget.value);
    // The ends are the exact extremes, so that rounding excludes no head.
    const between = Number((range.least + (width * step) / STEPS).toPrecision(4));
    const value = step === 0 ? range.least : step === STEPS ? range.most : between;
    const end =
      event.currentTarget.name === 'least'
        ? { least: Math.min(value, filter.most) }
        : { most: Math.max(value, filter.least) };
    change({ filter: { ...filter, ...end } });
  };
  const slider = (/** @type {'least' | 'most'} */ which, /** @type {string} */ label, extra = '') =>
    html`<input
      type="range"
      name=${which}
      class=${which + extra}
      min="0"
      max=${STEPS}
      step="1"
      value=${stepOf(filter[which])}
      aria-label=${label}
      aria-valuetext=${longValue(filter[which], model.t.language)}
      onInput=${slide}
      onChange=${slide}
    />`;
  // If both handles are at the same place, the one that can still move is on top.
  const above = stepOf(filter.least) > STEPS / 2 ? ' above' : '';
  return html`
    <div class="track">
      <${Ticks} values=${range.values} ends=${range} between=${filter} />
      ${slider('least', words.atLeast({ name }), above)}${slider('most', words.atMost({ name }))}
    </div>
    <output class="range"
      >${longValue(filter.least, model.t.language)} – ${longValue(filter.most, model.t.language)}</output
    >
  `;
}
