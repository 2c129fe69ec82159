import { widthOf } from '../../../ui/text-width.js';
import { element, setText } from '../../../ui/dom.js';
import { drawLabels, drawNames, gutters, SMALL_FONT } from './draw-axes.js';
import { drawMarks } from '../large/marks.js';
import { drawCells, tilesFor } from './draw-cells.js';
import { drawCross } from './draw-cross.js';
import { drawDigits } from './draw-digits.js';
import { drawMargins, GAP, STRIP } from './draw-margins.js';
import { pressKey } from './keys.js';
import { bindPointer } from './pointer.js';
import { layOut } from './sight.js';
/** @import { MapInfo } from '../types.js' */
/** @import { Tiles } from './draw-cells.js' */
/** @import { Colours } from './paint.js' */
/** @import { MapActions } from './pointer.js' */
/** @import { Scene } from './scene.js' */
/** @import { Frame } from './sight.js' */

/** The duration of a hint, in milliseconds. */
const HINT = 1800;
/** The space between the strip of bars or sloping labels and the edge, in CSS pixels. */
const EDGE = 8;
/** The least width of a map, and the greatest share of labels in a narrow one. */
const [LEAST, LABELS] = [120, 0.26];
/** The space for tokens above each of several maps, in CSS pixels. */
const LOW = 58;

/**
 * One map: its cells, axes, strips of bars and selection.
 *
 * @param {Tiles} tiles
 * @param {Omit<MapActions, 'frame' | 'hint'> & { speak: () => void, sight: () => import('../types.js').MapsState['sight'] }} actions
 */
export function mapView(tiles, actions) {
  const caption = element('h3');
  const canvas = element('canvas', { class: 'head-map', 'aria-hidden': 'true' });
  const plot = element('div', { class: 'plot', tabindex: 0, role: 'application' });
  const hint = element('p', { class: 'wheel-hint', 'aria-hidden': 'true' });
  const node = element(
    'figure',
    { class: 'one-map' },
    caption,
    element('div', { class: 'drawing' }, canvas, plot, hint),
  );
  /**
   * The inputs of the last layout.
   *
   * @type {{ shape: { rows: number, cols: number }, space: { width: number, height: number }, ratio: number } | null}
   */
  let laid = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let hiding;
  const bound = {
    ...actions,
    frame,
    hint() {
      hint.classList.add('seen');
      clearTimeout(hiding);
      hiding = setTimeout(() => hint.classList.remove('seen'), HINT);
    },
  };
  /**
   * The current viewport, which may be newer than the drawn one: several events in a frame build on each
   * other.
   */
  function frame() {
    return laid && layOut(laid.shape, laid.space, laid.ratio, actions.sight());
  }
  bindPointer(plot, bound);
  plot.addEventListener('keydown', (event) => pressKey(event, bound));
  plot.addEventListener('focus', () => actions.speak());

  return {
    node,
    plot,
    frame,
    /**
     * Computes the viewport without drawing.
     *
     * @param {Scene} scene
     * @param {MapInfo} info
     * @param {{ width: number, height: number, margins: boolean }} room
     */
    lay({ t, labels, state, appearance }, info, { width, height, margins }) {
      const gutter = gutters(labels, [t.corner.query, t.corner.key, margins ? t.keyMean : ''], {
        width: width * LABELS,
        height: margins ? Infinity : LOW,
      });
      const beside = margins
        ? Math.max(STRIP, ...[t.entropy, t.sum].map((name) => GAP + widthOf(name, SMALL_FONT))) + EDGE
        : EDGE + (gutter.top > 40 ? 24 : 0);
      const space = {
        width: Math.max(LEAST, width - gutter.left - beside),
        height: Math.max(LEAST, height - gutter.top - (margins ? STRIP + EDGE : EDGE)),
      };
      laid = { shape: { rows: info.queries, cols: info.keys }, space, ratio: appearance.ratio };
      return { frame: layOut(laid.shape, space, laid.ratio, state.sight), gutter, beside };
    },
    /**
     * @param {Scene} scene
     * @param {MapInfo} info
     * @param {{ width: number, height: number, margins: boolean }} room
     * @param {{ colours: Colours, name: string, label: string }} how
     * @returns {import('./draw-cells.js').Drawn['wanted']} tiles that it wants
     */
    draw(scene, info, room, { colours, name, label }) {
      const { t, state, labels, activeCell, inks, reach, appearance } = scene;
      const { ratio } = appearance;
      const { frame: now, gutter, beside } = this.lay(scene, info, room);
      setText(caption, name);
      caption.hidden = name === '';
      setText(hint, t.wheelHint);
      plot.setAttribute('aria-roledescription', t.heatmap);
      plot.setAttribute('aria-label', label);
      plot.classList.toggle('zoomed', now.cell > now.least);
      size(now, gutter, { beside, below: room.margins ? STRIP + EDGE : EDGE }, ratio);
      const drawn = tilesFor(tiles, info, now, ratio, colours);
      const context = canvas.getContext('2d');
      if (!context) return drawn.wanted;
      context.setTransform(1, 0, 0, 1, 0, 0);
      context.clearRect(0, 0, canvas.width, canvas.height);
      context.translate(Math.round(gutter.left * ratio), Math.round(gutter.top * ratio));
      drawCells(context, drawn, now, ratio, inks, {
        leaveOut: state.leaveOut,
        reach,
        mask: info.large?.view.info ?? null,
      });
      context.scale(ratio, ratio);
      // If rows are divided by their maximum, digits would differ from the weights, so there are none.
      if (drawn.complete && scene.numbers !== null && (info === scene.numbers || scene.shown.b))
        drawDigits(context, drawn, now, appearance.font);
      drawLabels(context, now, labels, gutter, activeCell, inks);
      drawNames(context, t.corner, inks);
      if (room.margins)
        drawMargins(
          context,
          now,
          { info: scene.numbers ?? info, values: scene.shown.a?.spec.values ?? 'none' },
          activeCell,
          t,
          inks,
        );
      if (info.large) drawMarks(context, now, info.large.view.listed, inks);
      if (activeCell) drawCross(context, now, activeCell, inks);
      return drawn.wanted;
    },
  };

  /**
   * @param {Frame} now
   * @param {{ left: number, top: number }} gutter
   * @param {{ beside: number, below: number }} edge
   * @param {number} ratio
   */
  function size(now, { left, top }, { beside, below }, ratio) {
    const [width, height] = [left + now.width + beside, top + now.height + below];
    const pixels = [Math.round(width * ratio), Math.round(height * ratio)];
    if (canvas.width !== pixels[0] || canvas.height !== pixels[1]) [canvas.width, canvas.height] = pixels;
    place(canvas, 0, 0, width, height);
    place(plot, left, top, now.width, now.height);
    hint.style.left = `${left + now.width / 2}px`;
    hint.style.top = `${top + now.height / 2}px`;
  }
}

/**
 * @param {HTMLElement} target
 * @param {number} left
 * @param {number} top
 * @param {number} width
 * @param {number} height
 */
export function place(target, left, top, width, height) {
  Object.assign(target.style, {
    left: `${left}px`,
    top: `${top}px`,
    width: `${width}px`,
    height: `${height}px`,
  });
}
