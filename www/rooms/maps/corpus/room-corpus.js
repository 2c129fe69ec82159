import { track } from '../../../ui/idle.js';
import { html } from '../../../ui/html.js';
import { firstPoints } from '../scatter/points.js';
import { nameOfFiles, shownName } from '../reading/shown-name.js';
import { choiceOf } from '../reading/texts.js';
import { bytesText } from '../overview/figures.js';
import { StoreError } from './layout.js';
import { headsOf } from './measured-heads.js';
import { openedTexts } from './opened-texts.js';
import { openStore } from './store.js';
import { summaryOf } from './summary.js';
import { Bar } from './bar-view.js';
import { SequencesView } from './sequences-view.js';
import { Texts } from './texts-view.js';
import { overTexts } from './over-view.js';
import { WORDS } from './words.js';
/** @import { Strings } from '../../../words/languages.js' */
/** @import { MapsData, MapsState } from '../types.js' */
/** @import { CorpusChoice } from './settings.js' */
/** @import { Store } from './store.js' */
/** @import { CorpusHost, OpenCorpus, RoomCorpus } from './types.js' */

/** The most bytes of texts whose mean is opened. */
const MOST_BYTES = 2 ** 30;

/** The settings that stay when the heads of another text are opened. */
const KEPT = /** @type {const} */ ([
  'layer',
  'head',
  'map',
  'scatter',
  'measure',
  'sort',
  'order',
  'view',
  'scale',
]);

/** @type {OpenCorpus} */
export async function openCorpus(source, host) {
  try {
    return roomCorpus('opened' in source ? openedTexts(source) : await openStore(source), host);
  } catch (error) {
    throw Object.assign(new Error(String(error)), { says: sentenceOf(error, source.name) });
  }
}

/**
 * The sentence about what cannot be opened.
 *
 * @param {unknown} error @param {string} store - its name
 * @returns {(t: Strings) => string}
 */
function sentenceOf(error, store) {
  const name = shownName(store);
  return ({ language }) => {
    const { problems } = WORDS[language];
    if (!(error instanceof StoreError)) return problems.failed({ store: name, reason: String(error) });
    const isBytes = (/** @type {string} */ key) => key === 'bytes' || key === 'most';
    const figures = Object.entries(error.figures).map(([key, value]) => [
      key,
      isBytes(key) ? bytesText(Number(value), language) : value,
    ]);
    const sentence = /** @type {(values: any) => string} */ (problems[error.reason]);
    return sentence({ ...Object.fromEntries(figures), store: name });
  };
}

/**
 * @param {Store} store
 * @param {CorpusHost} host
 * @returns {RoomCorpus}
 */
function roomCorpus(store, host) {
  const { layout } = store;
  const { layers, heads, measures: names } = layout;
  const each = layers.length * heads * names.length;
  let summary = summaryOf(store.measures, each);
  /**
   * The measures of all heads of each text that was shown; those of null are their means.
   *
   * @type {Map<number | null, MapsData>}
   */
  const known = new Map();
  /** The text whose heads are open, or the first of those whose mean is. @type {CorpusChoice} */
  let open = { name: '', text: null };
  /** The one that is being read, or was read last. */
  let wanted = open;
  let isArriving = false;
  /** Whether the reader has just chosen what is shown. */
  let isChosen = store.choices !== undefined;
  /** @type {Map<number, string>} */
  const texts = new Map();

  const headAt = (/** @type {number} */ place) => ({ layer: Math.floor(place / heads), head: place % heads });

  /** The measures of all heads: of a text, or their means. @param {number | null} text */
  function dataOf(text) {
    const there = known.get(text);
    if (there) return there;
    const values = text === null ? summary.mean : store.measures.subarray(text * each, (text + 1) * each);
    const data = headsOf(layout, values, text === null ? summary.spread : null);
    known.set(text, data);
    return data;
  }

  /** The text, once it is read. @param {number} number @returns {string | undefined} */
  function textOf(number) {
    const there = texts.get(number);
    if (there === undefined)
      void track(
        store.text(number).then((text) => {
          texts.set(number, text);
          host.changed();
        }),
      );
    return there;
  }

  /** The control that was used may be gone, and the focus with it. @param {HTMLElement | null} node */
  function arrive(node) {
    if (!node || !isChosen) return;
    isChosen = false;
    const { activeElement, body } = document;
    if (activeElement === null || activeElement === body) node.focus();
  }

  /** The numbers of the texts that are as long as one. @param {number} text */
  const asLong = (text) =>
    [...store.lengths.keys()].filter((other) => store.lengths[other] === store.lengths[text]);

  /**
   * Opens the heads of a text, or of all that are as long as it.
   *
   * @param {CorpusChoice & { text: number }} choice
   */
  async function show(choice) {
    const isWanted = () => wanted === choice;
    const texts = choice.average ? asLong(choice.text) : [choice.text];
    try {
      /** @type {File[]} */
      const files = [];
      for (const text of texts) {
        files.push(await store.heads(text));
        if (!isWanted()) return;
        const bytes = files[0].size * texts.length;
        if (bytes > MOST_BYTES)
          throw new StoreError('averageLarge', { n: texts.length, bytes, most: MOST_BYTES });
      }
      isArriving = true;
      await host.show(files, choice.average === true);
    } catch (error) {
      if (isWanted()) host.say(sentenceOf(error, store.name));
    }
    isArriving = false;
    if (!isWanted() || open === choice) return;
    // The heads could not be opened. What was shown stays.
    wanted = open;
    const { corpus } = host.now();
    if (corpus) host.look({ corpus: { ...open, name: corpus.name } });
  }

  /** More of the measures are known. */
  function measured() {
    summary = summaryOf(store.measures, each);
    known.clear();
    host.changed();
  }

  /** @param {Pick<MapsState, 'corpus'>} state */
  function textIn({ corpus: chosen }) {
    const text = chosen?.text ?? null;
    return text !== null && text < layout.texts ? text : null;
  }

  /** @type {RoomCorpus} */
  const corpus = {
    name: store.name,
    texts: layout.texts,
    bounds: { reading: { layers: layers.length, heads, queries: 1, keys: 1, v: [] }, other: null },
    strongest() {
      if (store.sequences) return headAt(store.sequences.first);
      const measure = firstPoints(dataOf(null).heads).up;
      const at = names.indexOf(measure);
      let best = 0;
      for (let place = 0; place < layers.length * heads; place += 1)
        if (summary.mean[place * names.length + at] > (summary.mean[best * names.length + at] || 0))
          best = place;
      return { ...headAt(best), measure };
    },
    isListed: (state) =>
      layout.keep === null || textIn(state) === null || (open.text === null && !store.choices),
    follow(state) {
      // The heads of open files are those that the corrections choose.
      if (store.follow) return store.follow(state.corrections, measured, () => host.isOpen(corpus));
      const text = textIn(state);
      // The sequences of another head may be listed next.
      if (store.sequences && text === null) open = wanted = { name: '', text };
      const average = state.corpus?.average ?? false;
      const isRead = text === wanted.text && average === (wanted.average ?? false);
      if (layout.keep === null || text === null || isRead) return;
      const choice = { name: store.name, text, ...(average && { average }) };
      wanted = choice;
      void track(show(choice));
    },
    arrived(state) {
      if (!isArriving) return state;
      isArriving = false;
      open = wanted;
      const now = host.now();
      const kept = Object.fromEntries(KEPT.map((name) => [name, now[name]]));
      return { ...state, ...kept, suggested: null, corpus: now.corpus, ...(store.sequences && headAt(0)) };
    },
    views(model) {
      const { state, t } = model;
      const words = WORDS[t.language];
      const isListed = corpus.isListed(state);
      const text = isListed || store.choices ? textIn(state) : open.text;
      const props = { model, words, store, summary, text, textOf };
      const { sequences } = store;
      // The file of a sequence has one head.
      const head =
        sequences && textIn(state) !== null && headAt(sequences.placeOf(Number(textIn(state))).place);
      const listProps = {
        ...{ ...props, dataOf, look: host.look, data: dataOf(null), arrive },
        ...(sequences && { model: { ...model, state: { ...state, ...head } } }),
        sentence: (/** @type {unknown} */ error) => sentenceOf(error, store.name)(t),
      };
      const isAverage = (store.choices ? state.corrections.average : open.average) === true;
      const choose = (/** @type {number | null} */ number, average = false) => {
        isChosen = true;
        host.look({
          corpus: {
            ...{ name: /** @type {any} */ (state.corpus).name, text: number },
            ...(average && !store.choices && { average }),
          },
          ...(number === null && head),
          ...(number !== null &&
            store.choices && {
              corrections: { ...state.corrections, ...choiceOf(store.choices[number], average) },
              suggested: null,
              cursor: null,
              sight: null,
            }),
        });
      };
      const name = nameOfFiles(store.name, store.files ?? 1, t.maps.overview);
      return {
        name,
        source: store.choices
          ? words.sourceOpen({ name, n: layout.texts })
          : (sequences ? words.sourceExport : words.source)({
              ...{ name, model: shownName(layout.model) },
            }),
        facts: isListed && factsOf(store, words, t),
        bar: isListed ? null : html`<${Bar} ...${{ ...props, isAverage, choose, arrive }} />`,
        body: isListed ? html`<${sequences ? SequencesView : Texts} ...${{ ...listProps, choose }} />` : null,
        over: sequences ? { note: words.ofStored, of: () => null } : overTexts(props),
      };
    },
  };
  return corpus;
}

/**
 * What a store has, and what is missing.
 *
 * @param {Store} store @param {Strings['corpus']} words @param {Strings} t
 */
function factsOf({ layout, done, missing, choices, sequences }, words, { maps: { reading } }) {
  const model = reading.every({
    layers: reading.layers({ n: layout.layers.length }),
    heads: reading.heads({ n: layout.heads }),
  });
  const [n, name] = [layout.texts, shownName(layout.model)];
  const fact = choices
    ? words.factsOpen({ model, n })
    : (sequences ? words.factsExport : words.facts)({ name, model, n: done });
  const without = sequences?.without ?? 0;
  const lacks = [
    choices && done + missing < n && words.measuring({ done, n }),
    !choices && !sequences && done < n && words.unfinished({ done, n }),
    !sequences && missing > 0 && (choices ? words.unread : words.missing)({ n: missing }),
    without > 0 && words.withoutMetrics({ n: without }),
  ].filter(Boolean);
  return html`<span class="corpus-facts">
    ${fact} ${lacks.map((each) => html` <b class="unfinished">${each}</b>`)}
  </span>`;
}
