import { readersOf } from '../../../figure/heads.js';
import { NUMBER_BYTES } from '../compute/heads-compute.js';
import { openedHead } from '../../../figure/heads-layout.js';
import { element } from '../../../ui/dom.js';
import { kindOf } from './heads-controls.js';
/** @import { Heads, Model } from '../../../types.js' */

const SVG = 'http://www.w3.org/2000/svg';

/** A box with its letters, and the way from a query head to the keys and values that it reads, CSS pixels. */
const BOX = 22;
const WAY = 18;
const HEIGHT = 2 * BOX + WAY + 2;

/**
 * Which query heads read which keys and values, each query head over its own heatmap; and what that keeps of
 * a token.
 *
 * @param {number} gap - between two heatmaps
 */
export function sharingView(gap) {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('role', 'img');
  const cache = element('table', { class: 'cache' });
  const drawing = element('div', { class: 'sharing' }, svg);
  let drawn = '';

  return {
    nodes: { drawing, cache },
    /**
     * @param {Model} model
     * @param {number} head - the one that is opened
     * @param {number} width - of a heatmap
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
      ...readers.map((head) => way(left(head) + width / 2, head === opened.head)),
      ...readers.flatMap((head) => box(left(head), 1, width, [['Q', head]], head === opened.head)),
      ...box(
        from,
        BOX + WAY + 1,
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
 * @param {[string, number][]} letters - and their indices, from 0
 * @param {boolean} on
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

/** From a query head down to its keys and values. @param {number} x @param {boolean} on */
function way(x, on) {
  return shape('path', { d: `M${x} ${BOX + 1}V${BOX + WAY}m-4 -6l4 6l4 -6`, class: on ? 'on' : '' });
}

/** @param {'text' | 'tspan' | 'rect' | 'path'} name @param {Record<string, string | number>} attributes */
function shape(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

/**
 * What each way of sharing keeps of a token: the one that is drawn stands out.
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
