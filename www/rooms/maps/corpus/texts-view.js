import { html, useState } from '../../../ui/html.js';
import { Measures } from '../overview/measures-view.js';
import { listHeads } from '../overview/order.js';
import { Choice } from '../overview/sort-view.js';
import { ScatterView, Table } from '../later-view.js';
import { Ticks } from '../overview/ticks.js';
import { pointed } from '../scatter/pointed.js';
import { firstPoints } from '../scatter/points.js';
import { ListedTexts } from './listed-texts.js';
import { OverTexts, overTexts } from './over-view.js';
import { strongest } from './summary.js';
/** @import { Strings } from '../../../words/languages.js' */
/** @import { MapsData, MapsModel, MapsState, MeasureName } from '../types.js' */
/** @import { Store } from './store.js' */
/** @import { Summary } from './summary.js' */

/**
 * A store of texts: all heads as points by the means of two measures, the texts by a measure of the open
 * head, and its measures on the open text and over all texts.
 *
 * @param {object} props
 * @param {MapsModel} props.model
 * @param {Strings['corpus']} props.words
 * @param {Store} props.store
 * @param {Summary} props.summary
 * @param {number | null} props.text - the open text
 * @param {(text: number) => string | undefined} props.textOf
 * @param {(text: number | null, isAverage?: boolean) => void} props.choose - `isAverage`: the mean over all
 *   texts as long as it
 * @param {(text: number | null) => MapsData} props.dataOf
 * @param {(patch: Partial<MapsState>) => void} props.look
 * @param {Parameters<typeof ListedTexts>[0]['arrive']} props.arrive
 */
export function Texts(props) {
  const { model, words, text, dataOf, look } = props;
  const { state, t } = model;
  const [link] = useState(pointed);
  const [isTable, setTable] = useState(false);
  const means = dataOf(null);
  const open = (/** @type {{ layer: number, head: number }} */ head) => look({ ...head, source: 'head' });
  const ofMeans = { ...model, data: means };
  // The sentence about what a head does is about one text.
  const ofHead = {
    ...model,
    data: dataOf(text),
    state: text === null ? { ...state, source: /** @type {const} */ ('mean') } : state,
  };
  return html`<section class="corpus" aria-label=${words.texts}>
    <div class="corpus-heads">
      <h2 class="count">${t.maps.overview.count({ all: String(means.heads.length) })}</h2>
      <${ScatterView}
        ...${{ model: ofMeans, data: means, scatter: state.scatter ?? firstPoints(means.heads), look, open, link }}
      />
      <p class="soft">${words.points({ n: props.store.done })}</p>
      <button type="button" class="link" aria-expanded=${String(isTable)} onClick=${() => setTable(!isTable)}>
        ${isTable ? t.maps.overview.withoutTable : t.maps.overview.asTable}
      </button>
      ${isTable && html`<${Table} model=${ofMeans} heads=${listHeads(means, state).heads} look=${look} open=${open} />`}
    </div>
    <${TextList} ...${props} />
    <div class=${text === null ? 'means' : ''}>
      <${Measures} model=${ofHead} over=${overTexts(props)} />
    </div>
  </section>`;
}

/**
 * The lengths that several texts have, with the numbers of these, the most frequent first.
 *
 * @param {Int32Array} lengths @returns {[tokens: number, texts: number[]][]}
 */
function lengthsIn(lengths) {
  /** @type {Map<number, number[]>} */
  const byLength = new Map();
  lengths.forEach((tokens, text) => {
    if (tokens > 0) byLength.set(tokens, [...(byLength.get(tokens) ?? []), text]);
  });
  return [...byLength].filter(([, { length }]) => length > 1).sort((a, b) => b[1].length - a[1].length);
}

/** The texts that have a measure of the open head. @param {Parameters<typeof Texts>[0]} props */
function TextList({ model, words, store, summary, text, textOf, choose, look, arrive }) {
  const { state, t, language } = model;
  const { measures: names, heads, layers, keep } = store.layout;
  const [isByNumber, setByNumber] = useState(false);
  const each = layers.length * heads * names.length;
  const place = (state.layer * heads + state.head) * names.length + names.indexOf(state.measure);
  const found = strongest(store.measures, each, place);
  const listed = isByNumber ? found.toSorted((a, b) => a.text - b.text) : found;
  const values = found.map(({ value }) => value);
  const without = store.done - found.length;
  const own = found.find((one) => one.text === text);
  const measure = t.maps.overview.measures[state.measure].name;
  const several = lengthsIn(store.lengths);
  const choices = names.map((name) => [
    name,
    t.maps.overview.measures[/** @type {MeasureName} */ (name)]?.name ?? name,
  ]);
  const texts = listed.map(({ text: number, value }) => ({
    key: number,
    name: number,
    value,
    start: textOf(number),
    isOpen: number === text,
    choose: () => choose(number === text && keep === null ? null : number),
  }));
  return html`<div class="corpus-texts">
    <div class="sorting">
      <h2 class="count">
        ${t.maps.overview.place({ layer: String(layers[state.layer]), head: String(state.head) })}
      </h2>
      <${Choice}
        label=${isByNumber ? words.byNumber : words.byValue}
        value=${state.measure}
        choices=${choices}
        choose=${(/** @type {MeasureName} */ name) => look({ measure: name })}
      />
      <button
        type="button"
        class="link"
        aria-pressed=${String(isByNumber)}
        onClick=${() => setByNumber(!isByNumber)}
      >
        ${isByNumber ? words.sortByValue : words.sortByNumber}
      </button>
    </div>
    ${
      values.length > 0 &&
      html`<div class="spread">
        <${Ticks}
          values=${values}
          ends=${{ least: Math.min(0, ...values), most: Math.max(...values) || 1 }}
          highlighted=${own?.value ?? null}
        />
        <${OverTexts} ...${{ model, words, store, summary, name: state.measure }} />
      </div>`
    }
    <p class="soft">
      ${words.ticks({ n: found.length, measure })}
      ${without > 0 && ` ${words.without({ n: without, measure })}`}
    </p>
    <${ListedTexts} ...${{ texts, t, language, arrive }} />
    <p class="soft">${keep === null ? words.onlyMeasures : words.openOne}</p>
    ${
      keep !== null &&
      several.length > 0 &&
      html`<div class="sorting averages">
        <${Choice}
          label=${words.average}
          value=""
          choices=${[['', words.averageNone], ...several.map(([tokens, all]) => [String(all[0]), words.averageOf({ n: all.length, tokens })])]}
          choose=${(/** @type {string} */ first) => first !== '' && choose(Number(first), true)}
        />
      </div>`
    }
  </div>`;
}
