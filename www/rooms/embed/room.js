import { HeedEmbedElement } from './heed-embed.js';
import { withFigureOf, freshState, sameFigure } from './state.js';
/** @import { Room } from '../../types.js' */
/** @import { EmbedState } from './state.js' */

/** Embed: a figure of another room, and the code for other pages. @type {Room<EmbedState>} */
export const room = {
  id: 'embed',
  tag: 'heed-embed',
  define(loadRoom) {
    if (loadRoom) HeedEmbedElement.loadRoom = loadRoom;
    HeedEmbedElement.define();
  },
  ...HeedEmbedElement.parts,
  bring: withFigureOf,
  figure: (element) => /** @type {HeedEmbedElement} */ (/** @type {unknown} */ (element)).shownFigure,
  isChanged: (state) => !sameFigure(state, freshState()),
  keys: (t) => t.embed.keys,
  resetWords: (_, t) => t.embed.reset,
};
