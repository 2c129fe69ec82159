import { LESSON_GROUPS } from '../lessons/index.js';
import { element, setText } from '../../../ui/dom.js';
/** @import { State } from '../../../types.js' */
/** @import { Strings } from '../../../words/languages.js' */

/**
 * The list of lessons. It shows the name of the open lesson, which then needs no other title.
 *
 * @param {HTMLElement} host
 * @param {(lesson: string) => void} open
 */
export function lessonsView(host, open) {
  const groups = Object.entries(LESSON_GROUPS).map(([id, lessons]) => {
    const options = lessons.map((value) => element('option', { value }));
    return { id, options, node: element('optgroup', {}, ...options) };
  });
  const select = element('select', { onchange: () => open(select.value) }, ...groups.map(({ node }) => node));
  host.replaceChildren(select);
  return {
    /** @param {State} state @param {Strings} t */
    update(state, t) {
      for (const { id, options, node } of groups) {
        node.label = t.page.lessonGroups[/** @type {keyof typeof LESSON_GROUPS} */ (id)];
        for (const option of options) setText(option, t.lessons[option.value].title);
      }
      select.value = state.lesson;
      select.setAttribute('aria-label', t.page.lessons);
    },
  };
}
