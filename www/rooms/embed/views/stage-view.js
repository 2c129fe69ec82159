import { matrixToText } from '../../../format/parse.js';
import { element } from '../../../ui/dom.js';
import { withAttribute } from '../shown.js';
import { frameWidth } from '../frame-size.js';
import { FIGURES } from '../settings.js';
import { isFramed } from '../state.js';
/** @import { HeedErrorEvent } from '../../../element/events.js' */
/** @import { EmbedModel } from '../heed-embed.js' */

/**
 * The live figure, in the chosen width. Changes by the reader become part of the code.
 *
 * @param {(of: string) => void} onChange - receives the new state of the figure
 * @param {(message: string) => void} onError
 */
export function stageView(onChange, onError) {
  const stage = element('div', { class: 'stage' });
  /** @type {HTMLElement | null} */
  let figure = null;
  /** The state that the figure shows, as a link. */
  let shownLink = '';
  /** The values that the reader edited in a `<heed-map>`, whose attribute is older. @type {string | null} */
  let edited = null;
  /** @type {EmbedModel | null} */
  let model = null;

  // The page gets only the events of the room, which follow once the figure's state is part of the room's.
  stage.addEventListener('heed-change', (event) => {
    event.stopPropagation();
    const { shown, state } = /** @type {EmbedModel} */ (model);
    if (!shown) return;
    if (state.figure === 'map') {
      edited = matrixToText(/** @type {any} */ (figure).data);
      return onChange(/** @type {{ of: string }} */ (withAttribute(state, shown, 'values', edited)).of);
    }
    shownLink = shown.room.encode(/** @type {any} */ (figure).state);
    return onChange(shownLink);
  });
  for (const name of ['heed-ready', 'heed-select'])
    stage.addEventListener(name, (event) => event.stopPropagation());
  stage.addEventListener('heed-error', (event) => {
    event.stopPropagation();
    const { message, fatal } = /** @type {HeedErrorEvent} */ (event);
    if (!fatal) onError(message);
  });

  /** @param {string} tag */
  function create(tag) {
    figure = document.createElement(tag);
    shownLink = '';
    edited = null;
    return figure;
  }

  return {
    node: stage,
    get figure() {
      return figure;
    },
    /** @param {EmbedModel} next */
    update(next) {
      model = next;
      const { state, shown } = next;
      const { tag } = FIGURES[state.figure];
      const framed = isFramed(state);
      const width = framed ? frameWidth(state.width) : state.width;
      stage.style.maxWidth = width === null ? '' : `${width}px`;
      const view = framed ? 'figure' : state.view;
      if (!shown) return;
      const isNew = figure?.localName !== tag;
      const element = isNew ? create(tag) : /** @type {HTMLElement} */ (figure);
      if (state.figure === 'map') {
        const attributes = shown.preview ?? new Map();
        // After an undo, the figure reads its old values from the attribute again.
        if (edited !== null && attributes.get('values') !== edited) {
          element.removeAttribute('values');
          edited = null;
        }
        setAttributes(element, attributes, edited === null ? '' : 'values');
      } else {
        if (element.getAttribute('view') !== view) element.setAttribute('view', view);
        if (shownLink !== shown.plain) Object.assign(element, { state: shown.state });
        shownLink = shown.plain;
      }
      if (isNew) stage.replaceChildren(element);
    },
  };
}

/**
 * @param {HTMLElement} element
 * @param {Map<string, string>} attributes
 * @param {string} kept - the name of an attribute that stays as it is
 */
function setAttributes(element, attributes, kept) {
  for (const name of element.getAttributeNames()) if (!attributes.has(name)) element.removeAttribute(name);
  for (const [name, text] of attributes)
    if (name !== kept && element.getAttribute(name) !== text) element.setAttribute(name, text);
}
