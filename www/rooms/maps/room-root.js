import { hasOverview } from './room-view.js';
/** @import { Pane } from './room-view.js' */
/** @import { MapsData } from './types.js' */

/** With more heads in a layer, the column of thumbnails is wider. */
const MANY = 8;

/**
 * Sets the classes that the layout of the room depends on.
 *
 * @param {HTMLElement} root
 * @param {object} room
 * @param {MapsData | null} room.data
 * @param {Pane} room.pane
 * @param {boolean} room.isBehind - whether what is shown belongs to an older text
 * @param {boolean} room.isFigure
 */
export function markRoot(root, { data, pane, isBehind, isFigure }) {
  // The width of the map depends on whether the overview is beside it.
  root.classList.toggle('several', isFigure && hasOverview(data));
  root.classList.toggle('many', !isFigure && (data?.reading.heads ?? 0) > MANY);
  root.classList.toggle('behind', isBehind);
  if (!isFigure) root.dataset.pane = pane;
}
