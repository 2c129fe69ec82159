/** @import { RoomId } from '../names.js' */
/** @import { Look } from '../../types.js' */
/** @import { Language } from '../../state/languages.js' */

/**
 * The whole state of the room: a figure, and the kind of page to paste it into.
 *
 * @typedef {object} EmbedState
 * @property {FigureId} figure
 * @property {string} of - the figure's state as a fragment; for `<heed-map>`, its attributes as a query
 *   string. Empty for the initial state
 * @property {'figure' | 'room'} view
 * @property {string} src - the address of the file with a model's heads, relative to the reader's page
 * @property {Host} host - the kind of page
 * @property {string} base - where Heedmap is served; empty for the address of this page
 * @property {number | null} width - of the figure, in px; null for all available
 * @property {number | null} height - the initial height of a frame, in px; null for the measured height
 * @property {'ember' | 'viridis' | 'cividis' | 'grey'} map - unused: every state has a color map
 * @property {Language | null} language
 * @property {'light' | 'dark' | null} theme
 */

/** The figures: their elements, and the rooms whose scripts contain them. */
export const FIGURES = Object.freeze({
  map: { tag: 'heed-map', room: /** @type {RoomId} */ ('learn') },
  lesson: { tag: 'heed-lesson', room: /** @type {RoomId} */ ('learn') },
  mask: { tag: 'heed-mask', room: /** @type {RoomId} */ ('masks') },
  heads: { tag: 'heed-heads', room: /** @type {RoomId} */ ('maps') },
  contrast: { tag: 'heed-contrast', room: /** @type {RoomId} */ ('contrast') },
});
/** @typedef {keyof typeof FIGURES} FigureId */
export const FIGURE_IDS = /** @type {FigureId[]} */ (Object.keys(FIGURES));

/** The kinds of pages that the code is for. */
export const HOSTS = Object.freeze(
  /** @type {const} */ (['html', 'mdbook', 'mkdocs', 'myst', 'react', 'jupyter', 'iframe', 'file']),
);
/** @typedef {typeof HOSTS[number]} Host */

export const BOUNDS = Object.freeze({ width: [240, 2000], height: [120, 4000] });

/**
 * Whether the code shows the figure in a frame. A frame has no whole room.
 *
 * @param {Pick<EmbedState, 'host' | 'figure'>} state
 */
export const isFramed = ({ host, figure }) => host === 'jupyter' || (host === 'iframe' && figure !== 'map');

/** The initial attributes of `<heed-map>`, as a query string. */
export const SAMPLE = new URLSearchParams({
  name: 'weights',
  values: '1 0 0 0; 0.5 0.5 0 0; 0.25 0.25 0.5 0; 0.125 0.625 0.125 0.125',
  'query-labels': 'the trophy was it',
  'key-labels': 'the trophy was it',
  mask: 'causal',
}).toString();

/**
 * The initial state of the room.
 *
 * @param {Partial<Look>} [from] - keeps the reader's language and colors
 * @returns {EmbedState}
 */
export function freshState(from) {
  return {
    figure: 'lesson',
    of: '',
    view: 'figure',
    src: '',
    host: 'html',
    base: '',
    width: null,
    height: null,
    map: 'ember',
    language: from?.language ?? null,
    theme: from?.theme ?? null,
  };
}

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
  return { ...state, figure, of: values.toString() };
}

/**
 * Whether two states are equal, apart from the display settings of the room.
 *
 * @param {EmbedState} a @param {EmbedState} b
 */
export function sameFigure(a, b) {
  return /** @type {(keyof EmbedState)[]} */ (Object.keys(a)).every(
    (name) => ['map', 'language', 'theme'].includes(name) || a[name] === b[name],
  );
}

/**
 * An earlier state with the current language and colors.
 *
 * @param {EmbedState} past @param {EmbedState} now @returns {EmbedState}
 */
export function withLookOf(past, { map, language, theme }) {
  return { ...past, map, language, theme };
}
