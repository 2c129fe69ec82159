import { paintMap } from '../program.js';
import { localized } from '../../../format/display.js';
import { Mounted } from '../../../ui/controls.js';
import { element, setText } from '../../../ui/dom.js';
import { html, useLayoutEffect, useState } from '../../../ui/html.js';
import { inNextFrame } from '../../../ui/idle.js';
import { contextOf } from '../../../picture/canvas.js';
import { colorsOf } from '../overview/draw.js';
import { longValue } from '../overview/figures.js';
import { Choice } from '../overview/sort-view.js';
import { namedPlace, shortName } from '../head/kept.js';
import { MEASURES } from '../state.js';
import { drawMarks, drawPoints, placeOf, valuesAt } from './draw.js';
import { axisOf, isInBox, nearest, pointByKey, pointsOf, spans } from './points.js';
/** @import { MapsData, MapsModel, MapsState, MeasureName } from '../types.js' */
/** @import { Frame, Inks } from './draw.js' */
/** @import { Point } from './points.js' */
/** @import { pointed } from './pointed.js' */
/** @import { Box, Scatter } from './settings.js' */

/** How near a point has to be, and from which distance on a press is a drag, in CSS pixels. */
const [REACH, DRAG] = [14, 4];
/** The height as a share of the width, and its largest value in CSS pixels. */
const [SHARE, MAX_HEIGHT] = [0.78, 380];
/** The most heads that the note names. */
const MOST_NAMES = 12;
/** About how many steps an axis has. */
const STEPS = 4;
/** The colors start above the lowest one, which is hardly visible. */
const LOWEST = 0.3;

/**
 * All heads as points by two measures, linked with the thumbnails.
 *
 * @param {object} props
 * @param {MapsModel} props.model
 * @param {MapsData} props.data
 * @param {Scatter} props.scatter
 * @param {(patch: Partial<MapsState>) => void} props.look
 * @param {(head: { layer: number, head: number }) => void} props.open
 * @param {ReturnType<typeof pointed>} props.link - the head that is pointed at, here or in the thumbnails
 * @param {readonly MeasureName[]} [props.names] - the measures that there are
 */
export function ScatterView({ model, data, scatter, look, open, link, names: all = MEASURES }) {
  const words = model.t.maps.scatter;
  const { measures } = model.t.maps.overview;
  const [plot] = useState(() => plotView(link));
  const points = pointsOf(data.heads, scatter);
  useLayoutEffect(() => plot.update({ model, points, scatter, look, open }));
  useLayoutEffect(() => plot.start(), []);
  const names = all.map((name) => [name, measures[name].name]);
  const choose = (/** @type {'across' | 'up' | 'color'} */ axis) => (/** @type {any} */ name) =>
    look({ scatter: { ...scatter, [axis]: name, box: axis === 'color' ? scatter.box : null } });
  const { box } = scatter;
  const inside = box ? points.filter((point) => isInBox(point, box)) : [];
  const without = data.heads.filter((found) => found !== undefined).length - points.length;
  return html`<section class="scatter" aria-label=${words.heading}>
    <div class="scatter-axes">
      <${Choice} label=${words.across} value=${scatter.across} choices=${names} choose=${choose('across')} />
      <${Choice} label=${words.up} value=${scatter.up} choices=${names} choose=${choose('up')} />
      <${Choice}
        label=${words.color}
        value=${scatter.color}
        choices=${[['layer', words.layer], ...names]}
        choose=${choose('color')}
      />
    </div>
    <${Mounted} node=${plot.node} />
    <p class="soft scatter-note" role="status">
      ${
        box
          ? `${words.inBox({
              n: inside.length,
              heads: namesOf(inside, data),
            })} `
          : words.hint
      }
      ${without > 0 ? ` ${words.without({ n: without })} ` : ''}
      ${
        box &&
        html`<button type="button" class="link" onClick=${() => look({ scatter: { ...scatter, box: null } })}>
          ${words.noBox}
        </button>`
      }
    </p>
  </section>`;
}

/**
 * The names of heads, of which a note has the first ones.
 *
 * @param {Point[]} points @param {MapsData} data
 */
const namesOf = (points, data) =>
  points
    .slice(0, MOST_NAMES)
    .map((head) => shortName(head, data))
    .concat(points.length > MOST_NAMES ? ['…'] : [])
    .join(', ');

/** @typedef {{ model: MapsModel, points: Point[], scatter: Scatter, look: Parameters<typeof ScatterView>[0]['look'], open: Parameters<typeof ScatterView>[0]['open'] }} Content */

/** The canvas with its pointer and keys. @param {ReturnType<typeof pointed>} link */
function plotView(link) {
  const [base, over] = [
    element('canvas', { 'aria-hidden': 'true' }),
    element('canvas', { 'aria-hidden': 'true' }),
  ];
  const spoken = element('p', { class: 'hidden spoken', 'aria-live': 'polite' });
  const box = element(
    'div',
    {
      class: 'scatter-plot',
      role: 'application',
      tabindex: '0',
      onpointerdown: press,
      onpointermove: move,
      onpointerup: release,
      onpointercancel: cancelDrag,
      onpointerleave: () => !drag && link.set(null),
      onblur: () => link.set(null),
      onkeydown: key,
    },
    base,
    over,
  );
  const node = element('div', {}, box, spoken);
  /** @type {Content | null} */
  let content = null;
  /** @type {Frame} */
  let frame = { width: 0, height: 0, across: axisOf([], STEPS), up: axisOf([], STEPS) };
  /** @type {{ x: number, y: number }[]} */
  let places = [];
  /** What the base was drawn from. @type {unknown[]} */
  let drawn = [];
  /** @type {{ from: { x: number, y: number }, to: { x: number, y: number }, moved: boolean } | null} */
  let drag = null;
  /** @type {(() => void) | null} */
  let pending = null;

  /** @returns {Inks} */
  function inksOf() {
    const { ground: paper, ...colors } = colorsOf(box);
    return { ...colors, paper, accent: getComputedStyle(box).borderTopColor };
  }
  /** The color of each point. @param {Content} now */
  function pointColors({ model, points, scatter }) {
    // Until a head is measured there is no point, and nothing to paint.
    if (points.length === 0) return [];
    const values = points.map(({ color }) => color);
    const known = values.filter((value) => Number.isFinite(value));
    const layers = model.data?.reading.layers ?? 1;
    const [low, high] =
      scatter.color === 'layer' ? [0, Math.max(1, layers - 1)] : [Math.min(...known), Math.max(...known)];
    const shares = Float32Array.from(values, (value) =>
      Number.isFinite(value) ? LOWEST + ((1 - LOWEST) * (value - low)) / (high - low || 1) : 0,
    );
    const { theme } = model.appearance;
    const scale = /** @type {const} */ ({ kind: 'sequential', low: 0, high: 1 });
    const pixels = paintMap({
      rows: 1,
      cols: values.length,
      data: shares,
      map: model.state.map,
      theme,
      scale,
    });
    return values.map((_, at) => `rgb(${pixels.slice(4 * at, 4 * at + 3).join(' ')})`);
  }
  function draw() {
    pending = null;
    if (!content || frame.width === 0) return;
    const { model, points, scatter } = content;
    const { ratio, theme } = model.appearance;
    const inks = inksOf();
    const key = [
      points.length,
      model.data,
      JSON.stringify(scatter),
      model.state.map,
      theme,
      ratio,
      frame.width,
      model.data?.done,
    ];
    if (key.some((each, at) => each !== drawn[at])) {
      drawn = key;
      const context = contextOf(base, frame, ratio);
      const shown = scatter.box;
      if (context)
        drawPoints(
          context,
          frame,
          {
            points,
            places,
            colors: pointColors(content),
            isPale: (at) => shown !== null && !isInBox(points[at], shown),
            write: (value) => localized(String(value), model.language),
          },
          inks,
        );
    }
    marks(inks);
  }
  /** @param {Inks} [inks] */
  function marks(inks = inksOf()) {
    if (!content) return;
    const { model, points, scatter } = content;
    const context = contextOf(over, frame, model.appearance.ratio);
    if (!context) return;
    const { layer, head } = model.state;
    const at = link.get();
    const rings = points.flatMap((point, index) => {
      const isOpen = point.layer === layer && point.head === head && model.state.source === 'head';
      const isPointed = at?.layer === point.layer && at.head === point.head;
      return isOpen || isPointed
        ? [
            {
              place: places[index],
              name: shortName(point, model.data),
              isOpen: isOpen && !isPointed,
            },
          ]
        : [];
    });
    drawMarks(context, frame, { box: drag?.moved ? boxOf(drag) : scatter.box, rings }, inks);
  }
  const request = () => {
    pending ??= inNextFrame(draw);
  };
  /** @param {{ from: { x: number, y: number }, to: { x: number, y: number } }} dragged @returns {Box} */
  function boxOf({ from, to }) {
    const [a, b] = [valuesAt(frame, from), valuesAt(frame, to)];
    const tidy = (/** @type {number} */ value) => Number(value.toPrecision(4));
    return {
      left: tidy(Math.min(a.x, b.x)),
      right: tidy(Math.max(a.x, b.x)),
      bottom: tidy(Math.min(a.y, b.y)),
      top: tidy(Math.max(a.y, b.y)),
    };
  }
  /** @param {PointerEvent} event */
  function at(event) {
    const { left, top } = box.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  }
  /** @param {PointerEvent} event */
  function press(event) {
    if (event.button !== 0) return;
    const from = at(event);
    drag = { from, to: from, moved: false };
    box.setPointerCapture(event.pointerId);
  }
  /** @param {PointerEvent} event */
  function move(event) {
    const to = at(event);
    if (drag) {
      drag.to = to;
      drag.moved ||= Math.hypot(to.x - drag.from.x, to.y - drag.from.y) >= DRAG;
    }
    const index = drag?.moved ? -1 : nearest(places, to, REACH);
    box.classList.toggle('on', index >= 0);
    link.set(index < 0 ? null : (content?.points[index] ?? null));
    if (drag?.moved) request();
  }
  /** @param {PointerEvent} event */
  function release(event) {
    const dragged = drag;
    drag = null;
    if (!dragged || !content) return;
    const { scatter, look, open, points } = content;
    if (dragged.moved) return look({ scatter: { ...scatter, box: boxOf(dragged) } });
    const index = nearest(places, at(event), REACH);
    if (index >= 0) open(points[index]);
    else if (scatter.box) look({ scatter: { ...scatter, box: null } });
    return undefined;
  }
  function cancelDrag() {
    drag = null;
    request();
  }
  /** @param {KeyboardEvent} event */
  function key(event) {
    if (!content || event.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
    const { model, points, scatter, look, open } = content;
    const now = link.get() ?? model.state;
    const from = points.findIndex(({ layer, head }) => layer === now.layer && head === now.head);
    if (event.key === 'Enter' && from >= 0) open(points[from]);
    else if (event.key === 'Escape' && scatter.box) look({ scatter: { ...scatter, box: null } });
    else {
      const next = pointByKey(points, from, event.key);
      if (next < 0) return;
      link.set(points[next]);
      const { x, y } = points[next];
      const { measures } = model.t.maps.overview;
      setText(
        spoken,
        `${model.t.maps.overview.place(namedPlace(points[next], model.data))}: ${measures[scatter.across].name} ${longValue(x, model.language)}, ${measures[scatter.up].name} ${longValue(y, model.language)}`,
      );
    }
    event.preventDefault();
  }

  return {
    node,
    /** Follows the width of the page and the head that is pointed at. @returns {() => void} ends it */
    start() {
      const observer = new ResizeObserver(() => content && this.update(content));
      observer.observe(box);
      const end = link.listen(request);
      return () => {
        observer.disconnect();
        end();
      };
    },
    /** @param {Content} now */
    update(now) {
      content = now;
      const { model, points, scatter } = now;
      const { measures } = model.t.maps.overview;
      const words = model.t.maps.scatter;
      const names = { across: measures[scatter.across].name, up: measures[scatter.up].name };
      box.setAttribute('aria-label', words.label({ n: points.length, ...names }));
      box.setAttribute('aria-roledescription', words.role);
      const width = box.clientWidth;
      const height = Math.round(Math.min(MAX_HEIGHT, width * SHARE));
      box.style.height = `${height}px`;
      frame = {
        width,
        height,
        across: axisOf(spans(points, 'x', scatter.across), STEPS),
        up: axisOf(spans(points, 'y', scatter.up), STEPS),
      };
      places = points.map((point) => placeOf(frame, point));
      draw();
    },
  };
}
