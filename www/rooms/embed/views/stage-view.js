import { matrixToText } from '../../../format/matrix.js';
import { element } from '../../../ui/dom.js';
import { withAttribute } from '../model.js';
import { frameWidth } from '../frame-size.js';
import { FIGURES, isFramed } from '../state.js';
/** @import { EmbedModel } from '../heed-embed.js' */

/**
 * The live figure, in the chosen width. Changes by the reader become part of the code.
 *
 * @param {(of: string) => void} change
 * @param {(text: string) => void} complain
 */
export function stageView(change, complain) {
  const stage = element('div', { class: 'stage' });
  /** @type {HTMLElement | null} */
  let figure = null;
  /** The current state of the figure. */
  let shows = '';
  /**
   * The numbers of a matrix after edits by the reader, which differ from its attribute.
   *
   * @type {string | null}
   */
  let edited = null;
  /** @type {EmbedModel | null} */
  let model = null;

  // Only the room dispatches events to the page, once the figure is part of its state.
  stage.addEventListener('heed-change', (event) => {
    event.stopPropagation();
    const { shown, state } = /** @type {EmbedModel} */ (model);
    if (!shown) return;
    if (state.figure === 'map') {
      edited = matrixToText(/** @type {any} */ (figure).data);
      return change(/** @type {{ of: string }} */ (withAttribute(state, shown, 'values', edited)).of);
    }
    shows = shown.room.encode(/** @type {any} */ (figure).state);
    return change(shows);
  });
  for (const name of ['heed-ready', 'heed-select'])
    stage.addEventListener(name, (event) => event.stopPropagation());
  stage.addEventListener('heed-error', (event) => {
    event.stopPropagation();
    const { message, fatal } = /** @type {import('../../../element/events.js').HeedErrorEvent} */ (event);
    if (!fatal) complain(message);
  });

  /** @param {string} tag */
  function made(tag) {
    figure = document.createElement(tag);
    shows = '';
    edited = null;
    return figure;
  }

  return {
    node: stage,
    shown: () => figure,
    /** @param {EmbedModel} now */
    update(now) {
      model = now;
      const { state, shown } = now;
      const { tag } = FIGURES[state.figure];
      const framed = isFramed(state);
      const width = framed ? frameWidth(state.width) : state.width;
      stage.style.maxWidth = width === null ? '' : `${width}px`;
      const view = framed ? 'figure' : state.view;
      if (!shown) return;
      const isNew = figure?.localName !== tag;
      const element = isNew ? made(tag) : /** @type {HTMLElement} */ (figure);
      if (state.figure === 'map') {
        const says = shown.drawn ?? new Map();
        // Undone: the attribute has its old value and is read again.
        if (edited !== null && says.get('values') !== edited) {
          element.removeAttribute('values');
          edited = null;
        }
        setAttributes(element, says, edited === null ? '' : 'values');
      } else {
        if (element.getAttribute('view') !== view) element.setAttribute('view', view);
        if (shows !== shown.plain) Object.assign(element, { state: shown.state });
        shows = shown.plain;
      }
      if (isNew) stage.replaceChildren(element);
    },
  };
}

/**
 * @param {HTMLElement} element
 * @param {Map<string, string>} attributes
 * @param {string} kept - one that stays as it is
 */
function setAttributes(element, attributes, kept) {
  for (const name of element.getAttributeNames()) if (!attributes.has(name)) element.removeAttribute(name);
  for (const [name, text] of attributes)
    if (name !== kept && element.getAttribute(name) !== text) element.setAttribute(name, text);
}
