import { html } from '../../../ui/html.js';
import { ScrolledList } from '../../../ui/scrolled-list.js';
/** @import { StageProps, StageStep } from './stage.js' */

/** The names of the steps. @param {Pick<StageProps, 'steps' | 'at' | 't' | 'go'>} props */
export function Progress({ steps, at, t, go }) {
  const item = (/** @type {StageStep} */ { id, name }, /** @type {number} */ index) =>
    html`<li key=${id} class=${index < at ? 'done' : index === at ? 'now' : ''}>
      <button type="button" aria-current=${index === at ? 'step' : null} onClick=${() => go(index)}>
        ${name}
      </button>
    </li>`;
  return html`<${ScrolledList} name="progress" label=${t.stepsLabel} current=${at}>${steps.map(item)}<//>`;
}
