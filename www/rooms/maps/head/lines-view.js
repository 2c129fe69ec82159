import { number } from '../../../format/display.js';
import { Mounted } from '../../../ui/controls.js';
import { element } from '../../../ui/dom.js';
import { html, render } from '../../../ui/html.js';
import { drawLines, LINE, PAD } from './draw-lines.js';
import { linesOf, placesIn } from './lines.js';
import { topOf } from './ranks.js';
import { moved } from './sight.js';
import { titleOf } from './scene.js';
import { sourceOf } from './spec.js';
/** @import { MapInfo, MapsState } from '../types.js' */
/** @import { RowOf } from './readout-view.js' */
/** @import { Scene } from './scene.js' */
/** @import { Pair } from './sight.js' */

/** The greatest height of the view, in CSS pixels. */
const HEIGHT = 560;
/** The most lines. More would be an unreadable grey area, and slow. */
const MOST = 1500;
/** The number of keys in the text for screen readers. */
const NAMED = 3;

/**
 * Queries at the left, keys at the right, and the weights as lines between them. The width of a line is
 * proportional to its weight.
 *
 * @param {RowOf} rowOf
 * @param {object} actions
 * @param {(patch: Partial<MapsState>) => void} actions.look
 * @param {() => void} actions.redraw
 * @param {(cell: Pair) => void} actions.select
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
  let over = null;

  /** The query at the height of a pointer. @param {MouseEvent} event */
  function queryAt({ clientY }) {
    const query = Math.floor((clientY - box.getBoundingClientRect().top - PAD + box.scrollTop) / LINE);
    return drawn && query >= 0 && query < drawn.info.queries ? query : null;
  }
  box.addEventListener('scroll', redraw);
  box.addEventListener('pointermove', (event) => {
    const left = event.clientX - box.getBoundingClientRect().left < box.clientWidth / 2;
    const now = event.pointerType !== 'touch' && left ? queryAt(event) : null;
    if (now !== over) {
      over = now;
      redraw();
    }
  });
  box.addEventListener('pointerleave', () => {
    over = null;
    redraw();
  });
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
    const {
      scene: { state },
      info,
    } = drawn;
    const to = moved(event, state.cursor ?? { query: -1, key: 0 }, { rows: info.queries, cols: info.keys });
    if (!to) return;
    event.preventDefault();
    select({ query: to.query, key: state.cursor?.key ?? 0 });
    const [top, seen] = [to.query * LINE, box.clientHeight];
    if (top < box.scrollTop || top + LINE > box.scrollTop + seen) box.scrollTop = top - seen / 2;
  });

  return {
    node,
    box,
    /** The text about the cursor's query for screen readers. @param {Scene} scene @param {MapInfo} info */
    spoken({ t, state: { cursor }, labels }, info) {
      const row = cursor && rowOf(info, cursor.query);
      if (!cursor || !row) return '';
      return t.linesOf(
        labels.query[cursor.query].text,
        topOf(row, NAMED)
          .map(({ key, weight }) => `${labels.key[key].text} ${number(weight, 3)}`)
          .join(', '),
      );
    },
    /** @param {Scene} scene @param {MapInfo} info */
    update(scene, info) {
      drawn = { scene, info };
      const {
        t,
        state,
        appearance: { ratio },
      } = scene;
      box.setAttribute('aria-label', t.linesLabel(titleOf(sourceOf(state), scene.data, t)));
      const places = Math.max(info.queries, info.keys);
      const height = Math.min(HEIGHT, places * LINE + 2 * PAD);
      box.style.height = `${height}px`;
      spacer.style.height = `${places * LINE + 2 * PAD}px`;
      const inQueries = placesIn(box.scrollTop, height, LINE, info.queries);
      const rows = [];
      for (let query = inQueries.first; query <= inQueries.last; query += 1) {
        const row = rowOf(info, query);
        if (row) rows.push({ query, row });
      }
      const { lines, total } = linesOf(rows, state.threshold, MOST);
      const least = number(state.threshold, 2);
      render(
        html`<label class="threshold">
            <span class="label">${t.threshold}</span>
            <input type="range" min="0" max="1" step="0.01" value=${state.threshold} onInput=${slide} />
            <output>${least}</output>
          </label>
          <p class="sides" aria-hidden="true"><span>${t.queries}</span><span>${t.keys}</span></p>
          <${Mounted} node=${box} />
          <p class="soft">
            ${total > lines.length ? t.linesCapped(lines.length, total, least) : t.linesDrawn(lines.length, least)}
          </p>`,
        node,
      );
      const width = box.clientWidth;
      [canvas.width, canvas.height] = [Math.round(width * ratio), Math.round(height * ratio)];
      canvas.style.width = `${width}px`;
      canvas.style.height = `${height}px`;
      // The scrolled element is as high as the lists, and the canvas stays in view.
      canvas.style.marginBottom = `${-height}px`;
      const at = over ?? (box.matches(':focus') ? (state.cursor?.query ?? null) : null);
      drawLines(canvas, { width, height, scrolled: box.scrollTop }, { scene, info, lines, at });
    },
  };
}
