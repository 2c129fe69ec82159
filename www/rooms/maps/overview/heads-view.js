import { paintMap } from '../../../engine/maps.js';
import { element, setText } from '../../../ui/dom.js';
import { atlas, scaleOf } from './atlas.js';
import { coloursOf, drawHeads } from './draw.js';
import { html, render } from '../../../ui/html.js';
import { cornerOf, laidOut, spotAt, moveByKey } from './geometry.js';
import { cursorBox, Outlines } from './outlines.js';
import { aboutSpot } from './speech.js';
import { tipView } from './tip.js';
/** @import { MapsModel, MapsState } from '../types.js' */
/** @import { Geometry, Spot } from './geometry.js' */
/** @import { Listed, listed } from './order.js' */

/**
 * The actions of the reader on the thumbnails.
 *
 * @typedef {object} HeadsActions
 * @property {(patch: Partial<MapsState>) => void} look - a change that one would not undo
 * @property {(patch: Partial<MapsState>) => void} change - one that one would
 */

/**
 * All heads as thumbnails in one canvas, which covers only the visible part. The number of a layer or head
 * selects the combination over it.
 *
 * @param {HeadsActions} actions
 */
export function headsView({ look, change }) {
  const canvas = element('canvas', { class: 'heads', 'aria-hidden': 'true' });
  const marks = element('div', { class: 'marks', 'aria-hidden': 'true' });
  const space = element('div', { class: 'space' }, canvas, marks);
  const box = element('div', {
    class: 'heads-box',
    role: 'application',
    tabindex: '0',
    onscroll: () => draw(),
    onkeydown: press,
    onfocus: begin,
    onblur: leave,
    onpointermove: hover,
    onpointerleave: leave,
    onclick: click,
  });
  const said = element('p', { class: 'hidden spoken', 'aria-live': 'polite' });
  const tip = tipView();
  const node = element('div', { class: 'heads-view' }, box, tip.node, said);
  box.append(space);
  const pictures = atlas(paintMap);
  /** @type {{ model: MapsModel, heads: Listed[], geometry: Geometry, passing: number } | null} */
  let now = null;
  /** The files that the heads are of. @type {unknown} */
  let opened = null;
  /** The cursor of the arrow keys. @type {{ row: number, col: number } | null} */
  let cursor = null;

  const visible = () => ({
    left: box.scrollLeft,
    top: box.scrollTop,
    width: box.clientWidth,
    height: box.clientHeight,
  });

  function draw() {
    if (!now || box.clientWidth === 0) return;
    const { model, heads, geometry } = now;
    const { ratio } = model.appearance;
    const data = /** @type {NonNullable<MapsModel['data']>} */ (model.data);
    pictures.update(data.heads, {
      map: model.state.map,
      theme: model.appearance.theme,
      scale: scaleOf(model.state.scale, data),
    });
    drawHeads(canvas, {
      geometry,
      heads,
      across: data.reading.heads,
      pictures,
      viewport: visible(),
      ratio,
      colours: coloursOf(canvas),
    });
    mark();
  }
  /** Outlines what is open, what it is compared with, and the cursor. */
  function mark() {
    if (!now) return;
    const { model, heads, geometry } = now;
    const focused = cursor && box.matches(':focus') ? cursorBox(cursor, geometry, visible()) : null;
    render(html`<${Outlines} ...${{ state: model.state, heads, geometry, cursor: focused }} />`, marks);
  }

  /** @param {{ row: number, col: number }} at @returns {Spot | null} */
  function spotted({ row, col }) {
    if (!now) return null;
    if (row < 0 && col < 0) return { all: true };
    if (row < 0) return { column: col };
    if (col < 0) return { row };
    const place = row * now.geometry.columns + col;
    return place < now.heads.length ? { place } : null;
  }
  /** @param {MouseEvent} event */
  function under(event) {
    if (!now) return null;
    const { left, top } = box.getBoundingClientRect();
    return spotAt(
      now.geometry,
      event.clientX - left - box.clientLeft + box.scrollLeft,
      event.clientY - top - box.clientTop + box.scrollTop,
      visible(),
    );
  }
  /** @param {Spot} spot @param {boolean} beside - to compare with what is open */
  function open(spot, beside) {
    if (!now) return;
    const { state } = now.model;
    if ('place' in spot) {
      const { layer, head } = now.heads[spot.place];
      if (beside) change({ compare: { slot: 0, layer, head } });
      else if (state.source === 'head') look({ layer, head });
      else change({ layer, head, source: 'head' });
      return;
    }
    const source = state.source === 'max' ? 'max' : 'mean';
    if ('row' in spot)
      change({ source, over: 'heads', layer: now.heads[spot.row * now.geometry.columns].layer });
    else if ('column' in spot) change({ source, over: 'layers', head: spot.column });
    else change({ source, over: 'all' });
  }
  /** @param {Spot | null} spot @param {{ x: number, y: number } | null} at - of the pointer */
  function tell(spot, at) {
    const about = now && spot && aboutSpot(now.model, now.heads, spot, now.geometry.columns);
    if (!now || !about) return tip.hide();
    if (at) tip.show(about, at);
    else setText(said, about.aloud);
    return undefined;
  }

  /** @param {PointerEvent} event */
  function hover(event) {
    if (event.pointerType === 'touch') return;
    const spot = under(event);
    box.classList.toggle('on', spot !== null);
    tell(spot, { x: event.clientX, y: event.clientY });
  }
  function leave() {
    tip.hide();
    mark();
  }
  /** @param {MouseEvent} event */
  function click(event) {
    const spot = under(event);
    if (!spot) return;
    cursor = null;
    open(spot, event.shiftKey);
  }
  /** The cursor starts at the open head. */
  function begin() {
    if (!now || !box.matches(':focus-visible')) return;
    const {
      model: { state },
      heads,
      geometry,
    } = now;
    const place = Math.max(
      0,
      heads.findIndex(({ layer, head }) => layer === state.layer && head === state.head),
    );
    cursor ??= { row: Math.floor(place / geometry.columns), col: place % geometry.columns };
    arrive();
  }
  /** Scrolls to the cursor and announces it. */
  function arrive() {
    if (!now || !cursor) return;
    const { geometry } = now;
    const { x, y } = cornerOf(geometry, Math.max(0, cursor.row) * geometry.columns + Math.max(0, cursor.col));
    box.scrollLeft = Math.max(
      Math.min(box.scrollLeft, x - geometry.left),
      x + geometry.across - box.clientWidth,
    );
    box.scrollTop = Math.max(Math.min(box.scrollTop, y - geometry.top), y + geometry.down - box.clientHeight);
    mark();
    tell(spotted(cursor), null);
  }
  /** @param {KeyboardEvent} event */
  function press(event) {
    if (!now || event.isComposing || event.altKey) return;
    if (event.key === 'Escape') return tip.hide();
    begin();
    if (!cursor) cursor = { row: 0, col: 0 };
    const to = moveByKey(event, cursor, now.geometry);
    if (to) {
      cursor = to;
      arrive();
    } else if (event.key === 'Enter' || event.key === ' ') {
      const spot = spotted(cursor);
      if (spot) open(spot, event.shiftKey);
    } else return;
    event.preventDefault();
  }

  return {
    node,
    /** @param {MapsModel} model @param {ReturnType<typeof listed>} list - of the heads in order */
    update(model, list) {
      const { data, state, t } = model;
      if (!data || box.clientWidth === 0) return;
      const { reading, heads } = data;
      // Messages about other files are removed.
      if (data.opened !== opened) setText(said, '');
      ({ opened } = data);
      const cells = heads.find((head) => head !== undefined)?.thumb.cols ?? Math.min(reading.keys, 32);
      const geometry = laidOut({
        room: box.clientWidth,
        ratio: model.appearance.ratio,
        flow: list.flow,
        count: list.heads.length,
        columns: reading.heads,
        cells,
      });
      if (
        now &&
        (now.geometry.flow !== geometry.flow ||
          now.model.state.sort !== state.sort ||
          now.model.state.order !== state.order)
      )
        cursor = null;
      now = { model, ...list, geometry };
      Object.assign(space.style, { width: `${geometry.width}px`, height: `${geometry.height}px` });
      box.setAttribute('aria-label', t.maps.overview.boxLabel(String(list.passing), String(heads.length)));
      box.setAttribute('aria-roledescription', t.maps.overview.boxRole);
      draw();
    },
  };
}
