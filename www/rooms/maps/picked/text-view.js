import { decimal } from '../../../format/display.js';
import { html, useLayoutEffect, useRef } from '../../../ui/html.js';
import { EntryList, MOST } from './entry-card.js';
import { textBetween } from './entries-view.js';
import { useText } from './use-text.js';
/** @import { Unit } from '../text/units.js' */
/** @import { PickedHead } from './figures.js' */
/** @import { Shown, Told } from './picked-view.js' */

/** A longer text is shown near the query and around the largest weights. */
const WHOLE = 1024;
/** The number of tokens before the query, of the largest weights, and of tokens around each. */
const [NEAR, PLACES, AROUND] = [160, 12, 8];
/** The weight from which a missed key is marked. */
const MISSED = 0.01;

/**
 * The picks of a query on the text: picked tokens by their weight, larger ones that it missed, and those that
 * it cannot see. Lines divide blocks.
 *
 * @param {Shown} props
 */
export function PickedText({ scene, found, query, told, name, block, words }) {
  const { labels, entries } = scene;
  const box = useRef(/** @type {any} */ (null));
  const text = useText(scene);
  const picked = new Set(found.keys);
  const top = told.largest[0]?.weight || 1;
  /** @param {Unit} unit */
  const token = ({ first, text: own, isJoined }) => {
    const weight = found.row[first];
    const isIn = picked.has(first);
    const kind = isIn ? 'in' : Number.isNaN(weight) ? 'hidden-key' : weight > MISSED ? 'missed' : 'out';
    const tint = isIn ? Math.sqrt(weight / top) : 0;
    const isEdge = block > 1 && first % block === 0 && first > 0;
    return html`${isJoined ? '' : ' '}${isEdge && html`<i class="edge" title=${entries.ofBlock({ entry: String(first / block), first: String(first), last: String(Math.min(labels.key.length, first + block) - 1) })}></i>`}<span
        class=${`${kind}${first === query ? ' own' : ''}${tint > 0.6 ? ' strong' : ''}`}
        style=${isIn ? { '--tint': `${14 + 86 * tint}%` } : null}
        >${own}</span
      >`;
  };
  useLayoutEffect(() => {
    // Scrolls within the box only.
    const own = box.current?.querySelector('.own');
    if (own) box.current.scrollTop = own.offsetTop - box.current.clientHeight / 2;
  }, [query, text]);
  if (!text) return null;
  return html`<p class="picked-text" ref=${box} tabindex="0" aria-label=${words.text({ query: name })}>
      ${passagesOf(text.keys, query, told).map((units, at) => html`${at > 0 && html`<span class="gap"> … </span>`}${units.map(token)}`)}
    </p>
    <p class="states">
      <span><u class="missed">${words.states.missed}</u></span>
    </p>`;
}

/**
 * The blocks that a query picked, with their tokens. A click goes to the first one of a block.
 *
 * @param {Shown} props
 */
export function Blocks({ scene, found, query, block, words, go }) {
  const { labels, language, entries } = scene;
  const text = useText(scene);
  const blocks = blocksOf(found, block);
  return html`<${EntryList}
    caption=${words.blocksOf({ n: blocks.length })}
    entries=${blocks.slice(0, MOST).map((each) => ({ ...each, text: text ? textBetween(text, labels, each.first, each.last + 1) : '' }))}
    choose=${(/** @type {number} */ at) => go(query, at * block)}
    words=${{ ...entries, entry: words.block }}
    write=${(/** @type {number} */ weight, /** @type {number} */ decimals) => decimal(language, weight, decimals)}
  />`;
}

/**
 * The picked blocks, those with the most weight first.
 *
 * @param {PickedHead} found @param {number} block
 */
function blocksOf({ keys, row }, block) {
  /** @type {Map<number, number>} */
  const weights = new Map();
  for (const key of keys) {
    const at = Math.floor(key / block);
    weights.set(at, (weights.get(at) ?? 0) + row[key]);
  }
  return Array.from(weights, ([entry, weight]) => {
    const first = entry * block;
    return { entry, first, last: Math.min(row.length, first + block) - 1, text: '', weight };
  }).sort((a, b) => b.weight - a.weight || a.entry - b.entry);
}

/**
 * The passages of a text that are shown.
 *
 * @param {Unit[]} units @param {number} query @param {Told} told
 */
function passagesOf(units, query, { largest }) {
  if (units.length <= WHOLE) return [units];
  const ranges = largest.slice(0, PLACES).map(({ key }) => [key - AROUND, key + AROUND]);
  ranges.push([query - NEAR, query + AROUND]);
  /** @type {Unit[][]} */
  const passages = [];
  let before = -2;
  units.forEach((unit, at) => {
    if (!ranges.some(([from, to]) => unit.first >= from && unit.first <= to)) return;
    if (at === before + 1) passages[passages.length - 1].push(unit);
    else passages.push([unit]);
    before = at;
  });
  return passages;
}
