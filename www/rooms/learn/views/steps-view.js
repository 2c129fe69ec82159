import { scripted } from '../../../figure/formula.js';
import { isChanged } from '../state/state.js';
import { element, markCurrent, setText } from '../../../ui/dom.js';
/** @import { Model } from '../../../types.js' */

/**
 * The steps of a lesson, to click or to walk with the arrow keys, and what the chosen one says.
 *
 * @param {(step: number) => void} go
 * @param {() => void} stage - opens the step by itself
 * @param {boolean} [inText] - whether it stands in a text, whose own headings say what it is about
 */
export function stepsView(go, stage, inText = false) {
  const title = element('h2', { class: 'title', part: 'title', hidden: inText });
  const list = element('ol', { class: 'steps', onkeydown: onKey });
  const text = element('p', { class: 'step-text scripted', 'aria-live': 'polite' });
  const one = element('button', { type: 'button', class: 'one-step', onclick: stage });
  const head = element('div', { class: 'lesson-head' }, title, one);
  const node = element('div', { class: 'steps-view' }, head, list, text);
  /** @type {HTMLButtonElement[]} */
  let buttons = [];
  let built = '';
  let said = '';

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    const at = buttons.findIndex((button) => button === event.target);
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: buttons.length - 1 }[event.key];
    if (at < 0 || to === undefined || to < 0 || to >= buttons.length) return;
    event.preventDefault();
    buttons[to].focus();
    go(to);
  }

  /** @param {Model} model */
  function build({ lesson, t }) {
    buttons = lesson.steps.map((name, step) =>
      element(
        'button',
        { type: 'button', onclick: () => go(step) },
        element('b', {}, String(step + 1)),
        ` ${t.stepNames[/** @type {keyof typeof t.stepNames} */ (name)]}`,
      ),
    );
    list.replaceChildren(...buttons.map((button) => element('li', {}, button)));
    list.setAttribute('aria-label', t.stepsLabel);
  }

  return {
    node,
    /** @param {Model} model */
    update(model) {
      const { lesson, state, t, language } = model;
      const now = `${lesson.id} ${language}`;
      if (now !== built) build(model);
      built = now;
      const name = lesson.steps[state.step];
      const words = t.lessons[lesson.id];
      setText(title, words.title);
      setText(one, t.stage.oneStep);
      // What a lesson says of its own numbers is true of these only; what it says of the room's controls,
      // where they are.
      const own = isChanged(state) && t.steps[name] ? undefined : words.steps[name];
      const tries = own === undefined || inText ? undefined : words.tries?.[name];
      const says = [own ?? t.steps[name], ...(tries ? [tries] : [])].join(' ');
      if (says !== said) text.replaceChildren(...scripted(says));
      said = says;
      buttons.forEach((button, step) => button.parentElement?.classList.toggle('done', step < state.step));
      markCurrent(buttons, buttons[state.step], 'step');
    },
  };
}
