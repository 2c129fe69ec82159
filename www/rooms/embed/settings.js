import { choice, int, text } from '../../state/fields.js';
import { settings } from '../../state/settings.js';
/** @import { RoomId } from '../names.js' */

/** The figures: their elements, and the rooms whose scripts contain them. */
export const FIGURES = Object.freeze({
  map: { tag: 'heed-map', room: /** @type {RoomId} */ ('learn') },
  lesson: { tag: 'heed-lesson', room: /** @type {RoomId} */ ('learn') },
  mask: { tag: 'heed-mask', room: /** @type {RoomId} */ ('masks') },
  heads: { tag: 'heed-heads', room: /** @type {RoomId} */ ('maps') },
  model: { tag: 'heed-model', room: /** @type {RoomId} */ ('maps') },
  contrast: { tag: 'heed-contrast', room: /** @type {RoomId} */ ('contrast') },
});
/** @typedef {keyof typeof FIGURES} FigureId */
export const FIGURE_IDS = /** @type {FigureId[]} */ (Object.keys(FIGURES));

/** The settings of the room: a figure, and the kind of page to paste it into. */
export const embed = settings(
  { room: 'embed' },
  {
    figure: choice(FIGURE_IDS).is('lesson').subject(),
    /**
     * The figure's state as a fragment; for `<heed-map>`, its attributes as a query string. Empty for the
     * initial state.
     */
    of: text().undoable(),
    view: choice(/** @type {const} */ (['figure', 'room'])).undoable(),
    /** The address of the file with a model's heads, relative to the reader's page. */
    src: text().undoable(),
    /** The kind of page that the code is for. */
    host: choice(
      /** @type {const} */ ([
        'html',
        'reveal',
        'mdbook',
        'mkdocs',
        'myst',
        'quarto',
        'react',
        'jupyter',
        'iframe',
        'lms',
        'file',
      ]),
    ).undoable(),
    /** Where Heedmap is served; empty for the address of this page. */
    base: text().undoable(),
    /** The width of the figure, in px; null for all available. */
    width: int(240, 2000).optional().undoable(),
    /** The initial height of a frame, in px; null for the measured height. */
    height: int(120, 4000).optional().undoable(),
  },
);
