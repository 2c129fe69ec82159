import { embed, FIGURE_IDS, FIGURES } from './settings.js';
/** @import { RoomId } from '../names.js' */
/** @import { StateOf } from '../../state/attributes.js' */
/** @import { FigureId } from './settings.js' */

/** The whole state of the room. @typedef {StateOf<typeof embed.fields>} EmbedState */
/** @typedef {EmbedState['host']} Host */

export const { decode, encode, sameNumbers: sameFigure, withDisplayOf } = embed;

/**
 * The initial state of the room. Its color map is unused.
 *
 * @param {Partial<EmbedState>} [from] - keeps the reader's language and theme
 */
export const freshState = (from = {}) => embed.fresh({ language: from.language, theme: from.theme });

/**
 * Whether the code is a frame with the page `embed.html`.
 *
 * @param {Pick<EmbedState, 'host'>} state
 */
export const isLinked = ({ host }) => host === 'iframe' || host === 'lms';

/**
 * Whether the code shows the figure in a frame. A frame has no whole room.
 *
 * @param {Pick<EmbedState, 'host' | 'figure'>} state
 */
export const isFramed = (state) => state.host === 'jupyter' || (isLinked(state) && state.figure !== 'map');

/** The initial attributes of `<heed-map>`, as a query string. */
export const SAMPLE = new URLSearchParams({
  name: 'weights',
  values: '1 0 0 0; 0.5 0.5 0 0; 0.25 0.25 0.5 0; 0.125 0.625 0.125 0.125',
  'query-labels': 'the trophy was it',
  'key-labels': 'the trophy was it',
  mask: 'causal',
}).toString();

/**
 * The initial state of another figure, for the same kind of page.
 *
 * @param {EmbedState} state @param {FigureId} figure @returns {EmbedState}
 */
export function withFigure(state, figure) {
  return { ...state, figure, of: '' };
}

/**
 * Shows the figure of a room in the room's last state, without its theme, which belongs to this page, and
 * without its file.
 *
 * @param {EmbedState} state
 * @param {RoomId} room
 * @param {string} link - the last state of that room
 * @returns {EmbedState}
 */
export function withFigureOf(state, room, link) {
  const figure = FIGURE_IDS.find((id) => id !== 'map' && FIGURES[id].room === room);
  if (!figure) return state;
  const values = new URLSearchParams(link);
  for (const name of ['theme', 'file', 'shape']) values.delete(name);
  if (!values.has('text')) return { ...state, figure, of: values.toString() };
  // A page has the small model, and no model of the reader.
  return { ...state, figure: 'model', of: values.has('model') ? '' : values.toString() };
}
