import { element, markCurrent, setText } from '../lesson/dom.js';
import { LESSON_IDS } from '../lessons/index.js';
import { addressOf, ROOMS } from './rooms.js';
/** @import { Look, State } from '../types.js' */
/** @import { Strings } from '../strings/en.js' */

/**
 * The rooms of the page, as links: they can be opened in a window of their own.
 *
 * @param {HTMLElement} host - with a list in it
 * @param {(id: string) => void} open
 */
export function roomsView(host, open) {
  const links = ROOMS.map((room) => element('a', {
    'data-room': room.id,
    onclick: (/** @type {MouseEvent} */ event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      open(room.id);
    },
  }));
  host.firstElementChild?.append(...links.map((link) => element('li', {}, link)));
  let built = '';

  return {
    /** @param {string} room @param {Strings} t @param {Look} look - in which a window of its own opens */
    update(room, t, look) {
      host.setAttribute('aria-label', t.rooms.label);
      for (const link of links) setText(link, t.rooms[/** @type {keyof Strings['rooms']} */ (link.dataset.room)]);
      const now = `${look.language} ${look.theme}`;
      if (now !== built) links.forEach((link, place) => link.setAttribute('href', addressOf(ROOMS[place], look)));
      built = now;
      markCurrent(links, links.find((link) => link.dataset.room === room), 'page');
    },
  };
}

/**
 * The row of lessons.
 *
 * @param {HTMLElement} host - with a list in it
 * @param {(lesson: string) => void} open
 */
export function lessonsView(host, open) {
  const buttons = LESSON_IDS.map((id) => element('button', { type: 'button', value: id, onclick: () => open(id) }));
  host.firstElementChild?.append(...buttons.map((button) => element('li', {}, button)));
  return {
    /** @param {State} state @param {Strings} t */
    update(state, t) {
      for (const button of buttons) setText(button, t.lessons[button.value].chip);
      markCurrent(buttons, buttons.find((button) => button.value === state.lesson), 'true');
      host.setAttribute('aria-label', t.page.lessons);
    },
  };
}
