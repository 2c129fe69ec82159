import { element } from '../../../ui/dom.js';
import { panned } from './sight.js';
import { wholeLevel } from './tiles.js';
/** @import { MapInfo } from '../types.js' */
/** @import { Tiles } from './draw-cells.js' */
/** @import { Colours } from './paint.js' */
/** @import { Scene } from './scene.js' */
/** @import { Frame, Sight } from './sight.js' */

/** The longer side, and the least size of the shorter one, in CSS pixels. */
const [LONG, LEAST] = [92, 16];

/**
 * A small image of the whole map, with a frame around the visible part, which can be dragged.
 *
 * @param {Tiles} tiles
 * @param {{ frame: () => Frame | null, see: (sight: Sight | null) => void }} actions
 */
export function minimap(tiles, { frame, see }) {
  const canvas = element('canvas', { class: 'minimap', 'aria-hidden': 'true' });
  let size = { width: LONG, height: LONG };

  /** Centers the view on the position under the pointer. @param {PointerEvent} event */
  function go(event) {
    const now = frame();
    if (!now || !canvas.hasPointerCapture(event.pointerId)) return;
    const { left, top, width, height } = canvas.getBoundingClientRect();
    const right = (((event.clientX - left) / width) * now.cols - now.col) * now.x - now.width / 2;
    const down = (((event.clientY - top) / height) * now.rows - now.row) * now.y - now.height / 2;
    see(panned(now, right, down));
  }
  canvas.addEventListener('pointerdown', (event) => {
    canvas.setPointerCapture(event.pointerId);
    go(event);
  });
  canvas.addEventListener('pointermove', go);

  return {
    node: canvas,
    /** @param {Scene} scene @param {MapInfo} info @param {Frame} now @param {Colours} colours */
    update({ t, inks, appearance: { ratio } }, info, now, colours) {
      canvas.hidden = now.cell <= now.least;
      if (canvas.hidden) return [];
      canvas.title = t.minimap;
      const longer = Math.max(now.rows * now.all.y, now.cols * now.all.x);
      size = {
        width: Math.max(LEAST, (LONG * now.cols * now.all.x) / longer),
        height: Math.max(LEAST, (LONG * now.rows * now.all.y) / longer),
      };
      [canvas.width, canvas.height] = [Math.round(size.width * ratio), Math.round(size.height * ratio)];
      canvas.style.width = `${size.width}px`;
      canvas.style.height = `${size.height}px`;
      const place = { level: wholeLevel(info.levels), row: 0, col: 0 };
      const found = tiles.picture(info, place, colours, { poolX: 1, poolY: 1 });
      const context = canvas.getContext('2d');
      if (!context) return [];
      const { width, height } = canvas;
      context.fillStyle = inks.faint;
      context.fillRect(0, 0, width, height);
      context.imageSmoothingEnabled = found !== null && found.canvas.width > width;
      if (found) context.drawImage(found.canvas, 0, 0, width, height);
      const [left, top] = [(now.col / now.cols) * width, (now.row / now.rows) * height];
      const [wide, high] = [now.width / now.x / now.cols, now.height / now.y / now.rows];
      for (const [color, thick] of /** @type {[string, number][]} */ ([
        [inks.paper, 4],
        [inks.accent, 2],
      ])) {
        context.strokeStyle = color;
        context.lineWidth = thick * ratio;
        context.strokeRect(left, top, Math.max(4, wide * width), Math.max(4, high * height));
      }
      return [{ info, place }];
    },
  };
}
