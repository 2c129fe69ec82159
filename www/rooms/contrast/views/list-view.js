import { moveSelection } from '../../../ui/dom.js';
import { html } from '../../../ui/html.js';
import { ScrolledList } from '../../../ui/scrolled-list.js';
import { FIGURES } from '../figures.js';
/** @import { ContrastModel } from '../session.js' */

/**
 * The list of mistakes, which the arrow keys move through, and a description of the current one.
 *
 * @param {{ model: ContrastModel, go: (figure: string) => void }} props
 */
export function List({ model: { figure, t }, go }) {
  const words = t.contrast.figures;
  const { title, happens, tries } = words[figure.id];
  const button = (/** @type {typeof FIGURES[number]['id']} */ id, /** @type {number} */ place) => {
    const current = id === figure.id ? 'true' : null;
    return html`<button type="button" value=${id} onClick=${() => go(id)} aria-current=${current}>
      <b>${place + 1}</b>${' '}<span>${words[id].chip}</span>
    </button>`;
  };
  const onKey = (/** @type {KeyboardEvent} */ event) => moveSelection(event, go);
  return html`<div class="list-view">
    <${ScrolledList} name="steps" label=${t.contrast.list} current=${figure.id} onKeyDown=${onKey}>
      ${FIGURES.map(({ id }, place) => html`<li key=${id}>${button(id, place)}</li>`)}
    <//>
    <h2 class="title">${title}</h2>
    <p class="step-text" aria-live="polite">${tries ? `${happens} ${tries}` : happens}</p>
  </div>`;
}
