import * as engine from './engine.js';
import { headerView } from './app/header.js';
import { pageKeys, showKeys } from './app/keys.js';
import { copyLink, isReturn, placeFrom, writeAddress } from './app/link.js';
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
    if (next === room) return;
    const look = lookOf(shown().state);
    if (!entered.has(next)) enter(next, next.fresh(look));
    turnTo(next);
    writeAddress(next.encode(shown().state), true);
    shown().show(look);
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
    rooms.update(room.id, t, lookOf(state));
    page.lessons.hidden = room !== ROOMS[0];
    if (!page.lessons.hidden) lessons.update(state, t);
    writeAddress(room.encode(state), false);
  }
  function readAddress() {
    const look = entered.size > 0 ? lookOf(shown().state) : {};
    const place = placeFrom(location.hash, refuses, look);
    // The way back is seen in the language and the colours of now; a link brings its own.
    const { language, theme } = { ...place.state, ...(isReturn() ? look : {}) };
    const state = { ...place.state, language, theme };
    const known = entered.get(place.room);
    if (!known) enter(place.room, state);
    turnTo(place.room);
    if (known) {
      known.show({ language, theme });
      // Nothing that one would undo, where the room is still as it was left.
      if (place.room.encode(known.state) !== place.room.encode(state)) known.state = state;
    }
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

/** @param {Look} state @returns {Look} */
function lookOf({ language, theme }) {
  return { language, theme };
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
