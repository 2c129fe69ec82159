/** Which token and which patch the weights over a picture are of. */
import { patchesOf } from './layouts.js';
import { placeOf } from './patches.js';
/** @import { Strings } from '../../../words/languages.js' */
/** @import { MapsData, MapsState } from '../types.js' */
/** @import { Cell } from '../head/viewport.js' */
/** @import { Grid } from './settings.js' */

/**
 * @param {Pick<MapsState, 'grid' | 'cursor'>} state
 * @param {MapsData} data
 * @param {{ queries: number, keys: number }} info - of the map
 * @param {Cell | null} active - the cell that is looked at; by default, the token and the patch are chosen
 */
export function placesIn(state, data, info, active) {
  const patches = patchesOf(state, data);
  const { grid, axis } = patches;
  const isKey = axis === 'key';
  // Queries are tokens after `offset` keys, if they are the same text.
  const isSame = isKey && data.reading.queries + data.reading.offset === info.keys && !data.queryTokens;
  const offset = isSame ? data.reading.offset : 0;
  const others = isKey ? info.queries : info.keys;
  const first = active ? (isKey ? active.query : active.key) : firstOf(grid, others, isSame, offset);
  const cursor = (isKey ? state.cursor?.key : state.cursor?.query) ?? -1;
  return {
    ...{ patches, grid, isKey, isSame, offset, others },
    /** The token whose weights are over the picture. */
    token: Math.min(first, others - 1),
    /** The chosen patch; null if that with the largest weight is. */
    cursor: placeOf(cursor, grid) ? cursor : null,
    /** Whether a patch has weights on the patches. @param {number} patch */
    canLook: (patch) => isSame && patch - offset >= 0 && patch - offset < info.queries,
  };
}

/** @typedef {ReturnType<typeof placesIn>} Places */

/**
 * The token that is shown first: one after the patches, which sees them if the head is causal, or else one
 * before them, or the patch in the middle.
 *
 * @param {Grid} grid @param {number} others @param {boolean} isSame @param {number} offset
 */
function firstOf(grid, others, isSame, offset) {
  const end = grid.before + grid.columns * grid.rows;
  if (isSame && others + offset > end) return others - 1;
  if (!isSame || grid.before > offset) return 0;
  return Math.floor(grid.rows / 2) * grid.columns + Math.floor(grid.columns / 2) + grid.before - offset;
}

/**
 * The name of a token or a patch.
 *
 * @param {Places} places
 * @param {{ query: { text: string }[], key: { text: string }[], tokens: boolean }} labels
 * @param {Strings['image']} words
 * @returns {(at: number, isOnAxis: boolean) => string} `isOnAxis`: whether it is on the axis of the patches
 */
export const namesIn =
  ({ grid, isKey }, labels, words) =>
  (at, isOnAxis) => {
    const place = isOnAxis ? placeOf(at, grid) : null;
    if (place) return words.patch(place);
    const label = isKey === isOnAxis ? labels.key[at] : labels.query[at];
    return labels.tokens ? (label?.text ?? String(at)) : words.token({ at });
  };

/**
 * The name at the start of a sentence. A token keeps its spelling.
 *
 * @param {string} name @param {{ tokens: boolean }} labels
 */
export const startName = (name, { tokens }) => (tokens ? name : name[0].toLocaleUpperCase() + name.slice(1));
