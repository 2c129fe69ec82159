import { widthOf } from '../../../ui/text-width.js';
import { element, setText } from '../../../ui/dom.js';
import { drawLabels, drawNames, guttersFor, SMALL_FONT } from './draw-axes.js';
import { drawMarks } from '../large/marks.js';
import { drawCells, tilesFor } from './draw-cells.js';
import { drawCross } from './draw-cross.js';
import { drawDigits } from './draw-digits.js';
import { drawMargins, GAP, STRIP } from './draw-margins.js';
import { pressKey } from './keys.js';
import { bindPointer } from './pointer.js';
import { viewportOf } from './viewport.js';
/** @import { MapInfo, MapsState } from '../types.js' */
/** @import { Colors } from './paint.js' */
/** @import { MapActions } from './pointer.js' */
/** @import { Scene } from './scene.js' */
/** @import { Tiles } from './tiles.js' */

/** The duration of a hint, in milliseconds. */
const HINT_DURATION = 1800;
/** The space between the strip of bars or sloping labels and the edge, in CSS pixels. */
const EDGE = 8;
/** The minimum space for the cells in each direction, in CSS pixels. */
const MIN_SIDE = 120;
/** The maximum share of the width for the labels of rows. */
const MAX_LABEL_SHARE = 0.26;
/** The maximum height of the labels above each of several maps, in CSS pixels. */
const MAX_LABEL_HEIGHT = 58;

/**
 * The space for a map, in CSS pixels, and whether it has strips of bars.
 *
 * @typedef {{ width: number, height: number, margins: boolean }} Space
 */

/**
 * One map: its cells, axes, strips of bars and selection.
 *
 * @param {Tiles} tiles
 * @param {Omit<MapActions, 'viewport' | 'hint'> & { speak: () => void, sight: () => MapsState['sight'] }} actions
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
  let layout = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let hintTimer;
  const mapActions = {
    ...actions,
    viewport,
    hint() {
      hint.classList.add('seen');
      clearTimeout(hintTimer);
      hintTimer = setTimeout(() => hint.classList.remove('seen'), HINT_DURATION);
    },
  };
  /**
   * The current viewport, which may be newer than the drawn one: several events in a frame build on each
   * other.
   */
  function viewport() {
    return layout && viewportOf(layout.shape, layout.space, layout.ratio, actions.sight());
  }
  bindPointer(plot, mapActions);
  plot.addEventListener('keydown', (event) => pressKey(event, mapActions));
  plot.addEventListener('focus', () => actions.speak());

  /**
   * Computes the layout, in CSS pixels: the viewport, the space of the labels, and the space right of and
   * below the cells.
   *
   * @param {Scene} scene @param {MapInfo} info @param {Space} space
   */
  function layOut({ t, labels, state, appearance }, info, { width, height, margins }) {
    const gutters = guttersFor(labels, [t.corner.query, t.corner.key, margins ? t.keyMean : ''], {
      width: width * MAX_LABEL_SHARE,
      height: margins ? Infinity : MAX_LABEL_HEIGHT,
    });
    const { left, top } = gutters;
    const right = margins
      ? Math.max(STRIP, ...[t.entropy, t.sum].map((name) => GAP + widthOf(name, SMALL_FONT))) + EDGE
      : EDGE + (top > 40 ? 24 : 0);
    const bottom = margins ? STRIP + EDGE : EDGE;
    layout = {
      shape: { rows: info.queries, cols: info.keys },
      space: {
        width: Math.max(MIN_SIDE, width - left - right),
        height: Math.max(MIN_SIDE, height - top - bottom),
      },
      ratio: appearance.ratio,
    };
    const now = viewportOf(layout.shape, layout.space, layout.ratio, state.sight);
    return { now, gutters, width: left + now.width + right, height: top + now.height + bottom };
  }

  return {
    node,
    plot,
    viewport,
    /**
     * Draws the map, and returns the tiles that it needs.
     *
     * @param {Scene} scene
     * @param {MapInfo} info
     * @param {Space} space
     * @param {Colors} colors
     * @param {{ name: string, label: string }} texts - the caption, and the label for screen readers
     */
    draw(scene, info, space, colors, { name, label }) {
      const { t, state, labels, activeCell, inks, reach, numbers, shown } = scene;
      const { ratio, font } = scene.appearance;
      const { now, gutters, width, height } = layOut(scene, info, space);
      setText(caption, name);
      caption.hidden = name === '';
      setText(hint, t.wheelHint);
      plot.setAttribute('aria-roledescription', t.heatmap);
      plot.setAttribute('aria-label', label);
      plot.classList.toggle('zoomed', now.cell > now.least);
      const pixels = { width: Math.round(width * ratio), height: Math.round(height * ratio) };
      // Setting the size clears a canvas and allocates it again.
      if (canvas.width !== pixels.width || canvas.height !== pixels.height) Object.assign(canvas, pixels);
      place(canvas, 0, 0, width, height);
      place(plot, gutters.left, gutters.top, now.width, now.height);
      hint.style.left = `${gutters.left + now.width / 2}px`;
      hint.style.top = `${gutters.top + now.height / 2}px`;
      const { tiles: drawn, wanted, isComplete } = tilesFor(tiles, info, now, ratio, colors);
      const context = canvas.getContext('2d');
      if (!context) return wanted;
      context.setTransform(1, 0, 0, 1, 0, 0);
      context.clearRect(0, 0, canvas.width, canvas.height);
      context.translate(Math.round(gutters.left * ratio), Math.round(gutters.top * ratio));
      const { leaveOut } = state;
      drawCells(context, drawn, now, ratio, inks, { leaveOut, reach, mask: info.large?.view.mask ?? null });
      context.scale(ratio, ratio);
      // If rows are divided by their maximum, digits would differ from the weights, so there are none.
      if (isComplete && numbers !== null && (info === numbers || shown.b))
        drawDigits(context, drawn, now, font);
      drawLabels(context, now, labels, gutters, activeCell, inks);
      drawNames(context, t.corner, inks);
      if (space.margins) {
        const values = shown.a?.spec.values ?? 'none';
        drawMargins(context, now, { info: numbers ?? info, values }, activeCell, t, inks);
      }
      if (info.large) drawMarks(context, now, info.large.view.listed, inks);
      if (activeCell) drawCross(context, now, activeCell, inks);
      return wanted;
    },
  };
}

/**
 * @param {HTMLElement} target
 * @param {number} left
 * @param {number} top
 * @param {number} width
 * @param {number} height
 */
function place(target, left, top, width, height) {
  Object.assign(target.style, {
    left: `${left}px`,
    top: `${top}px`,
    width: `${width}px`,
    height: `${height}px`,
  });
}
