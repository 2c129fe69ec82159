import { html } from '../../../../ui/html.js';
import { ADVANCE } from '../../stage/layout.js';
import { colorsOf } from '../../colors.js';
import { decimal } from '../story-step.js';
/** @import { FigureContext } from '../story-step.js' */

/** Smaller gains have no arrow. */
const LEAST = 0.005;
/** The smallest type in a bar, in CSS pixels. */
const LEAST_TYPE = 11;
/** The smallest type of words side by side, and the largest of words that are turned. In CSS pixels. */
const LEAST_WORD = 11.5;
const TURNED_WORD = 15;
/** The height of words side by side, and the space around them, in CSS pixels. */
const WORD = 38;
const AROUND = 6;
/** The number of characters of a weight, such as 0.86. */
const NUMBER = 4;

/**
 * @typedef {object} FlowProps
 * @property {FigureContext} context
 * @property {string[]} words
 * @property {number} query
 * @property {Float64Array} before - the weights of the query without the mask
 * @property {Float64Array} after - the weights with the mask
 * @property {boolean} isMasked - whether the mask is drawn
 */

/** In less space, the names of rows are above them, so that the words can be larger. In CSS pixels. */
const NARROW = 700;

/**
 * The weight that a mask removes from later words, and where it goes: grey bars are kept, orange ones gained,
 * pale ones removed.
 *
 * @param {FlowProps} props
 */
export function Flow(props) {
  const { context, words, query, before, after, isMasked } = props;
  const { width, height, t } = context;
  const isNarrow = width < NARROW;
  const wide = isNarrow ? width : Math.min(width - 60, words.length * 112 + 120);
  const label = isNarrow ? 0 : 144;
  const column = (wide - label) / words.length;
  const widest = Math.max(...words.map((word) => context.measure(word, 100))) / 100;
  const level = Math.min(24, (column - (isNarrow ? 5 : 8)) / widest);
  // Where a long word would make all words too small, they are turned.
  const isTurned = level < LEAST_WORD;
  const size = isTurned ? (isNarrow ? LEAST_WORD : TURNED_WORD) : level;
  const wordHeight = isTurned ? Math.ceil(widest * size) + 8 : WORD;
  const top = wordHeight + AROUND;
  const rows = isNarrow ? 2 * 50 : 2 * 44;
  const arcs = 26;
  const below = 8;
  const bars = Math.max(
    isNarrow ? (isTurned ? 38 : 64) : 90,
    Math.min(250, height - top - arcs - rows - below),
  );
  const base = top + arcs + bars;
  const bar = { column, label, base, bars, isNarrow, top };
  const curtain = label + (query + 1) * column;
  return html`<div
    class=${`flow${isMasked ? ' masked' : ''}${isNarrow ? ' slim' : ''}`}
    style=${{ width: px(wide), height: px(base + rows + below) }}
  >
    <div class="curtain" style=${{ left: px(curtain), width: px(wide - curtain) }}></div>
    ${words.map((word, place) => {
      const kind = `word${place === query ? ' me' : place > query && isMasked ? ' covered' : ''}${isTurned ? ' turned' : ''}`;
      return html`<span
        class=${kind}
        style=${{ left: px(label + place * column + 3), width: px(column - 6), top: '4px', height: px(wordHeight), fontSize: px(size) }}
        ><span>${place > query && isMasked ? '?' : word}</span></span
      >`;
    })}
    ${words.map((_, place) => html`<${Column} ...${{ ...props, place, ...bar }} />`)}
    <div class="floor" style=${{ left: px(label), top: px(base), width: px(wide - label) }}></div>
    ${isMasked && arrows(props, bar, wide)}
    <${Row}
      ...${{ ...props, name: t.withoutMask, weights: before, ...bar, top: base + 8, isOn: !isMasked }}
    />
    ${isMasked && html`<${Row} ...${{ ...props, name: t.withMask, weights: after, ...bar, top: base + 8 + rows / 2, isOn: true }} />`}
  </div>`;
}

/** @typedef {{ column: number, label: number, base: number, bars: number, isNarrow: boolean, top: number }} Measures */

/** The bar of one word. @param {FlowProps & Measures & { place: number }} props */
function Column({ context, before, after, isMasked, place, column, label, base, bars }) {
  const inset = Math.min(26, column * 0.16);
  const [left, width] = [label + place * column + inset, column - 2 * inset];
  const kept = isMasked ? Math.min(before[place], after[place]) : before[place];
  const gained = isMasked ? Math.max(0, after[place] - before[place]) : 0;
  const removed = isMasked ? Math.max(0, before[place] - after[place]) : 0;
  const parts = /** @type {const} */ ([
    ['kept', 0, kept, ''],
    ['gained', kept, gained, '+'],
    ['removed', kept, removed, '−'],
  ]);
  return parts.map(([kind, from, share, sign]) => {
    if (share < LEAST / 2) return null;
    const high = share * bars;
    const text = `${sign}${decimal(context.language, share, 2)}`;
    const fontSize = Math.min(14, (width - 4) / (text.length * ADVANCE));
    const top = base - from * bars - high;
    return html`<span
      class=${`block ${kind}`}
      style=${{ left: px(left), width: px(width), top: px(top), height: px(high), fontSize: px(fontSize) }}
      >${sign && high > 20 && fontSize >= LEAST_TYPE ? text : ''}</span
    >`;
  });
}

/**
 * Arrows from the largest removed weight to the words that gain from it.
 *
 * @param {FlowProps} props @param {Measures} measures @param {number} wide
 */
function arrows({ before, after, query }, { column, label, base, bars, top }, wide) {
  const middle = (/** @type {number} */ place) => label + (place + 0.5) * column;
  const source = [...before].reduce(
    (best, weight, place) => (place > query && weight > before[best] ? place : best),
    query + 1,
  );
  const from = { x: middle(source), y: base - before[source] * bars - 5 };
  const path = (/** @type {number} */ place) => {
    const gained = after[place] - before[place];
    if (place > query || gained < LEAST) return null;
    const to = { x: middle(place), y: base - after[place] * bars - 7 };
    const peak = Math.max(top - 14, Math.min(from.y, to.y) - 26);
    return html`<path
        d=${`M${from.x} ${from.y}C${from.x} ${peak} ${to.x} ${peak} ${to.x} ${to.y}`}
        pathLength="1"
        stroke-width=${Math.max(1.2, gained * 14)}
        opacity=".4"
      /><path class="tip" d=${`M${to.x - 6} ${to.y - 6}l6 7 6-7`} />`;
  };
  return html`<svg class="arcs" width=${wide} height=${base} aria-hidden="true" key=${`${query} ${source}`}>
    ${[...before].map((_, place) => path(place))}
  </svg>`;
}

/**
 * A row of weights as numbers in cells.
 *
 * @param {FlowProps & Measures & { name: string, weights: Float64Array, top: number, isOn: boolean }} props
 */
function Row({ context, query, name, weights, top, column, label, isNarrow, isOn }) {
  const { fill, ink } = colorsOf(context, weights, { kind: 'sequential', high: 1 });
  const shift = isNarrow ? 16 : 0;
  const cell = (/** @type {string} */ color, /** @type {number} */ place) => {
    const isEmpty = weights[place] === 0 && place > query;
    const style = {
      left: px(label + place * column + 2),
      top: px(top + shift),
      width: px(column - 4),
      height: isNarrow ? '30px' : '38px',
      fontSize: px(Math.min(17, (column - 6) / (NUMBER * ADVANCE))),
    };
    return html`<span
      class=${isEmpty ? 'weight-cell hatch' : 'weight-cell'}
      style=${isEmpty ? style : { ...style, background: color, color: ink[place] }}
      >${isEmpty ? '' : decimal(context.language, weights[place], 2)}</span
    >`;
  };
  const place = isNarrow ? { left: '2px', top: px(top) } : { left: '0', top: px(top), width: px(label - 12) };
  return html`<span class=${isOn ? 'row-name on' : 'row-name'} style=${place}>${name}</span
    >${fill.map(cell)}`;
}

/** @param {number} value */
function px(value) {
  return `${Math.round(value * 10) / 10}px`;
}
