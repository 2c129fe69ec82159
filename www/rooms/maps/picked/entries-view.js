import { decimal } from '../../../format/display.js';
import { html } from '../../../ui/html.js';
import { useAnswer, useLatest } from '../use-answer.js';
import { compressRateOf } from '../reading/layers.js';
import { Cells, stepOf } from './cells-view.js';
import { EntryCard } from './entry-card.js';
import { keptShapes } from './kept-scene.js';
import { Lanes } from './lanes-view.js';
import { highest } from './parts.js';
import { frameOf } from './picture.js';
import { useText, wordOf } from './use-text.js';
/** @import { Scene } from '../head/scene.js' */
/** @import { HeadText } from '../text/units.js' */
/** @import { MapsModel, MapsService, MapsState } from '../types.js' */
/** @import { EntriesFound } from './compressed.js' */
/** @import { Cells as Grid } from './kept-scene.js' */

/** The largest side of the pictures in device pixels. */
const SIDE = 1024;

/**
 * What is said about an entry.
 *
 * @typedef {object} Entry
 * @property {number} entry
 * @property {number} first - its first token, after any sink
 * @property {number} last
 * @property {string} text
 * @property {number} weight
 */

/**
 * What all parts of the view show.
 *
 * @typedef {object} Shown
 * @property {Scene} scene
 * @property {MapsModel['t']['maps']['entries']} words
 * @property {EntriesFound} found
 * @property {number} query
 * @property {string} name - of the query
 * @property {number} tokens
 * @property {number} sinks
 * @property {number} m
 * @property {Entry | null} chosen
 * @property {(entry: number) => void} choose
 */

/**
 * The entries that a query looks at, keys that stand for several tokens each, beside the tokens that it sees
 * by themselves. Each column is as wide as its tokens.
 *
 * @param {object} props
 * @param {Scene} props.scene
 * @param {MapsModel['t']['maps']['entries']} props.words
 * @param {() => MapsService | null} props.service
 * @param {(patch: Partial<MapsState>) => void} props.look
 */
export function Entries({ scene, words, service, look }) {
  const { state, data, labels, language } = scene;
  const { reading } = data;
  const { layer, head, cursor } = state;
  const query = Math.min(cursor?.query ?? reading.queries - 1, reading.queries - 1);
  const sinks = Number(Boolean(reading.sinks));
  const text = useText(scene);
  const answer = useAnswer(service(), { reading, layer, head, query }, (from) =>
    from.entries(0, { layer, head, query, side: SIDE }),
  );
  const found = answer?.request.reading === reading ? answer.found : null;
  const shownQuery = answer?.request.query ?? query;
  const name = wordOf(labels.query[shownQuery]);
  const m = found?.m ?? compressRateOf(reading, layer);
  const tokens = reading.keys - sinks;
  /** The text of some tokens. @param {number} first @param {number} end */
  const textOf = (first, end) => textBetween(text, labels, sinks + first, sinks + end);
  /** @param {number} entry @returns {Entry} */
  const entryOf = (entry) => {
    const [first, end] = [entry * m, (entry + 1) * m];
    const weight = found?.row[sinks + tokens + entry] ?? 0;
    return { entry, first, last: end - 1, text: textOf(first, end), weight };
  };
  const entries = found ? Array.from(found.entries, entryOf).sort((a, b) => b.weight - a.weight) : [];
  const atCursor = cursor && Math.floor((cursor.key - sinks) / m);
  const chosen = entries.find(({ entry }) => entry === atCursor) ?? entries[0] ?? null;
  const at = useLatest({ query, entry: chosen?.entry ?? 0 });
  const alone = found ? lengthOf(found.seen) : 0;
  const go = (/** @type {number} */ to, key = cursor?.key ?? 0) => {
    at.current.query = Math.max(0, Math.min(reading.queries - 1, to));
    look({ cursor: { query: at.current.query, key } });
  };
  const choose = (/** @type {number} */ entry) => {
    at.current.entry = entry;
    go(at.current.query, sinks + entry * m);
  };
  /** @param {KeyboardEvent} event */
  function press(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.isComposing) return;
    const [down, right] = stepOf(event.key);
    if (down === 0 && (right === 0 || !chosen)) return;
    if (down !== 0) go(at.current.query + down);
    else {
      const inOrder = entries.map(({ entry }) => entry).sort((a, b) => a - b);
      const next = inOrder.indexOf(at.current.entry) + right;
      choose(inOrder[Math.max(0, Math.min(inOrder.length - 1, next))]);
    }
    event.preventDefault();
  }
  const spoken = chosen
    ? words.spoken({
        query: name,
        at: String(shownQuery),
        entry: String(chosen.entry),
        first: String(chosen.first),
        last: String(chosen.last),
        text: chosen.text,
        weight: decimal(language, chosen.weight, 3),
      })
    : words.none;
  const counts = { tokens: alone, entries: entries.length, m };
  const of = { scene, words, found, query: shownQuery, name, tokens, sinks, m, chosen, choose };
  return html`<div class="picked-view entries-view" onKeyDown=${press}>
    <p class="sentence" role="status">
      ${found ? words.sentence({ query: name, ...counts }) : '…'}
      ${found && (entries[0] ? html` ${words.most({ text: entries[0].text, weight: decimal(language, entries[0].weight, 2) })}` : html` ${words.none}`)}
    </p>
    ${answer?.problem && html`<p class="head-problem" role="alert">${answer.problem}</p>`}
    ${found && html`<${Lanes} ...${{ ...of, spoken }} />`}
    <div class="entries-columns">
      <${Picture} ...${{ ...of, at: 1, go }} />
      <${Picture} ...${{ ...of, at: 0, chosen: null, go }} />
      ${found && html`<${EntryCard} ...${{ ...of, entries, units: text?.keys ?? null }} />`}
    </div>
    <p class="hidden" id="entries-keys">${words.keysHelp}</p>
    <p class="hidden" aria-live="polite">${spoken}</p>
  </div>`;
}

/**
 * One of the two pictures: entries (1) or single tokens (0).
 *
 * @param {Omit<Shown, 'found'> & { found: EntriesFound | null, at: 0 | 1, go: (query: number, key?: number) => void }} props -
 *   the column of the chosen entry has a frame
 */
function Picture({ scene, words, found, query, tokens, m, at, chosen, go }) {
  const { queries, keys } = scene.data.reading;
  const { ink, accent } = scene.inks;
  const kept = { query, bounds: at === 1 ? { rows: 0, cols: m } : null, m };
  const wide = at === 1 ? m : 1;
  return html`<figure class="entries-figure">
    <figcaption>
      <b>${at === 1 ? words.entries : words.single}</b>
      <span>${words.wide({ n: Math.floor(tokens / wide), m: wide })}</span>
    </figcaption>
    <${Cells}
      ...${{ scene, found, size: [queries, tokens] }}
      weightsOf=${(/** @type {EntriesFound} */ { side, pictures }) => ({
        weights: pictures.subarray(at * side * side, (at + 1) * side * side),
        sides: [side, side],
        high: highest(pictures),
      })}
      choose=${(/** @type {number} */ row, /** @type {number} */ col) => go(row, keys - tokens + col)}
      shapesOf=${(/** @type {Grid} */ cells) => [
        ...keptShapes(kept, cells, { ink, accent, thickness: 1 }),
        ...(chosen ? [frameOf(cells, { col: chosen.first, cols: m }, scene.inks)] : []),
      ]}
    />
  </figure>`;
}

/** The number of tokens in ranges. @param {Uint32Array} bounds */
function lengthOf(bounds) {
  let count = 0;
  for (let at = 0; at < bounds.length; at += 2) count += bounds[at + 1] - bounds[at];
  return count;
}

/**
 * The text of some columns as it was before it was tokenized.
 *
 * @param {HeadText | null} text @param {Scene['labels']} labels
 * @param {number} first @param {number} end
 */
export function textBetween(text, labels, first, end) {
  if (!text)
    return labels.key
      .slice(first, end)
      .map((label) => label.text)
      .join(' ');
  const units = text.keys.filter((unit) => unit.first < end && unit.first + unit.count > first);
  return units.map((unit, at) => (at > 0 && !unit.isJoined ? ' ' : '') + unit.text).join('');
}
