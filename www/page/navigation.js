import { element, markCurrent, setText } from '../ui/dom.js';
import { addressOf, ROOM_IDS } from '../rooms/names.js';
/** @import { Look, Room } from '../types.js' */
/** @import { Strings } from './words/en.js' */
/** @import { RoomId } from '../rooms/names.js' */

/**
 * The rooms of the page, as links: they can be opened in a window of their own.
 *
 * @param {HTMLElement} host - with a list in it
 * @param {(id: RoomId) => void} open
 */
export function roomsView(host, open) {
  const links = ROOM_IDS.map((id) =>
    element('a', {
      'data-room': id,
      onclick: (/** @type {MouseEvent} */ event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        open(id);
      },
    }),
  );
  host.firstElementChild?.append(...links.map((link) => element('li', {}, link)));
  let built = '';

  return {
    /**
     * @param {string | undefined} room - the one that is shown
     * @param {Strings} t
     * @param {Look} look - in which a window of its own opens
     * @param {(id: RoomId) => Room<any> | undefined} there - a room whose script has come
     */
    update(room, t, look, there) {
      host.setAttribute('aria-label', t.rooms.label);
      links.forEach((link, place) => setText(link, t.rooms[ROOM_IDS[place]]));
      const now = `${look.language} ${look.theme} ${ROOM_IDS.filter(there)}`;
      if (now !== built)
        links.forEach((link, place) =>
          link.setAttribute('href', addressOf(ROOM_IDS[place], there(ROOM_IDS[place]), look)),
        );
      built = now;
      markCurrent(
        links,
        links.find((link) => link.dataset.room === room),
        'page',
      );
    },
  };
}
