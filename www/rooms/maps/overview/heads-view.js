import { paintMap } from '../program.js';
import { element, setText } from '../../../ui/dom.js';
import { isSigned, headCount } from '../reading/layers.js';
import { atlas, firstThumb, signedScale, thumbnailScale } from './atlas.js';
import { toggled } from '../chosen/chosen.js';
import { colorsOf, drawHeads } from './draw.js';
import { html, render } from '../../../ui/html.js';
import { cornerOf, layOut, moveByKey, spotAt } from './geometry.js';
import { cursorBox, Outlines } from './outlines.js';
import { aboutSpot } from './speech.js';
import { tints } from './tints.js';
import { tipView } from './tip.js';
import { switched } from '../live/settings.js';
/** @import { MapsData, MapsModel, MapsState } from '../types.js' */
/** @import { Geometry, Spot } from './geometry.js' */
/** @import { ListedHead, listHeads } from './order.js' */

/**
 * All heads as thumbnails in one canvas, which covers only the visible part. The number of a layer or head
 * selects the combination over it.
 *
 * @param {object} actions
 * @param {(patch: Partial<MapsState>) => void} actions.look - changes how the state is shown, without an undo
 *   step
 * @param {(patch: Partial<MapsState>) => void} actions.change - changes the state, with an undo step
 * @param {ReturnType<typeof import('../scatter/pointed.js').pointed>} actions.link - the head that is pointed at, here or in the points
 * @param {() => boolean} actions.isChoosing - whether a click chooses heads
 */
export function headsView({ look, change, link, isChoosing }) {
  const canvas = element('canvas', { class: 'heads', 'aria-hidden': 'true' });
  const marks = element('div', { class: 'marks', 'aria-hidden': 'true' });
  const content = element('div', { class: 'space' }, canvas, marks);
  const box = element(
    'div',
    {
      class: 'heads-box',
      role: 'application',
      tabindex: '0',
      onscroll: () => draw(),
      onkeydown: press,
      onfocus: startCursor,
      onblur: leave,
      onpointermove: hover,
      onpointerleave: leave,
      onclick: click,
    },
    content,
  );
  const liveRegion = element('p', { class: 'hidden spoken', 'aria-live': 'polite' });
  const tip = tipView();
  const node = element('div', { class: 'heads-view' }, box, tip.node, liveRegion);
  const pictures = atlas(paintMap);
  const cells = tints(paintMap);
  /** @type {{ model: MapsModel, data: MapsData, heads: ListedHead[], geometry: Geometry } | null} */
  let drawn = null;
  /** The cursor of the arrow keys. @type {{ row: number, col: number } | null} */
  let cursor = null;

  const viewport = () => ({
    left: box.scrollLeft,
    top: box.scrollTop,
    width: box.clientWidth,
    height: box.clientHeight,
  });

  /** What the canvas shows. @type {unknown[]} */
  let shown = [];

  function draw() {
    if (!drawn || box.clientWidth === 0) return;
    const { appearance, language, openScale, state } = drawn.model;
    const { data, heads, geometry } = drawn;
    // With each key of a text the room is drawn more often than its heads change.
    const now = [
      ...[data, heads, appearance, language, state.map, state.scale, openScale?.kind, openScale?.high],
      ...Object.values(geometry),
      ...Object.values(viewport()),
    ];
    if (now.length !== shown.length || now.some((each, at) => each !== shown[at])) paint(drawn);
    shown = now;
    outline();
  }
  /** @param {NonNullable<typeof drawn>} what */
  function paint({ model, data, heads, geometry }) {
    const { map, scale } = model.state;
    const { openScale } = model;
    const { ratio, theme } = model.appearance;
    if (geometry.isIndex) cells.update(data, model);
    else
      pictures.update(data.heads, {
        map,
        theme,
        scale: thumbnailScale(scale, data, openScale),
        signed: signedScale(scale, data, openScale),
        isSigned: (layer) => isSigned(data.reading, layer),
      });
    drawHeads(canvas, {
      geometry,
      heads,
      data,
      pictures: geometry.isIndex ? cells : pictures,
      viewport: viewport(),
      ratio,
      colors: colorsOf(canvas),
      language: model.language,
    });
  }
  function outline() {
    if (!drawn) return;
    const { model, heads, geometry } = drawn;
    const focused = cursor && box.matches(':focus') ? cursorBox(cursor, geometry, viewport()) : null;
    render(
      html`<${Outlines}
        ...${{ state: model.state, heads, geometry, cursor: focused, pointed: link.get(), theme: model.appearance.theme }}
      />`,
      marks,
    );
  }

  /** @param {{ row: number, col: number }} position @returns {Spot | null} */
  function spotOfCursor({ row, col }) {
    if (!drawn) return null;
    if (row < 0 && col < 0) return { all: true };
    if (row < 0) return { column: col };
    if (col < 0) return { row };
    const place = row * drawn.geometry.columns + col;
    return place < drawn.heads.length ? { place } : null;
  }
  /** @param {MouseEvent} event */
  function spotOfPointer(event) {
    if (!drawn) return null;
    const { left, top } = box.getBoundingClientRect();
    return spotAt(
      drawn.geometry,
      event.clientX - left - box.clientLeft + box.scrollLeft,
      event.clientY - top - box.clientTop + box.scrollTop,
      viewport(),
    );
  }
  /**
   * Opens a spot. With Ctrl, or while heads are chosen, a head is added to the chosen ones or removed; with
   * Shift, it is compared with the open one.
   *
   * @param {Spot} spot @param {MouseEvent | KeyboardEvent} event
   */
  function open(spot, event) {
    if (!drawn) return;
    const { data, heads, geometry } = drawn;
    const { state } = drawn.model;
    if ('place' in spot) {
      const { layer, head, isMissing } = heads[spot.place];
      if (isMissing) return;
      if (event.ctrlKey || event.metaKey || isChoosing())
        change(toggled(state, { layer, head }, data.reading));
      else if (event.shiftKey) change({ compare: { slot: 0, layer, head } });
      else if (state.source === 'head') look({ layer, head });
      else change({ layer, head, source: 'head' });
      return;
    }
    const source = state.source === 'max' ? 'max' : 'mean';
    if ('row' in spot) change({ source, over: 'heads', layer: heads[spot.row * geometry.columns].layer });
    else if ('column' in spot) change({ source, over: 'layers', head: spot.column });
    else change({ source, over: 'all' });
  }
  /** @param {Spot | null} spot */
  const textAbout = (spot) =>
    drawn && spot && aboutSpot(drawn.model, drawn.heads, spot, drawn.geometry.columns);

  /** @param {PointerEvent} event */
  function hover(event) {
    if (event.pointerType === 'touch') return;
    const spot = spotOfPointer(event);
    box.classList.toggle('on', spot !== null);
    link.set(spot && 'place' in spot && drawn ? drawn.heads[spot.place] : null);
    const about = textAbout(spot);
    if (about) tip.show(about, { x: event.clientX, y: event.clientY });
    else tip.hide();
  }
  function leave() {
    tip.hide();
    link.set(null);
    outline();
  }
  /** @param {MouseEvent} event */
  function click(event) {
    const spot = spotOfPointer(event);
    if (!spot) return;
    cursor = null;
    open(spot, event);
  }
  /** The cursor starts at the open head. */
  function startCursor() {
    if (!drawn || !box.matches(':focus-visible')) return;
    const { model, heads, geometry } = drawn;
    const { state } = model;
    const place = Math.max(
      0,
      heads.findIndex(({ layer, head }) => layer === state.layer && head === state.head),
    );
    cursor ??= { row: Math.floor(place / geometry.columns), col: place % geometry.columns };
    showCursor();
  }
  /** Scrolls to the cursor and announces it. */
  function showCursor() {
    if (!drawn || !cursor) return;
    const { geometry } = drawn;
    const { x, y } = cornerOf(geometry, Math.max(0, cursor.row) * geometry.columns + Math.max(0, cursor.col));
    box.scrollLeft = Math.max(
      Math.min(box.scrollLeft, x - geometry.left),
      x + geometry.across - box.clientWidth,
    );
    box.scrollTop = Math.max(Math.min(box.scrollTop, y - geometry.top), y + geometry.down - box.clientHeight);
    outline();
    const about = textAbout(spotOfCursor(cursor));
    if (about) setText(liveRegion, about.aloud);
    else tip.hide();
  }
  /** @param {KeyboardEvent} event */
  function press(event) {
    if (!drawn || event.isComposing || event.altKey) return;
    if (event.key === 'Escape') {
      tip.hide();
      return;
    }
    startCursor();
    cursor ??= { row: 0, col: 0 };
    const target = moveByKey(event, cursor, drawn.geometry);
    if (target) {
      cursor = target;
      showCursor();
    } else if (event.key === 'Enter' || event.key === ' ') {
      const spot = spotOfCursor(cursor);
      if (spot) open(spot, event);
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      const spot = spotOfCursor(cursor);
      const { state } = drawn.model;
      if (state.text === null || !spot || !('place' in spot)) return;
      const { layer, head } = drawn.heads[spot.place];
      change({ off: switched(state.off, { layer, head }) });
    } else return;
    event.preventDefault();
  }

  link.listen(outline);
  return {
    node,
    /** The number of thumbnails in a row; 0 before they are drawn. */
    columns: () => drawn?.geometry.columns ?? 0,
    /**
     * @param {MapsModel} model @param {ReturnType<typeof listHeads>} list
     * @param {{ isIndex?: boolean, wanted?: number, height?: number }} [how] - whether heads are cells of an
     *   index, the size of a thumbnail, or the height for all
     */
    update(model, { flow, heads, passing }, how = {}) {
      const { data, state, t } = model;
      if (!data || box.clientWidth === 0) return;
      const { reading } = data;
      // Messages about other files are removed.
      if (data.opened !== drawn?.data.opened) {
        setText(liveRegion, '');
        tip.hide();
      }
      const thumbnail = firstThumb(data.heads);
      const geometry = layOut({
        space: box.clientWidth,
        ratio: model.appearance.ratio,
        flow,
        count: heads.length,
        columns: reading.heads,
        cells: thumbnail?.cols ?? Math.min(reading.keys, 32),
        ...how,
      });
      if (drawn) {
        const { sort, order } = drawn.model.state;
        if (
          drawn.geometry.flow !== flow ||
          drawn.geometry.isIndex !== geometry.isIndex ||
          sort !== state.sort ||
          order !== state.order
        )
          cursor = null;
      }
      drawn = { model, data, heads, geometry };
      Object.assign(content.style, { width: `${geometry.width}px`, height: `${geometry.height}px` });
      const words = t.maps.overview;
      box.setAttribute(
        'aria-label',
        words.boxLabel({ passing: String(passing), all: String(headCount(reading)) }),
      );
      box.setAttribute('aria-roledescription', words.boxRole);
      draw();
    },
  };
}
