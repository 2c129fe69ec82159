import { bringIntoView, moveSelection } from '../../../ui/dom.js';
import { html } from '../../../ui/html.js';
import { isChanged } from '../state/state.js';
import { scripted } from '../../../figure/formula.js';
/** @import { Model } from '../../../types.js' */

/**
 * The steps of a lesson, for the pointer and the arrow keys, and the text of the current one. An embedded
 * figure has no title, and no controls that the text could mention.
 *
 * @param {{ model: Model, show: (patch: { step: number }) => void, openStage: () => void, isEmbedded: boolean }} props
 */
export function Steps({ model, show, openStage, isEmbedded }) {
  const { lesson, state, t } = model;
  const onKey = (/** @type {KeyboardEvent} */ event) =>
    moveSelection(event, (value) => show({ step: Number(value) }));
  const item = (/** @type {string} */ name, /** @type {number} */ step) => {
    const current = step === state.step ? { 'aria-current': 'step', ref: bringIntoView } : {};
    return html`<li class=${step < state.step ? 'done' : ''}>
      <button type="button" value=${step} onClick=${() => show({ step })} ...${current}>
        <b>${step + 1}</b>${` ${t.stepNames[/** @type {keyof typeof t.stepNames} */ (name)]}`}
      </button>
    </li>`;
  };
  return html`<div class="lesson-head">
      <h2 class="title" part="title" hidden=${isEmbedded}>${t.lessons[lesson.id].title}</h2>
      <button type="button" class="one-step" onClick=${openStage}>${t.stage.oneStep}</button>
    </div>
    <ol class="steps" aria-label=${t.stepsLabel} onKeyDown=${onKey}>
      ${lesson.steps.map(item)}
    </ol>
    <p class="step-text scripted" aria-live="polite">${scripted(stepText(model, isEmbedded))}</p>`;
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
