import { track } from '../../../ui/idle.js';
import { html } from '../../../ui/html.js';
import { shownName } from '../reading/shown-name.js';
import { bytesText } from '../overview/figures.js';
import { StoreError } from './layout.js';
import { headsOf } from './measured-heads.js';
import { openedTexts } from './opened-texts.js';
import { openStore } from './store.js';
import { summaryOf } from './summary.js';
import { Bar } from './bar-view.js';
import { Texts } from './texts-view.js';
import { overTexts } from './over-view.js';
import { WORDS } from './words.js';
/** @import { Strings } from '../../../words/languages.js' */
/** @import { MapsData, MapsState } from '../types.js' */
/** @import { Store } from './store.js' */
/** @import { CorpusHost, OpenCorpus, RoomCorpus } from './types.js' */

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
    const figures = Object.entries(error.figures).map(([key, value]) => [
      key,
      error.reason === 'large' ? bytesText(Number(value), language) : value,
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
  /** The text whose heads are open. @type {number | null} */
  let openText = null;
  /** The text whose heads are being read, or were read last. @type {number | null} */
  let wanted = null;
  let isArriving = false;
  /** @type {Map<number, string>} */
  const texts = new Map();

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

  /** Opens the heads of a text. @param {number} text */
  async function show(text) {
    try {
      const file = await store.heads(text);
      if (wanted !== text) return;
      isArriving = true;
      await host.show(file);
    } catch (error) {
      if (wanted === text) host.say(sentenceOf(error, store.name));
    }
    isArriving = false;
    if (wanted !== text || openText === text) return;
    // The heads could not be opened. What was shown stays.
    wanted = openText;
    const { corpus } = host.now();
    if (corpus) host.look({ corpus: { ...corpus, text: openText } });
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
    strongestHead(measure) {
      const at = names.indexOf(measure);
      let best = 0;
      for (let place = 0; place < layers.length * heads; place += 1)
        if (summary.mean[place * names.length + at] > (summary.mean[best * names.length + at] || 0))
          best = place;
      return { layer: Math.floor(best / heads), head: best % heads };
    },
    isListed: (state) =>
      layout.keep === null || textIn(state) === null || (openText === null && !store.choices),
    follow(state) {
      // The heads of open files are those that the corrections choose.
      if (store.follow) return store.follow(state.corrections, measured, () => host.isOpen(corpus));
      const text = textIn(state);
      if (layout.keep === null || text === null || text === wanted) return;
      wanted = text;
      void track(show(text));
    },
    arrived(state) {
      if (!isArriving) return state;
      isArriving = false;
      openText = wanted;
      const now = host.now();
      const kept = Object.fromEntries(KEPT.map((name) => [name, now[name]]));
      return { ...state, ...kept, suggested: null, corpus: now.corpus };
    },
    views(model) {
      const { state, t } = model;
      const words = WORDS[t.language];
      const isListed = corpus.isListed(state);
      const text = isListed || store.choices ? textIn(state) : openText;
      const props = { model, words, store, summary, text, textOf };
      const choose = (/** @type {number | null} */ number) =>
        host.look({
          corpus: { name: /** @type {any} */ (state.corpus).name, text: number },
          ...(number !== null &&
            store.choices && {
              corrections: { ...state.corrections, ...store.choices[number] },
              suggested: null,
              cursor: null,
              sight: null,
            }),
        });
      return {
        name: shownName(store.name),
        source: store.choices
          ? words.sourceOpen({ name: shownName(store.name), n: layout.texts })
          : words.source({ name: shownName(store.name), model: shownName(layout.model) }),
        facts: isListed && factsOf(store, words, t),
        bar: isListed ? null : html`<${Bar} ...${{ ...props, choose }} />`,
        body: isListed ? html`<${Texts} ...${{ ...props, choose, dataOf, look: host.look }} />` : null,
        over: overTexts(props),
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
function factsOf({ layout, done, missing, choices }, words, { maps: { reading } }) {
  const model = reading.every({
    layers: reading.layers({ n: layout.layers.length }),
    heads: reading.heads({ n: layout.heads }),
  });
  if (choices)
    return html`<span class="corpus-facts">
      ${words.factsOpen({ model, n: layout.texts })}
      ${
        done + missing < layout.texts &&
        html` <b class="unfinished">${words.measuring({ done, n: layout.texts })}</b>`
      }
      ${missing > 0 && html` <b class="unfinished">${words.unread({ n: missing })}</b>`}
    </span>`;
  const lacks = [
    ...(done < layout.texts ? [words.unfinished({ done, n: layout.texts })] : []),
    ...(missing > 0 ? [words.missing({ n: missing })] : []),
  ];
  return html`<span class="corpus-facts">
    ${words.facts({ name: shownName(layout.model), model, n: done })}
    ${lacks.map((each) => html` <b class="unfinished">${each}</b>`)}
  </span>`;
}
