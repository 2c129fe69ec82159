import { element, markCurrent, setText } from '../ui/dom.js';
import { addressOf, ROOM_IDS } from '../rooms/names.js';
/** @import { Room } from '../types.js' */
/** @import { Display } from '../state/display.js' */
/** @import { Strings } from '../words/languages.js' */
/** @import { RoomId } from '../rooms/names.js' */

/**
 * The links to the rooms of the page. They are links, so that they can be opened in a new window.
 *
 * @param {HTMLElement} host - contains the list
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
  let lastUpdate = '';

  return {
    /**
     * @param {string | undefined} room - the current one
     * @param {Strings} t
     * @param {Partial<Display>} display - the language and colors of a new window
     * @param {(id: RoomId) => Room<any> | undefined} loadedRoom
     */
    update(room, t, display, loadedRoom) {
      host.setAttribute('aria-label', t.rooms.label);
      links.forEach((link, place) => setText(link, t.rooms[ROOM_IDS[place]]));
      const now = `${display.language} ${display.theme} ${ROOM_IDS.filter(loadedRoom)}`;
      if (now !== lastUpdate)
        links.forEach((link, place) =>
          link.setAttribute('href', addressOf(ROOM_IDS[place], loadedRoom(ROOM_IDS[place]), display)),
        );
      lastUpdate = now;
      markCurrent(
        links,
        links.find((link) => link.dataset.room === room),
        'page',
      );
    },
  };
}
