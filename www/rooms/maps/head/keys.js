import { boxOf, cellOf, moved, pairOf } from '../../../ui/grid.js';
import { panned, zoomed } from './viewport.js';
/** @import { MapActions } from './pointer.js' */
/** @import { Viewport } from './viewport.js' */

/** The factor by which a key zooms. */
const ZOOM = 1.5;
/** The share of the view by which a key pans. */
const PAN = 0.25;

/** The factor by which a key zooms; 0 for the whole map. @type {Map<string, number>} */
const FACTORS = new Map([
  ['+', ZOOM],
  ['=', ZOOM],
  ['-', 1 / ZOOM],
  ['−', 1 / ZOOM],
  ['0', 0],
]);

/** The direction of an arrow key. @type {Map<string, [right: number, down: number]>} */
const ARROWS = new Map([
  ['ArrowLeft', [-1, 0]],
  ['ArrowRight', [1, 0]],
  ['ArrowUp', [0, -1]],
  ['ArrowDown', [0, 1]],
]);

/**
 * Handles a key on a map. A key that has an effect sets `defaultPrevented`, which the page can read.
 *
 * @param {KeyboardEvent} event
 * @param {MapActions} actions
 */
export function pressKey(event, actions) {
  const viewport = actions.viewport();
  if (!viewport || event.isComposing || event.altKey) return;
  const arrow = event.shiftKey && ARROWS.get(event.key);
  const target = pairOf(moved(event, cellOf(actions.cursor()), viewport));
  const factor = event.ctrlKey || event.metaKey ? undefined : FACTORS.get(event.key);
  if (arrow) actions.see(panned(viewport, arrow[0] * viewport.width * PAN, arrow[1] * viewport.height * PAN));
  else if (target) actions.select(target, true);
  else if (factor === undefined) return;
  else actions.see(factor === 0 ? null : zoomed(viewport, zoomCenter(viewport, actions), factor));
  event.preventDefault();
}

/**
 * The cursor if it is visible, else the middle of the view.
 *
 * @param {Viewport} viewport @param {MapActions} actions
 */
function zoomCenter(viewport, actions) {
  const { left, top, ...cell } = boxOf(viewport, cellOf(actions.cursor()));
  const { width, height } = viewport;
  const point = { x: left + cell.width / 2, y: top + cell.height / 2 };
  const isVisible = point.x >= 0 && point.x <= width && point.y >= 0 && point.y <= height;
  return isVisible ? point : { x: width / 2, y: height / 2 };
}
