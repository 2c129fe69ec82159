import { number, localized } from '../../../format/display.js';
import { Mounted } from '../../../ui/controls.js';
import { contextOf, drawShapes } from '../../../picture/canvas.js';
import { measure } from '../../../picture/text.js';
import { element } from '../../../ui/dom.js';
import { cellOf, moved } from '../../../ui/grid.js';
import { html, render } from '../../../ui/html.js';
import { cssColor, HEAD_COLORS } from '../chosen/colors.js';
import { LINE, lineShapes, linesOf, PAD, visibleRange } from './lines.js';
import { topKeys } from './ranks.js';
import { headMaps, titleOf } from './scene.js';
import { sourceOf } from './spec.js';
/** @import { MapInfo, MapsState } from '../types.js' */
/** @import { RowOf } from './numbers.js' */
/** @import { Scene } from './scene.js' */
/** @import { Cell } from './viewport.js' */

/** The maximum height of the view, in CSS pixels. */
const MAX_HEIGHT = 560;
/** The maximum number of lines. More would be an unreadable gray area, and slow. */
const MAX_LINES = 1500;
/** The number of keys in the text for screen readers. */
const SPOKEN_KEYS = 3;

/**
 * Queries at the left, keys at the right, and the weights as lines between them. The width of a line is
 * proportional to its weight.
 *
 * @param {RowOf} rowOf
 * @param {object} actions
 * @param {(patch: Partial<MapsState>) => void} actions.look
 * @param {() => void} actions.redraw
 * @param {(cell: Cell) => void} actions.select
 * @param {() => void} actions.speak
 */
export function linesView(rowOf, { look, redraw, select, speak }) {
  const canvas = element('canvas', { 'aria-hidden': 'true' });
  const spacer = element('div', { class: 'spacer' });
  const box = element('div', { class: 'lines', tabindex: 0, role: 'application' }, canvas, spacer);
  const node = element('div', { class: 'lines-view' });
  const slide = (/** @type {any} */ event) => look({ threshold: Number(event.currentTarget.value) });
  /** @type {{ scene: Scene, info: MapInfo } | null} */
  let drawn = null;
  /** The query under the pointer. @type {number | null} */
  let hovered = null;

  /** The query at the height of a pointer. @param {MouseEvent} event */
  function queryAt({ clientY }) {
    const query = Math.floor((clientY - box.getBoundingClientRect().top - PAD + box.scrollTop) / LINE);
    return drawn && query >= 0 && query < drawn.info.queries ? query : null;
  }
  /** @param {number | null} query */
  function hover(query) {
    if (query === hovered) return;
    hovered = query;
    redraw();
  }
  box.addEventListener('scroll', redraw);
  box.addEventListener('pointermove', (event) => {
    const isLeft = event.clientX - box.getBoundingClientRect().left < box.clientWidth / 2;
    hover(event.pointerType !== 'touch' && isLeft ? queryAt(event) : null);
  });
  box.addEventListener('pointerleave', () => hover(null));
  box.addEventListener('click', (event) => {
    const query = queryAt(event);
    if (drawn && query !== null) select({ query, key: drawn.scene.state.cursor?.key ?? 0 });
  });
  box.addEventListener('focus', () => {
    redraw();
    speak();
  });
  box.addEventListener('blur', redraw);
  box.addEventListener('keydown', (event) => {
    if (!drawn || event.key === 'ArrowLeft' || event.key === 'ArrowRight' || event.shiftKey || event.altKey)
      return;
    const { cursor } = drawn.scene.state;
    const { queries: rows, keys: cols } = drawn.info;
    const target = moved(event, cursor ? cellOf(cursor) : { row: -1, col: 0 }, { rows, cols });
    if (!target) return;
    event.preventDefault();
    select({ query: target.row, key: cursor?.key ?? 0 });
    const [top, height] = [target.row * LINE, box.clientHeight];
    if (top < box.scrollTop || top + LINE > box.scrollTop + height) box.scrollTop = top - height / 2;
  });

  return {
    node,
    box,
    /** The text about the cursor's query for screen readers. @param {Scene} scene @param {MapInfo} info */
    spoken({ t, language, state: { cursor }, labels }, info) {
      const row = cursor && rowOf(info, cursor.query);
      if (!cursor || !row) return '';
      const keys = topKeys(row, SPOKEN_KEYS).map(
        ({ key, weight }) => `${labels.key[key].text} ${localized(number(weight, 3), language)}`,
      );
      return t.linesOf({ query: labels.query[cursor.query].text, keys: keys.join(', ') });
    },
    /** @param {Scene} scene @param {MapInfo} info */
    update(scene, info) {
      drawn = { scene, info };
      const { t, language, state, data } = scene;
      const { ratio, theme } = scene.appearance;
      box.setAttribute('aria-label', t.linesLabel({ title: titleOf(sourceOf(state), data, t) }));
      const fullHeight = Math.max(info.queries, info.keys) * LINE + 2 * PAD;
      const height = Math.min(MAX_HEIGHT, fullHeight);
      box.style.height = `${height}px`;
      spacer.style.height = `${fullHeight}px`;
      const visible = visibleRange(box.scrollTop, height, LINE, info.queries);
      const heads = headMaps(scene);
      const of = heads.length > 0 ? heads : [info];
      const rows = of.flatMap((map, at) =>
        Array.from({ length: visible.last - visible.first + 1 }, (_, line) => {
          const query = visible.first + line;
          const ink = heads.length > 0 ? cssColor(HEAD_COLORS[theme][at]) : undefined;
          return { query, row: rowOf(map, query), ink };
        }).flatMap(({ row, ...line }) => (row ? { row, ...line } : [])),
      );
      const { lines, total } = linesOf(rows, state.threshold, MAX_LINES);
      const threshold = localized(number(state.threshold, 2), language);
      render(
        html`<label class="threshold">
            <span class="label">${t.threshold}</span>
            <input type="range" min="0" max="1" step="0.01" value=${state.threshold} onInput=${slide} />
            <output>${threshold}</output>
          </label>
          <p class="sides" aria-hidden="true"><span>${t.queries}</span><span>${t.keys}</span></p>
          <${Mounted} node=${box} />
          <p class="soft">
            ${total > lines.length ? t.linesCapped({ drawn: lines.length, lines: total, least: threshold }) : t.linesDrawn({ lines: lines.length, least: threshold })}
          </p>`,
        node,
      );
      const width = box.clientWidth;
      // The canvas is sticky, and the spacer, which is as high as the lists, begins at the same place.
      canvas.style.marginBottom = `${-height}px`;
      const selected = hovered ?? (box.matches(':focus') ? (state.cursor?.query ?? null) : null);
      const { labels, inks } = scene;
      const shapes = lineShapes(
        { lines, labels, selected },
        { width, height, scrollTop: box.scrollTop },
        { inks, measure, name: t.queries },
      );
      const context = contextOf(canvas, { width, height }, ratio);
      if (context) drawShapes(context, shapes);
    },
  };
}
