import { html, useState } from '../../../ui/html.js';
import { Icon, Segments, Select } from '../../../ui/controls.js';
import { cssColor, HEAD_COLORS } from './colors.js';
import { namedPlace, shortName } from '../head/kept.js';
import { labelMeasure } from '../overview/order.js';
import { textOf } from '../../../words/languages.js';
import { areShown, canColor, coloredHeads, firstHeads, MOST_COLORS, showing, toggled } from './chosen.js';
import { MOST_CHOSEN } from './settings.js';
/** @import { listHeads } from '../overview/order.js' */
/** @import { MapsData, MapsModel, MapsState } from '../types.js' */

/** How many heads can be chosen at once by a measure. */
const COUNTS = [2, 3, 4, 5, 8, 16, 32, MOST_CHOSEN];

/**
 * The chosen heads: their names, how they are shown with the formula, and the first ones by the measure.
 *
 * @param {object} props
 * @param {MapsModel} props.model
 * @param {MapsData} props.data
 * @param {ReturnType<typeof listHeads>} props.list - in the order of the thumbnails
 * @param {boolean} props.isChoosing - whether a click on a thumbnail chooses it
 * @param {(isChoosing: boolean) => void} props.setChoosing
 * @param {(patch: Partial<MapsState>) => void} props.change
 */
export function Chosen({ model: { state, t, appearance }, data, list, isChoosing, setChoosing, change }) {
  const words = t.maps.chosen;
  const { chosen, source } = state;
  const { reading } = data;
  const [count, setCount] = useState(4);
  const colors = coloredHeads(state).length > 0 ? HEAD_COLORS[appearance.theme] : [];
  const { overview } = t.maps;
  const measure = state.alike
    ? overview.byLikeness(namedPlace(state, data))
    : overview.measures[labelMeasure(state)].name;
  const first = firstHeads(list.heads, state, count);
  const show = (/** @type {string} */ name) =>
    change(
      name === 'none'
        ? { source: 'head', over: 'heads' }
        : {
            source: /** @type {MapsState['source']} */ (name),
            over: 'chosen',
            compare: null,
            values: 'none',
          },
    );
  const end = () => {
    setChoosing(false);
    change(showing(state, [], reading));
  };
  return html`<section class="chosen-heads" aria-label=${words.label}>
    <div class="chosen-row">
      <span class="label" role="status">${words.count({ n: chosen.length })}</span>
      ${chosen.map(
        (head, at) =>
          html`<button
            type="button"
            class="icon chip"
            title=${words.remove({ head: shortName(head, data) })}
            aria-label=${words.remove({ head: shortName(head, data) })}
            onClick=${() => change(toggled(state, head, reading))}
          >
            <i class="swatch" style=${{ background: colors[at] ? cssColor(colors[at]) : '' }}></i>
            ${shortName(head, data)}<${Icon} name="close" />
          </button>`,
      )}
      ${chosen.length > 0 && html`<button type="button" class="link" onClick=${end}>${words.clear}</button>`}
    </div>
    ${isChoosing && html`<p class="soft">${words.hint}</p>`}
    <div class="chosen-row">
      <span class="label">${words.firstOf}</span>
      <${Select}
        label=${words.many}
        value=${String(count)}
        choices=${COUNTS.map((each) => [String(each), String(each)])}
        choose=${(/** @type {string} */ text) => setCount(Number(text))}
      />
      <button
        type="button"
        class="icon"
        disabled=${first.length === 0}
        onClick=${() => change(showing(state, first, reading))}
      >
        ${words.byMeasure({ measure })}
      </button>
    </div>
    ${
      chosen.length > 0 &&
      html`<${Segments}
          label=${words.as}
          value=${areShown(state) ? source : 'none'}
          choices=${[
            ['each', words.each],
            ['mean', words.mean],
            ['max', words.max],
            ['none', words.none],
          ]}
          choose=${show}
          disabled=${canColor(chosen, reading) ? [] : ['each']}
        />
        <p class="formula">
          ${areShown(state) && textOf(words.formulas[/** @type {'each' | 'mean' | 'max'} */ (source)], { n: chosen.length })}
          ${chosen.length > MOST_COLORS && ` ${words.tooMany({ most: MOST_COLORS })}`}
        </p>`
    }
  </section>`;
}

/**
 * The color and the name of a chosen head.
 *
 * @param {{ state: MapsState, data: MapsData, at: number, theme: 'light' | 'dark' }} props
 */
export function HeadKey({ state, data, at, theme }) {
  return html`<i class="swatch" style=${{ background: cssColor(HEAD_COLORS[theme][at]) }}></i>
    <b>${shortName(state.chosen[at], data)}</b>`;
}

/**
 * Which color is which head, as a legend.
 *
 * @param {{ state: MapsState, data: MapsData, theme: 'light' | 'dark', label: string, notes?: (string | null)[] }} props -
 *   `notes`: a text for each head
 */
export function HeadKeys({ state, data, theme, label, notes = [] }) {
  return html`<ul class="head-keys" aria-label=${label}>
    ${coloredHeads(state).map(
      (_, at) =>
        html`<li>
          <${HeadKey} ...${{ state, data, at, theme }} /> ${notes[at] && html`<bdi>${notes[at]}</bdi>`}
        </li>`,
    )}
  </ul>`;
}
