import { drawShapes } from '../../../picture/canvas.js';
import { element } from '../../../ui/dom.js';
import { wantedTiles, wholeLevel } from './tiles.js';
import { panned } from './viewport.js';
/** @import { MapInfo } from '../types.js' */
/** @import { Scene } from './scene.js' */
/** @import { Colors, Tiles } from './tiles.js' */
/** @import { Sight, Viewport } from './viewport.js' */

/** The longer side, and the minimum of the shorter one, in CSS pixels. */
const [SIDE, MIN_SIDE] = [92, 16];
/** The minimum size of the frame, in device pixels. */
const MIN_FRAME = 4;

/**
 * A small image of the whole map, with a frame around the visible part, which can be dragged.
 *
 * @param {Tiles} tiles
 * @param {{ viewport: () => Viewport | null, see: (sight: Sight | null) => void }} actions
 */
export function minimap(tiles, actions) {
  const canvas = element('canvas', { class: 'minimap', 'aria-hidden': 'true' });

  /** Centers the view on the position under the pointer. @param {PointerEvent} event */
  function center(event) {
    const viewport = actions.viewport();
    if (!viewport || !canvas.hasPointerCapture(event.pointerId)) return;
    const { rows, cols, row, col, cellWidth, cellHeight } = viewport;
    const { left, top, width, height } = canvas.getBoundingClientRect();
    const right = (((event.clientX - left) / width) * cols - col) * cellWidth - viewport.width / 2;
    const down = (((event.clientY - top) / height) * rows - row) * cellHeight - viewport.height / 2;
    actions.see(panned(viewport, right, down));
  }
  canvas.addEventListener('pointerdown', (event) => {
    canvas.setPointerCapture(event.pointerId);
    center(event);
  });
  canvas.addEventListener('pointermove', center);

  return {
    node: canvas,
    /**
     * Draws the minimap, which is hidden while the whole map is visible. Returns the tiles that it needs.
     *
     * @param {Scene} scene @param {MapInfo} info @param {Viewport} viewport @param {Colors} colors
     */
    update({ t, inks, appearance: { ratio } }, info, viewport, colors) {
      const { rows, cols, row, col, cellWidth, cellHeight, all } = viewport;
      canvas.hidden = viewport.cell <= viewport.least;
      const context = canvas.getContext('2d');
      if (canvas.hidden || !context) return [];
      canvas.title = t.minimap;
      const sides = [cols * all.cellWidth, rows * all.cellHeight];
      const [across, down] = sides.map((side) => Math.max(MIN_SIDE, (SIDE * side) / Math.max(...sides)));
      const size = { width: across, height: down };
      const [width, height] = [Math.round(size.width * ratio), Math.round(size.height * ratio)];
      Object.assign(canvas, { width, height });
      Object.assign(canvas.style, { width: `${size.width}px`, height: `${size.height}px` });
      const place = { level: wholeLevel(info.levels), row: 0, col: 0 };
      const image = tiles.image(info, place, colors, { poolX: 1, poolY: 1 });
      context.fillStyle = inks.faint;
      context.fillRect(0, 0, width, height);
      if (image) {
        context.imageSmoothingEnabled = image.canvas.width > width;
        context.drawImage(image.canvas, 0, 0, width, height);
      }
      const frame = {
        x: (col / cols) * width,
        y: (row / rows) * height,
        width: Math.max(MIN_FRAME, (viewport.width / cellWidth / cols) * width),
        height: Math.max(MIN_FRAME, (viewport.height / cellHeight / rows) * height),
      };
      const stroke = { stroke: inks.accent, thickness: 2, rim: inks.paper };
      drawShapes(context, [{ kind: 'frame', ...frame, ...stroke }]);
      return wantedTiles(info, place, colors);
    },
  };
}
