import { hasOverview } from './room-view.js';
/** @import { Pane } from './room-view.js' */
/** @import { RoomText } from './live/types.js' */
/** @import { MapsData, MapsState } from './types.js' */

/** With more heads in a layer, the column of thumbnails is wider. */
const MANY = 8;

/**
 * Sets the classes that the layout of the room depends on.
 *
 * @param {HTMLElement} root
 * @param {object} room
 * @param {MapsData | null} room.data
 * @param {Pane} room.pane
 * @param {RoomText | null} room.text
 * @param {MapsState} room.state
 * @param {'figure' | 'room'} room.view
 */
export function markRoot(root, { data, pane, text, state, view }) {
  const isFigure = view === 'figure';
  // The width of the map depends on whether the overview is beside it.
  root.classList.toggle('several', isFigure && hasOverview(data));
  const { layers = 0, heads = 0 } = data?.reading ?? {};
  // In a figure, the heads of a single layer take several lines.
  root.classList.toggle('many', heads > MANY && !(isFigure && layers === 1));
  root.classList.toggle('behind', text?.isBehind(state) === true);
  root.classList.toggle('empty', text !== null && state.text === '');
  if (!isFigure) root.dataset.pane = pane;
}
