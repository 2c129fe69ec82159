import { html, useLayoutEffect, useState } from '../../../ui/html.js';
import { track } from '../../../ui/idle.js';
import { Measures } from '../overview/measures-view.js';
import { Choice } from '../overview/sort-view.js';
import { ScatterView } from '../later-view.js';
import { pointed } from '../scatter/pointed.js';
import { firstPoints } from '../scatter/points.js';
import { ListedTexts } from './listed-texts.js';
/** @import { Strings } from '../../../words/languages.js' */
/** @import { MapsData, MapsModel, MapsState } from '../types.js' */
/** @import { Scatter } from '../scatter/settings.js' */
/** @import { Sequences } from './headvis.js' */
/** @import { Sequence } from './headvis-format.js' */
/** @import { Store } from './store.js' */

/** How many tokens of a sequence are listed. */
const FIRST_TOKENS = 60;

/**
 * An export of HeadVis: all heads as points by two metrics, the sequences of the open head by their strength,
 * and its metrics.
 *
 * @param {object} props
 * @param {MapsModel} props.model - with the open head of the grid
 * @param {Strings['corpus']} props.words
 * @param {Store & { sequences: Sequences }} props.store
 * @param {MapsData} props.data - the metrics of all heads
 * @param {(error: unknown) => string} props.sentence - about what cannot be read
 * @param {(text: number) => void} props.choose
 * @param {(patch: Partial<MapsState>) => void} props.look
 * @param {Parameters<typeof ListedTexts>[0]['arrive']} props.arrive
 */
export function SequencesView(props) {
  const { words, store, data, look } = props;
  const { t } = props.model;
  const names = /** @type {any} */ (store.layout.measures);
  const [link] = useState(pointed);
  const [scatter, setScatter] = useState(/** @type {Scatter} */ (firstPoints(data.heads, names)));
  const overview = { ...t.maps.overview, measures: /** @type {any} */ (store.sequences.metrics) };
  const model = { ...props.model, data, t: { ...t, maps: { ...t.maps, overview } } };
  const state = { ...model.state, source: /** @type {const} */ ('mean') };
  return html`<section class="corpus" aria-label=${words.texts}>
    <div class="corpus-heads">
      <h2 class="count">${t.maps.overview.count({ all: String(store.done) })}</h2>
      <${ScatterView}
        ...${{ model, data, scatter, names, link }}
        look=${(/** @type {{ scatter: Scatter }} */ patch) => setScatter(patch.scatter)}
        open=${(/** @type {{ layer: number, head: number }} */ { layer, head }) => look({ layer, head, source: 'head' })}
      />
    </div>
    <${SequenceList} ...${props} />
    <div>
      <${Measures} ...${{ model: { ...model, state }, names }} />
    </div>
  </section>`;
}

/** The sequences of the open head. @param {Parameters<typeof SequencesView>[0]} props */
function SequenceList({ model, words, store, sentence, choose, arrive }) {
  const { state, t, language } = model;
  const { sequences, layout } = store;
  const place = state.layer * layout.heads + state.head;
  const [found, setFound] = useState(
    /** @type {{ place: number, list: Sequence[], problem: unknown } | null} */ (null),
  );
  const [interval, setInterval] = useState('');
  useLayoutEffect(() => {
    let isShown = true;
    const show = (/** @type {Sequence[]} */ list, /** @type {unknown} */ problem) =>
      isShown && setFound({ place, list, problem });
    void track(
      sequences.of(place).then(
        (list) => void show(list, null),
        (error) => void show([], error),
      ),
    );
    return () => {
      isShown = false;
    };
  }, [sequences, place]);
  const now = found?.place === place ? found : null;
  const listed = (now?.list ?? [])
    .map((sequence, at) => ({ sequence, at }))
    .filter(({ sequence }) => interval === '' || String(sequence.interval) === interval);
  const choices = [
    ['', words.allIntervals],
    ...Array.from({ length: sequences.intervals }, (_, at) => {
      const number = sequences.intervals - at;
      return [String(number), at === 0 ? words.strongestInterval({ number }) : String(number)];
    }),
  ];
  const texts = listed.map(({ sequence, at }) => ({
    key: at,
    name: sequence.id,
    value: sequence.strength,
    start: Array.isArray(sequence.tokens) ? startOf(sequence.tokens) : undefined,
    choose: () => choose(sequences.number(place, at)),
  }));
  return html`<div class="corpus-texts">
    <div class="sorting">
      <h2 class="count">
        ${t.maps.overview.place({ layer: String(layout.layers[state.layer]), head: String(state.head) })}
      </h2>
      <${Choice} label=${words.interval} value=${interval} choices=${choices} choose=${setInterval} />
    </div>
    ${now?.problem && html`<p class="head-problem" role="alert">${sentence(now.problem)}</p>`}
    <p class="soft" role="status">${now && !now.problem && words.sequences({ n: listed.length })}</p>
    <${ListedTexts} ...${{ texts, t, language, arrive }} />
    <p class="soft" hidden=${listed.length === 0}>${words.openSequence}</p>
  </div>`;
}

/**
 * The start of a sequence as text. Tokens without any space are words, or parts of them.
 *
 * @param {string[]} tokens
 */
function startOf(tokens) {
  const first = tokens.slice(0, FIRST_TOKENS);
  return first.some((token) => /^\s/.test(token)) ? first.join('') : first.join(' ').replaceAll(' ##', '');
}
