import { element, bringIntoView, moveSelection } from '../../../ui/dom.js';
import { html, render } from '../../../ui/html.js';
import { isChanged } from '../state/state.js';
import { scripted } from '../../../figure/formula.js';
/** @import { Model } from '../../../types.js' */

/**
 * The steps of a lesson, for the pointer and the arrow keys, and the text of the current one.
 *
 * @param {(step: number) => void} go
 * @param {() => void} openStage
 * @param {boolean} isEmbedded - an embedded figure has no title, and no controls that the text could mention
 */
export function stepsView(go, openStage, isEmbedded) {
  const node = element('div', { class: 'steps-view' });
  const onKey = (/** @type {KeyboardEvent} */ event) => moveSelection(event, (value) => go(Number(value)));

  /** @param {Model} model @param {string} name @param {number} step */
  function stepButton({ state, t }, name, step) {
    const current = step === state.step ? { 'aria-current': 'step', ref: bringIntoView } : {};
    return html`<li class=${step < state.step ? 'done' : ''}>
      <button type="button" value=${step} onClick=${() => go(step)} ...${current}>
        <b>${step + 1}</b>${` ${t.stepNames[/** @type {keyof typeof t.stepNames} */ (name)]}`}
      </button>
    </li>`;
  }

  return {
    node,
    /** @param {Model} model */
    update(model) {
      const { lesson, t } = model;
      render(
        html`<div class="lesson-head">
            <h2 class="title" part="title" hidden=${isEmbedded}>${t.lessons[lesson.id].title}</h2>
            <button type="button" class="one-step" onClick=${openStage}>${t.stage.oneStep}</button>
          </div>
          <ol class="steps" aria-label=${t.stepsLabel} onKeyDown=${onKey}>
            ${lesson.steps.map((name, step) => stepButton(model, name, step))}
          </ol>
          <p class="step-text scripted" aria-live="polite">${scripted(stepText(model, isEmbedded))}</p>`,
        node,
      );
    },
  };
}

/** @param {Model} model @param {boolean} isEmbedded */
function stepText({ lesson, state, t }, isEmbedded) {
  const name = lesson.steps[state.step];
  const words = t.lessons[lesson.id];
  // The text of a lesson describes its own numbers. If they are changed, the general text is shown.
  const own = isChanged(state) && t.steps[name] ? undefined : words.steps[name];
  const tries = own === undefined || isEmbedded ? undefined : words.tries?.[name];
  return [own ?? t.steps[name], ...(tries ? [tries] : [])].join(' ');
}
