import * as engine from './engine.js';
import { headerView } from './app/header.js';
import { pageKeys, showKeys } from './app/keys.js';
import { copyLink, placeFrom, writeAddress } from './app/link.js';
import { lessonsView, roomsView } from './app/navigation.js';
import { roomNamed, ROOMS } from './app/rooms.js';
import { HeedMapElement } from './elements/heed-map.js';
import { setText } from './lesson/dom.js';
import { freshState } from './state/state.js';
import { LANGUAGES, languageOf } from './strings/index.js';
/** @import { Look, Room, RoomElement } from './types.js' */

/**
 * Wires index.html: the head of the page, the address and the rooms. The elements are registered once the engine is there, so that none asks for it twice.
 *
 * @param {Promise<Uint8Array> | Uint8Array} bytes - of the engine
 */
export async function start(bytes) {
  const page = pageParts();
  try {
    await engine.load(await bytes);
  } catch (error) {
    setText(page.status, LANGUAGES[languageOf(null, navigator.languages)].page.failed(error instanceof Error ? error.message : String(error)));
    return;
  }
  HeedMapElement.define();
  for (const { element } of ROOMS) element.define();
  open(page);
}

/** @param {ReturnType<typeof pageParts>} page */
function open(page) {
  /** The rooms that were entered, each with its own history. @type {Map<Room<any>, RoomElement<any>>} */
  const entered = new Map();
  let room = ROOMS[0];
  const shown = () => /** @type {RoomElement<any>} */ (entered.get(room));
  const words = () => LANGUAGES[shown().language];
  const refuses = (/** @type {Room<any>} */ of, /** @type {any} */ state) => of.refusal(engine, state, LANGUAGES[languageOf(state.language, navigator.languages)]);
  const actions = {
    undo: () => shown().undo(),
    redo: () => shown().redo(),
    reset: () => shown().reset(),
    step: (/** @type {number} */ by) => shown().step(by),
    keys: () => showKeys(words(), room.keys(words())),
    copy: async () => say((await copyLink(room.encode(shown().state))) ? words().page.copied : words().page.notCopied),
    speak: (/** @type {'en' | 'es'} */ language) => shown().show({ language }),
    colour: (/** @type {'light' | 'dark'} */ theme) => shown().show({ theme }),
  };
  const header = headerView(page.actions, actions);
  const rooms = roomsView(page.rooms, (id) => walk(roomNamed(id) ?? room));
  const lessons = lessonsView(page.lessons, (id) => {
    shown().state = freshState(id, shown().state);
    say('');
    refresh();
  });
  const say = (/** @type {string} */ text) => {
    setText(page.status, text);
    page.status.hidden = text === '';
  };

  /** Shows a room that was not entered before in a state. @param {Room<any>} next @param {any} state */
  function enter(next, state) {
    const element = /** @type {RoomElement<any>} */ (document.createElement(next.tag));
    // Set before it is connected, so that its history begins with this state and undoing cannot lead to another.
    element.state = state;
    entered.set(next, element);
    page.main.append(element);
  }
  /** @param {Room<any>} next */
  function turnTo(next) {
    room = next;
    for (const [each, element] of entered) element.hidden = each !== next;
  }
  /** Goes to another room as it was left, or as it opens, in the language and the colours of this one. @param {Room<any>} next */
  function walk(next) {
    const { language, theme } = shown().state;
    if (!entered.has(next)) enter(next, next.fresh({ language, theme }));
    turnTo(next);
    shown().show({ language, theme });
    say('');
    refresh();
  }
  function refresh() {
    const { state, language, canUndo, canRedo } = shown();
    const t = words();
    showTheme(state.theme);
    document.documentElement.lang = language;
    document.title = t.page.title;
    setText(page.skip, t.page.skip);
    setText(page.footer, t.page.footer);
    header.update({ t, language, theme: themeOf(state), canUndo, canRedo, canReset: room.isChanged(state), reset: room.resetWords(state, t) });
    rooms.update(room.id, t);
    page.lessons.hidden = room !== ROOMS[0];
    if (!page.lessons.hidden) lessons.update(state, t);
    writeAddress(room.encode(state));
  }
  function readAddress() {
    const place = placeFrom(location.hash, refuses);
    const known = entered.get(place.room);
    if (known) known.state = place.state;
    else enter(place.room, place.state);
    turnTo(place.room);
    say(place.say(words()));
    refresh();
  }

  page.main.addEventListener('heed-change', () => {
    say('');
    refresh();
  });
  addEventListener('hashchange', readAddress);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', refresh);
  // A jump to the figure would be an address of its own, and lose what the address holds.
  page.skip.addEventListener('click', (event) => {
    event.preventDefault();
    shown().focus();
  });
  pageKeys(actions);
  readAddress();
}

/** The parts of index.html that have a name. */
function pageParts() {
  const byId = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
  return {
    main: byId('main'),
    rooms: byId('rooms'),
    lessons: byId('lessons'),
    actions: byId('actions'),
    status: byId('status'),
    skip: byId('skip'),
    footer: byId('footer'),
  };
}

/** @param {Look['theme']} theme */
function showTheme(theme) {
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
}

/** @param {Look} state @returns {'light' | 'dark'} */
function themeOf({ theme }) {
  return theme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
}
