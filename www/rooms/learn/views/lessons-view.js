import { LESSON_IDS } from '../lessons/index.js';
import { element, markCurrent, setText } from '../../../ui/dom.js';
/** @import { State } from '../../../types.js' */
/** @import { Strings } from '../../../page/words/en.js' */

/**
 * The row of lessons.
 *
 * @param {HTMLElement} host - with a list in it
 * @param {(lesson: string) => void} open
 */
export function lessonsView(host, open) {
  const buttons = LESSON_IDS.map((id) =>
    element('button', { type: 'button', value: id, onclick: () => open(id) }),
  );
  host.firstElementChild?.append(...buttons.map((button) => element('li', {}, button)));
  return {
    /** @param {State} state @param {Strings} t */
    update(state, t) {
      for (const button of buttons) setText(button, t.lessons[button.value].chip);
      markCurrent(
        buttons,
        buttons.find((button) => button.value === state.lesson),
        'true',
      );
      host.setAttribute('aria-label', t.page.lessons);
    },
  };
}
