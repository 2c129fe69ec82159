import { contextOf, drawShapes } from '../../../picture/canvas.js';
import { FONT, MONO } from '../../../picture/text.js';
import { element, setText } from '../../../ui/dom.js';
import { widthOf } from '../../../ui/labels.js';
import { ringShapes } from '../large/marks.js';
import { pathShapes } from '../speech/path.js';
import { patternsOf } from './absent.js';
import { bindPointer, pressKey } from './input.js';
import { mapLayout, mapPiece } from './map-scene.js';
import { digitCells, paintCells, tilesFor } from './paint-cells.js';
import { SIDE } from './tiles.js';
/** @import { Measure } from '../../../picture/types.js' */
/** @import { MapInfo, MapsState } from '../types.js' */
/** @import { Patterns } from './absent.js' */
/** @import { MapActions } from './input.js' */
/** @import { Scene } from './scene.js' */
/** @import { Colors, Tiles } from './tiles.js' */

/** The duration of a hint, in milliseconds. */
const HINT_DURATION = 1800;

/**
 * The space for a map, in CSS pixels, and whether it has strips of bars, or scores in place of the lower one.
 *
 * @typedef {{ width: number, height: number, margins: boolean, scores: boolean }} Space
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
  /** The last layout. @type {ReturnType<typeof mapLayout> | null} */
  let layout = null;
  /** The patterns of the tiles that were drawn last. @type {Patterns[]} */
  let patterns = [];
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
    return layout && layout.viewportAt(actions.sight());
  }
  bindPointer(plot, mapActions);
  plot.addEventListener('keydown', (event) => pressKey(event, mapActions));
  plot.addEventListener('focus', () => actions.speak());

  return {
    node,
    plot,
    viewport,
    patterns: () => (node.hidden ? [] : patterns),
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
      const {
        t,
        language,
        state,
        labels,
        activeCell: active,
        inks,
        numbers,
        shown,
        absent,
        path,
        scores,
      } = scene;
      const { ratio, font } = scene.appearance;
      /** @type {Measure} */
      const measure = (text, size, mono) => widthOf(text, `${size}px ${mono ? font || MONO : FONT}`);
      layout = mapLayout(labels, { ...t, corner: t.corner }, space, { ratio, sight: state.sight, measure });
      const { viewport: now, gutters, width, height } = layout;
      setText(caption, name);
      caption.hidden = name === '';
      setText(hint, t.wheelHint);
      plot.setAttribute('aria-roledescription', t.heatmap);
      plot.setAttribute('aria-label', label);
      plot.classList.toggle('zoomed', now.cell > now.least);
      place(plot, gutters.left, gutters.top, now.width, now.height);
      hint.style.left = `${gutters.left + now.width / 2}px`;
      hint.style.top = `${gutters.top + now.height / 2}px`;
      const { tiles: drawn, wanted, isComplete } = tilesFor(tiles, info, now, ratio, colors);
      const context = contextOf(canvas, { width, height }, ratio);
      if (!context) return wanted;
      // Cells are drawn in device pixels.
      context.resetTransform();
      context.translate(Math.round(gutters.left * ratio), Math.round(gutters.top * ratio));
      paintCells({ context, viewport: now, ratio, inks, absent }, drawn);
      patterns = drawn.map((tile) => patternsOf(tile, absent, SIDE));
      context.scale(ratio, ratio);
      // If rows are divided by their maximum, digits would differ from the weights, so there are none.
      const areWeights = isComplete && numbers !== null && (info === numbers || shown.b);
      const values = shown.a?.spec.values ?? 'none';
      const { around, over } = mapPiece(
        {
          viewport: now,
          labels,
          gutters,
          names: t.corner,
          digits: areWeights ? digitCells(drawn, now, absent, Boolean(info.marks)) : [],
          margins: space.margins
            ? { info: numbers ?? info, values, words: t, which: scores ? ['query'] : ['query', 'key'] }
            : null,
          marks: info.marks,
          rings: [
            ...(info.large ? ringShapes(now, info.large.view.listed, inks) : []),
            ...(path ? pathShapes(now, path, inks) : []),
          ],
          active,
        },
        { inks, measure, language },
      );
      const row = scores?.shapes(now, scene, { inks, measure, language });
      drawShapes(context, [...around, ...(row?.around ?? [])]);
      context.beginPath();
      context.rect(-1, -1, now.width + 2, now.height + 2);
      if (row) context.rect(-1, now.height + 1, now.width + 2, height);
      context.clip();
      drawShapes(context, [...over, ...(row?.over ?? [])], font);
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
