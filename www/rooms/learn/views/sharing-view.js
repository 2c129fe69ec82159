import { readersOf } from '../../../figure/heads.js';
import { openedHead } from './bands.js';
import { html } from '../../../ui/html.js';
import { NUMBER_BYTES } from '../compute/compute.js';
import { Segments } from '../../../ui/controls.js';
/** @import { Heads, Model, State } from '../../../types.js' */
/** @import { Choices } from '../../../ui/controls.js' */

/** The heights of a box and of the arrow from a query head to its key-value head, in CSS pixels. */
const BOX = 22;
const ARROW = 18;
const HEIGHT = 2 * BOX + ARROW + 2;

/**
 * A drawing of which query heads read which keys and values, with each query head above its heatmap. A single
 * head has none.
 *
 * @param {{ model: Model, width: number, gap: number }} props - the width of a heatmap and the gap between two
 */
export function Sharing({ model, width, gap }) {
  const { heads } = model.lesson;
  if (!heads || heads.heads === 1) return null;
  const open = openedHead(model);
  const left = (/** @type {number} */ head) => head * (width + gap);
  const right = left(heads.heads) - gap;
  const groups = Array.from({ length: heads.kvHeads }, (_, kvHead) => {
    const readers = readersOf(heads, kvHead);
    const [from, to] = [left(readers[0]), left(readers[readers.length - 1]) + width];
    /** @type {[string, number][]} */
    const keysAndValues = [
      ['K', kvHead],
      ['V', kvHead],
    ];
    return [
      ...readers.map((head) => arrow(left(head) + width / 2, head === open.head)),
      ...readers.map((head) => box(left(head), 1, width, [['Q', head]], head === open.head)),
      box(from, BOX + ARROW + 1, to - from, keysAndValues, kvHead === open.kvHead),
    ];
  });
  return html`<div class="sharing" style=${{ gridColumn: `1 / ${heads.heads + 1}` }}>
    <svg
      role="img"
      viewBox=${`0 0 ${right} ${HEIGHT}`}
      width=${right}
      height=${HEIGHT}
      aria-label=${sentences(model, heads).join(' ')}
    >
      ${groups}
    </svg>
  </div>`;
}

/** @param {Model} model @param {Heads} heads */
function sentences({ t }, heads) {
  const words = t.figure.heads;
  return Array.from({ length: heads.kvHeads }, (_, kv) => {
    const readers = readersOf(heads, kv).map((head) => head + 1);
    return readers.length === 1
      ? words.reads({ query: String(readers[0]), kv: kv + 1 })
      : words.read({ queries: readers.join(', '), kv: kv + 1 });
  });
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {[string, number][]} letters - with their indices, counted from 0
 * @param {boolean} isOpen - whether it belongs to the open head
 */
function box(x, y, width, letters, isOpen) {
  const on = isOpen ? 'on' : '';
  const texts = letters.map(
    ([letter, index], place) => html`
      <tspan class="letter" ...${place > 0 && { dy: -3, dx: 5 }}>${letter}</tspan>
      <tspan class="index" dy="3">${index + 1}</tspan>
    `,
  );
  return html`
    <rect x=${x + 1} y=${y} width=${width - 2} height=${BOX} rx="4" class=${on} />
    <text x=${x + width / 2} y=${y + BOX / 2} class=${on}>${texts}</text>
  `;
}

/** An arrow from a query head down to its key-value head. @param {number} x @param {boolean} isOpen */
const arrow = (x, isOpen) =>
  html`<path d=${`M${x} ${BOX + 1}V${BOX + ARROW}m-4 -6l4 6l4 -6`} class=${isOpen ? 'on' : ''} />`;

/**
 * The bytes that a cache keeps per token for each number of key-value heads. The current one is marked. A
 * single head has no such table.
 *
 * @param {{ model: Model, column: number }} props - `column` of the grid: to the right of all matrices
 */
export function Cache({ model, column }) {
  const { t } = model;
  const { heads } = model.lesson;
  if (!heads || heads.heads === 1) return null;
  const words = t.figure.heads;
  const sharings = model.heads?.sharings ?? [];
  const most = sharings[0]?.cacheBytes ?? 1;
  return html`<table class="cache" style=${{ gridColumn: String(column) }}>
    <caption>
      ${words.cache({ bytes: NUMBER_BYTES })}
    </caption>
    <thead>
      <tr>
        <td></td>
        <th scope="col">${words.kvHeads}</th>
        <th scope="col">${words.cacheBytes}</th>
      </tr>
    </thead>
    <tbody>
      ${sharings.map(
        ({ kvHeads, cacheBytes }) =>
          html`<tr aria-current=${kvHeads === heads.kvHeads ? 'true' : null}>
            <th scope="row">${kindOf(t, heads.heads, kvHeads)}</th>
            <td>${kvHeads}</td>
            <td>
              ${cacheBytes}<span class="share" style=${{ width: `${(cacheBytes / most) * 100}%` }}></span>
            </td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

/** Choices with a visible label. @param {Choices} props */
const Labeled = (props) =>
  html`<div class="queries">
    <span class="label" aria-hidden="true">${props.label}</span><${Segments} ...${props} />
  </div>`;

/**
 * A control for the open head, unless there is only one.
 *
 * @param {{ model: Model, open: (head: number) => void }} props
 */
export function HeadPicker({ model, open }) {
  const words = model.t.figure.heads;
  const count = model.lesson.heads?.heads ?? 1;
  if (count === 1) return null;
  const choices = Array.from({ length: count }, (_, each) => [
    ...[String(each), String(each + 1)],
    words.openOne({ n: each + 1 }),
  ]);
  const value = String(openedHead(model).head);
  const choose = (/** @type {string} */ head) => open(Number(head));
  return html`<${Labeled} ...${{ label: words.open, value, choices, choose }} />`;
}

/**
 * The name of an attention with a number of key-value heads, such as grouped-query attention.
 *
 * @param {Model['t']} t
 * @param {number} heads
 * @param {number} kvHeads
 */
function kindOf(t, heads, kvHeads) {
  const { kinds } = t.figure.heads;
  if (heads === 1) return kinds.single;
  if (kvHeads === heads) return kinds.multi;
  return kvHeads === 1 ? kinds.one : kinds.grouped;
}

/**
 * A control for the number of key-value heads, by the names that models have for it. "Your own" has fields
 * for it.
 *
 * @param {{ model: Model, submit: (patch: Partial<State>) => unknown }} props
 */
export function SharingControl({ model: { lesson, heads, t }, submit }) {
  if (lesson.id !== 'heads' || !heads || !lesson.heads) return null;
  const most = heads.sharings[0].kvHeads;
  const choices = heads.sharings.map(({ kvHeads }) => [String(kvHeads), kindOf(t, most, kvHeads)]);
  const choose = (/** @type {string} */ value) =>
    void submit({ kvHeads: Number(value) === most ? null : Number(value) });
  const value = String(lesson.heads.kvHeads);
  return html`<${Labeled} ...${{ label: t.figure.heads.sharing, value, choices, choose }} />`;
}
