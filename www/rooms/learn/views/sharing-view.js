import { readersOf } from '../../../figure/heads.js';
import { NUMBER_BYTES } from '../compute/heads-compute.js';
import { openedHead } from '../../../figure/heads-layout.js';
import { element } from '../../../ui/dom.js';
import { kindOf } from './heads-controls.js';
import { shape } from './plane-view.js';
/** @import { Heads, Model } from '../../../types.js' */

/** The heights of a box and of the arrow from a query head to its key-value head, in CSS pixels. */
const BOX = 22;
const ARROW = 18;
const HEIGHT = 2 * BOX + ARROW + 2;

/**
 * A drawing of which query heads read which keys and values, with each query head above its heatmap, and a
 * table of the bytes that a cache keeps for each token.
 *
 * @param {number} gap - between two heatmaps, in CSS pixels
 */
export function sharingView(gap) {
  const svg = /** @type {SVGSVGElement} */ (shape('svg', { role: 'img' }));
  const cache = element('table', { class: 'cache' });
  const drawing = element('div', { class: 'sharing' }, svg);
  let drawn = '';

  return {
    nodes: { drawing, cache },
    /**
     * @param {Model} model
     * @param {number} head - the open head
     * @param {number} width - of a heatmap, in CSS pixels
     */
    update(model, head, width) {
      const {
        lesson: { heads },
        language,
      } = model;
      if (!heads) return;
      // A single head shares with no other.
      drawing.hidden = heads.heads === 1;
      cache.hidden = drawing.hidden;
      drawing.style.gridColumn = `1 / ${heads.heads + 1}`;
      const now = JSON.stringify([heads, model.heads?.sharings, head, width, language]);
      if (now === drawn) return;
      drawn = now;
      draw(svg, model, heads, width, gap);
      write(cache, model, heads);
    },
  };
}

/**
 * @param {SVGSVGElement} svg
 * @param {Model} model
 * @param {Heads} heads
 * @param {number} width
 * @param {number} gap
 */
function draw(svg, model, heads, width, gap) {
  const opened = openedHead(model);
  const left = (/** @type {number} */ head) => head * (width + gap);
  const all = left(heads.heads) - gap;
  svg.setAttribute('viewBox', `0 0 ${all} ${HEIGHT}`);
  svg.setAttribute('width', String(all));
  svg.setAttribute('height', String(HEIGHT));
  svg.setAttribute('aria-label', sentences(model, heads).join(' '));
  const shapes = Array.from({ length: heads.kvHeads }, (_, kv) => {
    const readers = readersOf(heads, kv);
    const [from, to] = [left(readers[0]), left(readers[readers.length - 1]) + width];
    return [
      ...readers.map((head) => arrow(left(head) + width / 2, head === opened.head)),
      ...readers.flatMap((head) => box(left(head), 1, width, [['Q', head]], head === opened.head)),
      ...box(
        from,
        BOX + ARROW + 1,
        to - from,
        [
          ['K', kv],
          ['V', kv],
        ],
        kv === opened.kvHead,
      ),
    ];
  });
  svg.replaceChildren(...shapes.flat());
}

/** @param {Model} model @param {Heads} heads */
function sentences({ t }, heads) {
  const words = t.figure.heads;
  return Array.from({ length: heads.kvHeads }, (_, kv) => {
    const readers = readersOf(heads, kv).map((head) => head + 1);
    return readers.length === 1
      ? words.reads(String(readers[0]), kv + 1)
      : words.read(readers.join(', '), kv + 1);
  });
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {[string, number][]} letters - with their indices, counted from 0
 * @param {boolean} on - whether it belongs to the open head
 */
function box(x, y, width, letters, on) {
  const text = shape('text', { x: x + width / 2, y: y + BOX / 2, class: on ? 'on' : '' });
  text.append(
    ...letters.flatMap(([letter, index], place) => {
      const name = shape('tspan', place > 0 ? { dy: -3, dx: 5, class: 'letter' } : { class: 'letter' });
      const below = shape('tspan', { dy: 3, class: 'index' });
      name.textContent = letter;
      below.textContent = String(index + 1);
      return [name, below];
    }),
  );
  return [shape('rect', { x: x + 1, y, width: width - 2, height: BOX, rx: 4, class: on ? 'on' : '' }), text];
}

/** An arrow from a query head down to its key-value head. @param {number} x @param {boolean} on */
function arrow(x, on) {
  return shape('path', { d: `M${x} ${BOX + 1}V${BOX + ARROW}m-4 -6l4 6l4 -6`, class: on ? 'on' : '' });
}

/**
 * Fills the table of the bytes per token for each number of key-value heads. The current one is marked.
 *
 * @param {HTMLTableElement} table @param {Model} model @param {Heads} heads
 */
function write(table, { heads: worked, t }, heads) {
  const words = t.figure.heads;
  const sharings = worked?.sharings ?? [];
  const most = sharings[0]?.cacheBytes ?? 1;
  const rows = sharings.map(({ kvHeads, cacheBytes }) => {
    const share = element('span', { class: 'share' });
    share.style.width = `${(cacheBytes / most) * 100}%`;
    return element(
      'tr',
      { 'aria-current': kvHeads === heads.kvHeads ? 'true' : null },
      element('th', { scope: 'row' }, kindOf(t, heads.heads, kvHeads)),
      element('td', {}, String(kvHeads)),
      element('td', {}, String(cacheBytes), share),
    );
  });
  const head = element(
    'tr',
    {},
    element('td'),
    element('th', { scope: 'col' }, words.kvHeads),
    element('th', { scope: 'col' }, words.cacheBytes),
  );
  table.replaceChildren(
    element('caption', {}, words.cache(NUMBER_BYTES)),
    element('thead', {}, head),
    element('tbody', {}, ...rows),
  );
}
