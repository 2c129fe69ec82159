import { html } from '../../../ui/html.js';
import { isLarge } from '../large/shape.js';
import { MEASURES } from '../state.js';
import { columnValue, longValue } from './figures.js';
import { spread } from './order.js';
import { Ticks } from './ticks.js';
/** @import { MapsModel, MeasureName } from '../types.js' */

/** The strip of a measure that no head has. */
const NONE = { values: /** @type {number[]} */ ([]), least: 0, most: 1 };

/**
 * The measures of the open head, each with its position among all heads and its formula.
 *
 * @param {{ model: MapsModel, alike: () => void }} props - `alike` looks for heads that are like this one
 */
export function Measures({ model: { state, data, t }, alike }) {
  if (!data) return null;
  const words = t.maps.overview;
  const { layer, head } = state;
  const found = data.heads[layer * data.reading.heads + head];
  const { sampled } = found ?? {};
  const shown = (/** @type {MeasureName} */ name, /** @type {number | null} */ value) => {
    const error = sampled?.errors[name];
    return error === undefined || value === null
      ? columnValue(value)
      : t.maps.large.sampledValue(columnValue(value), columnValue(error));
  };
  const row = (/** @type {MeasureName} */ name) => {
    const measure = words.measures[name];
    const value = found?.measures[name] ?? null;
    const all = spread(data, name) ?? NONE;
    const isEstimated = sampled?.errors[name] !== undefined && value !== null;
    return html`<details key=${name} class=${isEstimated ? 'estimated' : ''}>
      <summary title=${measure.formula}>
        <span class="name">${measure.name}</span>
        <${Ticks} values=${all.values} ends=${all} one=${value} />
        <span class="value" title=${longValue(value)}>${shown(name, value)}</span>
      </summary>
      <p class="formula">${measure.formula}. ${measure.says}</p>
    </details>`;
  };
  return html`<section class="measures">
    <div class="does">
      <h3>${words.does(String(layer), String(head))}</h3>
      <button
        type="button"
        class="icon"
        aria-pressed=${String(state.alike)}
        hidden=${data.heads.length < 2 || isLarge(data.reading)}
        onClick=${alike}
      >
        ${words.alike}
      </button>
    </div>
    ${sampled && html`<p class="soft">${t.maps.large.sampledMeasures(String(sampled.rows))}</p>`}
    ${MEASURES.map(row)}
  </section>`;
}
