import { patchesOf } from './image/layouts.js';
import { hasOverview } from './room-view.js';
import { MOST_IN_ROW } from './text/token-run.js';
import { MAX_TOKENS } from './text/units.js';
/** @import { Pane } from './room-view.js' */
/** @import { HeadFiles } from './head-files.js' */
/** @import { MapsData, MapsState } from './types.js' */

/** With more heads in a layer, the column of thumbnails is wider. */
const MANY = 8;

/**
 * The number of keys that are patches of a picture, which the text shows as one.
 *
 * @param {MapsState} state @param {MapsData} data
 */
function patchesIn(state, data) {
  const { axis, grid, isKnown } = patchesOf(state, data);
  return isKnown && axis === 'key' ? grid.columns * grid.rows : 0;
}

/**
 * Sets the classes that the layout of the room depends on.
 *
 * @param {HTMLElement} root
 * @param {object} room
 * @param {MapsData | null} room.data
 * @param {Pane} room.pane
 * @param {Pick<HeadFiles, 'text' | 'corpora'>} room.files
 * @param {MapsState} room.state
 * @param {'figure' | 'room'} room.view
 */
export function markRoot(root, { data, pane, files: { text, corpora }, state, view }) {
  const isFigure = view === 'figure';
  // The width of the map depends on whether the overview is beside it.
  root.classList.toggle('several', isFigure && hasOverview(data));
  const { layers = 0, heads = 0, keys = 0 } = data?.reading ?? {};
  // In a figure, the heads of a single layer take several lines.
  root.classList.toggle('many', heads > MANY && !(isFigure && layers === 1));
  root.classList.toggle('behind', text?.isBehind(state) === true);
  // The tokens are fitted when the head is drawn, and must be there then.
  root.classList.toggle('as-written', !isFigure && text?.isAsWritten({ state, data }) === true);
  root.classList.toggle('empty', text !== null && state.text === '');
  root.classList.toggle('all-texts', Boolean(corpora?.bounds(state)));
  // A long text is a page beside the heads. Compared maps, and picked keys or entries, need all of the width.
  const isPassage = data?.tokens && keys <= MAX_TOKENS && keys - patchesIn(state, data) > MOST_IN_ROW;
  root.classList.toggle('picking', state.view === 'picked');
  const isWide = state.compare !== null || state.view === 'picked';
  root.classList.toggle('passage', Boolean(isPassage) && !isFigure && state.text === null && !isWide);
  root.classList.toggle('comparing', !isFigure && state.compare !== null);
  if (!isFigure) root.dataset.pane = pane;
}
