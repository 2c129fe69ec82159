/** The texts of open files, as a store of texts. Their measures are computed one text after another. */
import { track } from '../../../ui/idle.js';
import { readingOf } from '../reading/texts.js';
import { MEASURES } from '../state.js';
/** @import { Corrections, HeadFound, MapsService, Opened, Reading } from '../types.js' */
/** @import { TextChoice } from '../reading/texts.js' */
/** @import { Store } from './store.js' */

/** The place of the readings in the service, beside that of the open text and that of a comparison. */
const SLOT = 2;
/** The resolution of thumbnails, which are not shown. */
const SIDE = 1;
/** How long to wait if a request of the room has cancelled a measurement, in milliseconds. */
const PAUSE = 100;
/** How many tokens of a text are listed. */
const FIRST_TOKENS = 60;

/**
 * The texts of open files.
 *
 * @typedef {object} OpenedTexts
 * @property {string} name
 * @property {Opened} opened
 * @property {TextChoice[]} choices
 * @property {Corrections} corrections - of all texts
 * @property {MapsService} service
 */

/** @param {OpenedTexts} texts @returns {Store} */
export function openedTexts({ name, opened, choices, corrections, service }) {
  /** @param {Corrections} all */
  const readingsOf = (all) => choices.map((choice) => readingOf(opened.files, { ...all, ...choice }));
  let base = keyOf(corrections);
  let readings = readingsOf(corrections);
  const first = /** @type {Reading} */ (readings.find((reading) => reading !== null));
  const { layers, heads } = first;
  const each = layers * heads * MEASURES.length;
  const measures = new Float32Array(choices.length * each).fill(NaN);
  /** The last measurement; an earlier one ends. */
  let run = 0;

  /** @param {HeadFound[]} found @param {number} text */
  function keep(found, text) {
    for (const { layer, head, measures: own } of found) {
      const at = text * each + (layer * heads + head) * MEASURES.length;
      MEASURES.forEach((measure, place) => (measures[at + place] = own[measure] ?? NaN));
    }
  }

  /** @type {Store} */
  const store = {
    name,
    layout: {
      ...{ model: '', texts: choices.length, block: 1, tokens: Math.max(...readings.map(lengthOf)) },
      layers: first.layerNumbers ?? Array.from({ length: layers }, (_, layer) => layer),
      ...{ heads, keyHeads: first.kvHeads, headSize: 0, sinks: 0, keep: 'open', metadata: {} },
      measures: [...MEASURES],
    },
    lengths: Int32Array.from(readings, lengthOf),
    measures,
    done: 0,
    missing: readings.filter((reading) => reading === null).length,
    choices,
    async text(number) {
      const tokens = readings[number]?.tokens.slice(0, FIRST_TOKENS) ?? [];
      // One list of tokens for a whole batch is of one of its texts.
      const isOwn = choices[number].batch === undefined || opened.files.some(hasTexts);
      if (!isOwn || tokens.length === 0) return `${name}[${number}]`;
      const { tokens: read, words } = await service.tokens(tokens, corrections.tokens);
      const text = read.some(({ text: one }) => /^\s/.test(one)) ? read.map((one) => one.text) : null;
      return text ? text.join('').trim() : words.join(' ');
    },
    heads: () => Promise.reject(new Error('The heads of the texts are open.')),
    follow(now, changed, isCurrent) {
      const key = keyOf(now);
      if (run > 0 && key === base) return;
      if (key !== base) readings = readingsOf(now);
      base = key;
      run += 1;
      measures.fill(NaN);
      store.done = 0;
      const id = run;
      void track(measure(() => id === run && isCurrent(), changed));
    },
  };
  return store;

  /** @param {() => boolean} isCurrent @param {() => void} changed */
  async function measure(isCurrent, changed) {
    for (const [text, reading] of readings.entries()) {
      while (reading && isCurrent()) {
        try {
          await service.read(SLOT, reading);
          const { ids } = await service.tokens(reading.tokens, null);
          const tokens = ids.length === reading.keys ? ids : null;
          await service.heads(SLOT, { side: SIDE, tokens, sink: 1, reach: 1 }, (found) => {
            if (isCurrent()) keep(found, text);
          });
          break;
        } catch (error) {
          // A request of the room has cancelled it, or the text is damaged.
          if (/** @type {Error} */ (error).name !== 'AbortError') {
            store.missing += 1;
            break;
          }
          await new Promise((resume) => setTimeout(resume, PAUSE));
        }
      }
      if (!isCurrent()) return;
      if (reading) store.done += 1;
      changed();
    }
  }
}

/** The key of metadata with tokens, and the beginning of those of several texts. */
const [TOKENS, LISTS] = [/(?:^|_)tokens$/, /^\s*\[\s*\[/];

/** Whether a file has the tokens of each text. @param {Opened['files'][number]} file */
const hasTexts = ({ texts = [], metadata }) =>
  texts.length > 0 || metadata.some(([key, text]) => TOKENS.test(key) && LISTS.test(text));

/** @param {Reading | null} reading */
const lengthOf = (reading) => reading?.keys ?? -1;

/** What the measures of all texts depend on. @param {Corrections} corrections */
const keyOf = (corrections) => JSON.stringify({ ...corrections, batch: null, candidate: null, tokens: null });
