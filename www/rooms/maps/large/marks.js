import { boxOf, cellOf } from '../../../ui/grid.js';
/** @import { Shape } from '../../../picture/types.js' */
/** @import { Inks } from '../head/map-scene.js' */
/** @import { Viewport } from '../head/viewport.js' */
/** @import { OutstandingCell } from '../../../engine/maps.js' */

/** The radius of a ring, and the least size of a cell that needs no ring, in CSS pixels. */
const [RADIUS, VISIBLE] = [6, 6];
/** Cells below this multiple of a uniform weight may be due to chance. */
const MIN_TIMES = 20;

/**
 * Rings around outstanding cells, because such a cell is less than a pixel in a view of the whole map.
 *
 * @param {Viewport} viewport
 * @param {readonly OutstandingCell[]} cells
 * @param {Pick<Inks, 'accent' | 'paper'>} inks
 * @returns {Shape[]}
 */
export function ringShapes(viewport, cells, { accent, paper }) {
  const { cellWidth, cellHeight, width, height } = viewport;
  if (Math.min(cellWidth, cellHeight) >= VISIBLE) return [];
  return cells.flatMap(({ query, key, times }) => {
    const { left, top } = boxOf(viewport, cellOf({ query, key }));
    const [x, y] = [left + cellWidth / 2, top + cellHeight / 2];
    const isNear = Math.abs(x - width / 2) <= width && Math.abs(y - height / 2) <= height;
    if (times < MIN_TIMES || !isNear) return [];
    return { kind: 'ring', x, y, radius: RADIUS, stroke: accent, thickness: 2, rim: paper };
  });
}
