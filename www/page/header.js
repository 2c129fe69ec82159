import { Icon } from '../ui/controls.js';
import { html, render } from '../ui/html.js';
import { addressOf, ROOM_IDS } from '../rooms/names.js';
import { LANGUAGES } from '../words/languages.js';
import { MenuButton } from './menu.js';
import { element, markCurrent, setText } from '../ui/dom.js';
/** @import { Strings } from '../words/languages.js' */
/** @import { RoomId } from '../rooms/names.js' */
/** @import { MenuGroup, MenuItem } from './menu.js' */
/** @import { Language } from '../state/languages.js' */
/** @import { Room } from '../types.js' */
/** @import { Display } from '../state/fields.js' */

/**
 * @typedef {object} PageActions
 * @property {() => void} undo
 * @property {() => void} redo
 * @property {() => void} reset
 * @property {() => void} copyLink
 * @property {() => void} showKeys
 * @property {(id: RoomId) => void} openRoom
 * @property {(language: Language) => void} setLanguage
 * @property {(theme: 'light' | 'dark') => void} setTheme
 */

/**
 * @typedef {object} PageState
 * @property {Strings} t
 * @property {string} language
 * @property {'light' | 'dark'} theme
 * @property {RoomId} room
 * @property {string} title - the title of the room's current content; narrow pages show it in place of the rooms
 * @property {(id: RoomId) => string} addressOf
 * @property {boolean} canUndo
 * @property {boolean} canRedo
 * @property {boolean} canReset
 * @property {string} reset - the text of this menu item
 */

/** Menu items that another script adds. @typedef {(t: Strings) => MenuItem[]} MoreItems */

/**
 * The right end of the header: a button for the most frequent action, and a menu with the others.
 *
 * @param {HTMLElement} host
 * @param {PageActions} actions
 */
export function headerView(host, actions) {
  /** @type {MoreItems} */
  let more = () => [];
  return {
    /** Adds items to the menu. @param {MoreItems} items */
    addItems(items) {
      more = items;
    },
    /** @param {PageState} page */
    update(page) {
      const { t } = page;
      render(
        html`<p class="title">${page.title}</p>
          <button type="button" class="copy" onClick=${actions.copyLink}>
            <${Icon} name="link" />${t.page.copy}
          </button>
          <${MenuButton} label=${t.page.menu} groups=${groupsOf(page, actions, more(t))} />`,
        host,
      );
    },
  };
}

/** @param {PageState} page @param {PageActions} actions @param {MenuItem[]} more @returns {MenuGroup[]} */
function groupsOf(page, actions, more) {
  const { t } = page;
  return [
    {
      label: t.rooms.label,
      items: ROOM_IDS.map((id) => ({
        narrow: true,
        text: t.rooms[id],
        href: page.addressOf(id),
        checked: id === page.room,
        act: () => actions.openRoom(id),
      })),
    },
    {
      label: t.page.changes,
      items: [
        { text: t.page.undo, keys: 'Ctrl Z', disabled: !page.canUndo, stays: true, act: actions.undo },
        { text: t.page.redo, keys: 'Ctrl Y', disabled: !page.canRedo, stays: true, act: actions.redo },
        { text: page.reset, disabled: !page.canReset, act: actions.reset },
      ],
    },
    { label: t.page.share, items: [{ text: t.page.copy, narrow: true, act: actions.copyLink }, ...more] },
    {
      label: t.page.language,
      isChoice: true,
      items: Object.entries(LANGUAGES).map(([id, { name }]) => ({
        text: name,
        lang: id,
        checked: id === page.language,
        act: () => actions.setLanguage(/** @type {Language} */ (id)),
      })),
    },
    {
      label: t.page.theme,
      isChoice: true,
      items: /** @type {const} */ (['light', 'dark']).map((theme) => ({
        text: t.page[theme],
        checked: theme === page.theme,
        act: () => actions.setTheme(theme),
      })),
    },
    { label: t.page.keys, items: [{ text: t.page.keys, keys: '?', act: actions.showKeys }] },
  ];
}

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
