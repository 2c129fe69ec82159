import { element, setText } from '../lesson/dom.js';
import { FIGURES } from './state.js';
/** @import { RoomElement } from '../types.js' */
/** @import { EmbedModel } from './heed-embed.js' */

/**
 * The figure, live, as wide as it is to be. What the reader does in it becomes the figure that is pasted.
 *
 * @param {(of: string) => void} change
 * @param {(text: string) => void} complain
 */
export function figureView(change, complain) {
  const stage = element('div', { class: 'stage' });
  const waits = element('p', { class: 'waits' });
  const heading = element('h3', { class: 'hidden' });
  const node = element('section', { class: 'figure' }, heading, waits, stage);
  /** @type {HTMLElement | null} */
  let figure = null;
  /** What the figure shows by now. */
  let shows = '';
  /** @type {EmbedModel | null} */
  let model = null;

  // The page is told by the room alone, once the figure is part of its state.
  stage.addEventListener('heed-change', (event) => {
    event.stopPropagation();
    const { shown, state } = /** @type {EmbedModel} */ (model);
    if (!shown || state.figure === 'map') return;
    shows = shown.room.encode(/** @type {any} */ (figure).state);
    change(shows);
  });
  for (const name of ['heed-ready', 'heed-select']) stage.addEventListener(name, (event) => event.stopPropagation());
  stage.addEventListener('heed-error', (event) => {
    event.stopPropagation();
    const { message, fatal } = /** @type {import('../elements/events.js').HeedErrorEvent} */ (event);
    if (!fatal) complain(message);
  });

  /** @param {string} tag */
  function made(tag) {
    figure = document.createElement(tag);
    shows = '';
    return figure;
  }

  return {
    node,
    focus: () => figure?.focus(),
    step: (/** @type {number} */ by) => /** @type {Partial<RoomElement<any>> | null} */ (/** @type {unknown} */ (figure))?.step?.(by),
    /** @param {EmbedModel} now */
    update(now) {
      model = now;
      const { state, shown, t } = now;
      const { tag } = FIGURES[state.figure];
      setText(heading, t.embed.live);
      setText(waits, t.embed.waits);
      waits.hidden = shown !== null;
      stage.style.maxWidth = state.width === null ? '' : `${state.width}px`;
      if (!shown) return;
      const isNew = figure?.localName !== tag;
      const element = isNew ? made(tag) : /** @type {HTMLElement} */ (figure);
      if (state.figure === 'map') setAttributes(element, shown.says ?? new Map());
      else {
        if (element.getAttribute('view') !== state.view) element.setAttribute('view', state.view);
        if (state.figure === 'heads' && (element.getAttribute('src') ?? '') !== state.src) {
          if (state.src === '') element.removeAttribute('src');
          else element.setAttribute('src', state.src);
        }
        if (shows !== shown.plain) Object.assign(element, { state: shown.state });
        shows = shown.plain;
      }
      if (isNew) stage.replaceChildren(element);
    },
  };
}

/** @param {HTMLElement} element @param {Map<string, string>} attributes */
function setAttributes(element, attributes) {
  for (const name of element.getAttributeNames()) if (!attributes.has(name)) element.removeAttribute(name);
  for (const [name, text] of attributes) if (element.getAttribute(name) !== text) element.setAttribute(name, text);
}
