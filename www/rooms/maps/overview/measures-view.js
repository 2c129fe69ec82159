import { namedPlace } from '../head/kept.js';
import { html } from '../../../ui/html.js';
import { isLarge } from '../large/shape.js';
import { MEASURES } from '../state.js';
import { behaviorOf, chanceIn } from './behavior.js';
import { columnValue, longValue } from './figures.js';
import { measureRange } from './order.js';
import { Ticks } from './ticks.js';
/** @import { View } from '../../../ui/html.js' */
/** @import { MapsModel, MeasureName } from '../types.js' */

/** The range of a measure that no head has. */
const NO_RANGE = { values: /** @type {number[]} */ ([]), least: 0, most: 1 };

/**
 * What stands with measures on a text: those of the same head over many texts.
 *
 * @typedef {{ note: string, of: (name: MeasureName) => View | null }} Over
 */

/**
 * The measures of the open head, each with its position among all heads and its formula.
 *
 * @param {object} props
 * @param {MapsModel} props.model
 * @param {() => void} [props.alike] - sorts the heads by similarity to this one, or no longer
 * @param {Over} [props.over] - the measures over many texts, if they are open
 * @param {(name: MeasureName) => boolean | null | undefined} [props.confirms] - whether the head does so on
 *   other texts
 * @param {readonly MeasureName[]} [props.names] - the measures that there are
 */
export function Measures({ model: { state, data, t }, alike, over, confirms, names = MEASURES }) {
  if (!data) return null;
  const words = t.maps.overview;
  const { layer, head } = state;
  const found = data.heads[layer * data.reading.heads + head];
  const { sampled } = found ?? {};
  const texts = data.reading.texts?.length ?? 0;
  const does =
    found && state.source === 'head'
      ? behaviorOf(found.measures, chanceIn(data, found.causal), confirms)
      : null;
  const row = (/** @type {MeasureName} */ name) => {
    const measure = words.measures[name];
    const value = found?.measures[name] ?? null;
    const range = measureRange(data, name) ?? NO_RANGE;
    const error = value === null ? undefined : (sampled?.errors[name] ?? undefined);
    const text =
      error === undefined
        ? columnValue(value, t.language)
        : t.maps.large.sampledValue({
            value: columnValue(value, t.language),
            error: columnValue(error, t.language),
          });
    return html`<details key=${name} class=${error === undefined ? '' : 'estimated'}>
      <summary title=${measure.formula}>
        <span class="name">${measure.name}</span>
        <${Ticks} values=${range.values} ends=${range} highlighted=${value} />
        <span class="value" title=${longValue(value, t.language)}>${text}</span>
        ${over?.of(name)}
      </summary>
      <p class="formula">${measure.formula}. ${measure.says}</p>
    </details>`;
  };
  return html`<section class="measures">
    <div class="does">
      <h3>${state.source === 'head' ? words.doesThis : words.does(namedPlace(state, data))}</h3>
      <button
        type="button"
        class="icon"
        aria-pressed=${String(state.alike)}
        hidden=${!alike || data.heads.length < 2 || isLarge(data.reading)}
        onClick=${alike}
      >
        ${words.alike}
      </button>
    </div>
    ${sampled && html`<p class="soft">${t.maps.large.sampledMeasures({ rows: String(sampled.rows), all: String(data.reading.queries) })}</p>`}
    ${texts ? html`<p class="soft">${t.maps.reading.ofAverage({ n: texts })}</p>` : over && html`<p class="soft">${over.note}</p>`}
    ${names.map(row)}
    <p class="behavior">
      ${does ? words.behaviors[does] : does === undefined && words.unasked({ find: t.maps.live.find.ask })}
    </p>
  </section>`;
}
