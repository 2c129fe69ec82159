/** The texts of open files, as a store of texts. Their measures are computed one text after another. */
import { texts as textsOf } from '../../../engine/maps.js';
import { track } from '../../../ui/idle.js';
import { MEASURES } from '../state.js';
/** @import { Corrections, HeadFound, MapsService, Opened, Reading } from '../types.js' */
/** @import { Text } from '../../../engine/maps.js' */
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
 * @property {Text[]} texts
 * @property {Corrections} corrections - of all texts
 * @property {MapsService} service
 */

/** @param {OpenedTexts} texts @returns {Store} */
export function openedTexts({ name, opened, texts, corrections, service }) {
  let base = corrections;
  /** The readings with the corrections, by text. */
  let readings = texts.map(({ reading }) => /** @type {Reading | undefined} */ (reading));
  const [{ reading: first }] = texts;
  const { layers, heads } = first;
  const each = layers * heads * MEASURES.length;
  const measures = new Float32Array(texts.length * each).fill(NaN);
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
      ...{
        model: '',
        texts: texts.length,
        block: 1,
        tokens: Math.max(...texts.map(({ reading }) => reading.keys)),
      },
      layers: first.layerNumbers ?? Array.from({ length: layers }, (_, layer) => layer),
      ...{ heads, keyHeads: first.kvHeads, headSize: 0, sinks: 0, keep: 'open', metadata: {} },
      measures: [...MEASURES],
    },
    lengths: Int32Array.from(texts, ({ reading }) => reading.keys),
    measures,
    done: 0,
    missing: 0,
    choices: texts,
    files: opened.files.length,
    async text(number) {
      const { reading, hasTokens, name: own } = texts[number];
      const start = hasTokens ? reading.tokens.slice(0, FIRST_TOKENS) : [];
      if (start.length === 0) return own;
      const { tokens, words } = await service.tokens(start, corrections.tokens);
      const text = tokens.some(({ text: one }) => /^\s/.test(one)) ? tokens.map((one) => one.text) : null;
      return text ? text.join('').trim() : words.join(' ');
    },
    heads: () => Promise.reject(new Error('The heads of the texts are open.')),
    follow(now, changed, isCurrent) {
      if (run > 0 && keyOf(now) === keyOf(base)) return;
      base = now;
      const read = new Map(textsOf(opened.files, now).map((text) => [placeOf(text), text.reading]));
      readings = texts.map((text) => read.get(placeOf(text)));
      run += 1;
      measures.fill(NaN);
      store.done = store.missing = 0;
      const id = run;
      void track(measure(() => id === run && isCurrent(), changed));
    },
  };
  return store;

  /** @param {() => boolean} isCurrent @param {() => void} changed */
  async function measure(isCurrent, changed) {
    for (const [text, reading] of readings.entries()) {
      if (!isCurrent()) return;
      if (!reading) store.missing += 1;
      while (reading && isCurrent()) {
        try {
          await service.read(SLOT, reading);
          const { ids } = await service.tokens(reading.tokens, null);
          const tokens = ids.length === reading.keys ? ids : null;
          let isWhole = true;
          await service.heads(SLOT, { side: SIDE, tokens, sink: 1, reach: 1 }, (found) => {
            const good = found.filter(({ problem }) => problem === undefined);
            isWhole &&= good.length === found.length;
            if (isCurrent()) keep(good, text);
          });
          if (!isWhole) store.missing += 1;
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

/** What tells a text from others. @param {Text} text */
const placeOf = ({ candidate, batch }) => `${candidate} ${batch}`;

/** What the measures of all texts depend on. @param {Corrections} corrections */
const keyOf = (corrections) =>
  JSON.stringify({ ...corrections, batch: null, candidate: null, tokens: null, average: null });
