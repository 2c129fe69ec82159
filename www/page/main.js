import { addressOfPage, isReturn } from './address.js';
import { headerView } from './header.js';
import { pageKeys, showKeys } from './keys.js';
import { copyLink, placeFrom, readAddress } from './link.js';
import { roomsView } from './navigation.js';
import { addressOf, ROOM_IDS, roomIdOf } from '../rooms/names.js';
import { setLanguage, setText } from '../ui/dom.js';
import { MAX_LENGTH } from '../state/packed-link.js';
import { LANGUAGES, languageOf } from '../words/languages.js';
/** @import { RoomId } from '../rooms/names.js' */
/** @import { Look, Room, RoomElement } from '../types.js' */
/** @import { Language } from '../state/languages.js' */

/**
 * A loaded room and its program, which is unpacked when the room is opened.
 *
 * @typedef {{ room: Room<any>, program: import('../engine/instance.js').WasmInit, started: boolean }} Arrived
 */

/**
 * The interface of the page for scripts that are loaded later.
 *
 * @typedef {object} OpenPage
 * @property {() => import('./words/en.js').Strings} words
 * @property {(text: string) => void} say
 * @property {() => { room: Room<any>, element: RoomElement<any> } | null} shown
 */

/**
 * Connects the parts of index.html: the header, the address and the rooms. Each room has its own script. The
 * page opens with the room of the address and does not wait for the others.
 *
 * Returns a function that adds a loaded room, and one that adds menu items.
 */
export function start() {
  const page = pageParts();
  /** @type {Map<RoomId, Arrived>} */
  const arrived = new Map();
  /** The rooms that were opened, each with its own history. @type {Map<Room<any>, RoomElement<any>>} */
  const entered = new Map();
  /** @type {Map<Room<any>, ReturnType<NonNullable<Room<any>['bar']>>>} */
  const bars = new Map();
  /** The current room; null until one is shown. @type {Room<any> | null} */
  let room = null;
  /**
   * The room to open, and what happens then: the last request counts.
   *
   * @type {{ id: RoomId, go: (room: Room<any>) => void } | null}
   */
  let wish = null;
  /** Whether all scripts have been loaded or have failed. */
  let isComplete = false;
  /** Continues a pending request if its room is loaded. @type {(() => void)[]} */
  const waiting = [];
  /** The number of navigations, to recognize outdated ones. */
  let going = 0;
  const shown = () => /** @type {RoomElement<any>} */ (entered.get(/** @type {Room<any>} */ (room)));
  const words = () => LANGUAGES[room ? shown().language : languageOf(null, navigator.languages)];
  /** @returns {Look} */
  const look = () => (room ? lookOf(shown().state) : { language: null, theme: null });
  const actions = {
    undo: () => room && shown().undo(),
    redo: () => room && shown().redo(),
    reset: () => room && shown().reset(),
    step: (/** @type {number} */ by) => room && shown().step(by),
    present: () => room && shown().present?.(),
    keys: () => room && showKeys(words(), room.keys(words())),
    copy: async () => {
      if (!room) return;
      const done = await copyLink(address.link(room.encode(shown().state)));
      say(typeof done === 'number' ? words().links.tooLong(done, MAX_LENGTH) : words().page[done]);
    },
    openRoom,
    speak: (/** @type {Language} */ language) => room && shown().show({ language }),
    setTheme: (/** @type {'light' | 'dark'} */ theme) => room && shown().show({ theme }),
  };
  const header = headerView(page.actions, actions);
  const rooms = roomsView(page.rooms, openRoom);
  const say = (/** @type {string} */ text) => {
    setText(page.status, text);
    page.status.hidden = text === '';
  };
  /** The message while the state is too large for a link. */
  let unfit = '';
  const address = addressOfPage((length) => {
    const before = unfit;
    unfit = length === null ? '' : words().links.tooLong(length, MAX_LENGTH);
    if (unfit !== before) say(unfit);
  });
  /** Draws the links to the rooms and the menu, also before a room is shown. */
  function showHeader() {
    const t = words();
    const there = (/** @type {RoomId} */ id) => arrived.get(id)?.room;
    rooms.update(room?.id, t, look(), there);
    const id = room?.id ?? wish?.id ?? ROOM_IDS[0];
    const state = room && shown().state;
    header.update({
      t,
      language: room ? shown().language : languageOf(null, navigator.languages),
      theme: themeOf(look()),
      room: id,
      title: room?.title?.(state, t) ?? t.rooms[id],
      addressOf: (to) => addressOf(to, there(to), look()),
      canUndo: Boolean(room && shown().canUndo),
      canRedo: Boolean(room && shown().canRedo),
      canReset: Boolean(room?.isChanged(state)),
      reset: room?.resetWords(state, t) ?? t.page.resetOwn,
    });
  }

  /**
   * Opens a room as soon as it is loaded and its engine has started, unless the reader has chosen another one
   * by then.
   *
   * @param {RoomId} id @param {(room: Room<any>) => void} go
   */
  async function seek(id, go) {
    const request = (wish = { id, go });
    const entry = arrived.get(id);
    if (!entry) return say(words().page[isComplete ? 'missing' : 'coming'](words().rooms[id]));
    if (!entry.started) {
      page.main.ariaBusy = 'true';
      try {
        await opened(id);
      } catch (error) {
        if (wish === request)
          say(words().page.failed(error instanceof Error ? error.message : String(error)));
        return undefined;
      } finally {
        page.main.ariaBusy = null;
      }
    }
    if (wish !== request) return undefined;
    wish = null;
    return go(entry.room);
  }

  /**
   * Starts the engine of a room and registers its elements, once its script is loaded.
   *
   * @param {RoomId} id @returns {Promise<Room<any>>}
   */
  async function opened(id) {
    const entry = await new Promise((/** @type {(found: Arrived) => void} */ resolve, reject) => {
      const look = () => {
        const there = arrived.get(id);
        if (there) resolve(there);
        else if (isComplete) reject(new Error(words().page.missing(words().rooms[id])));
      };
      if (!arrived.has(id) && !isComplete) waiting.push(look);
      else look();
    });
    if (!entry.started) await entry.room.load(entry.program);
    // The elements are registered after the engine has started, so that it is started only once.
    if (!entry.started) entry.room.define(opened);
    entry.started = true;
    return entry.room;
  }

  /** Shows a room for the first time, in a state. @param {Room<any>} next @param {any} state */
  function enter(next, state) {
    const element = /** @type {RoomElement<any>} */ (document.createElement(next.tag));
    // The state is set before the element is connected, so that the history begins with it.
    element.state = state;
    entered.set(next, element);
    page.main.append(element);
    const bar = next.bar?.(
      page.lessons,
      () => shown().state,
      (to) => {
        shown().state = to;
        say(unfit);
        refresh();
      },
    );
    if (bar) bars.set(next, bar);
  }
  /** @param {Room<any>} next */
  function turnTo(next) {
    room = next;
    unfit = '';
    for (const [each, element] of entered) element.hidden = each !== next;
  }
  /**
   * Opens another room in its last state, or else its initial one, with the current language and colors.
   *
   * @param {RoomId} id
   */
  function openRoom(id) {
    going += 1;
    wish = null;
    if (id === room?.id) return;
    void seek(id, (next) => {
      const seen = look();
      const previous = entered.get(next);
      const left = previous?.state ?? next.fresh(seen);
      const state = room && next.bring ? next.bring(left, room.id, room.encode(shown().state)) : left;
      if (!previous) enter(next, state);
      else if (state !== left) previous.state = state;
      turnTo(next);
      address.walk(next.id, next.encode(shown().state));
      shown().show(seen);
      say('');
      refresh();
    });
  }
  function refresh() {
    if (!room) return;
    const { state, language } = shown();
    const t = words();
    showTheme(state.theme);
    setLanguage(document.documentElement, language);
    document.title = t.page.title;
    setText(page.skip, t.page.skip);
    setText(page.footer, t.page.footer);
    showHeader();
    const bar = bars.get(room);
    page.lessons.hidden = !bar;
    bar?.update(state, t);
    // The address is written when a drag ends.
    if (!shown().isDragged) address.keep(room.id, room.encode(state));
  }
  /** Opens the room of the address, unless the reader chooses another while the link is unpacked. */
  async function follow() {
    const turn = (going += 1);
    wish = null;
    address.follow();
    const returned = isReturn();
    const { plain, broken } = await readAddress(location.hash.slice(1));
    if (turn !== going) return;
    const id = roomIdOf(plain);
    void seek(id ?? ROOM_IDS[0], (next) => {
      const now = room ? look() : {};
      const refuses = (/** @type {any} */ state) =>
        next.refusal(state, LANGUAGES[languageOf(state.language, navigator.languages)]);
      const place =
        id && !broken
          ? placeFrom(plain, next, refuses, now)
          : { state: next.fresh(now), say: () => words().links[broken ?? 'broken'] };
      // An entry of the history is shown with the current language and colors; a link has its own.
      const { language, theme } = { ...place.state, ...(returned ? now : {}) };
      const state = { ...place.state, language, theme };
      const previous = entered.get(next);
      if (!previous) enter(next, state);
      turnTo(next);
      if (previous) {
        previous.show({ language, theme });
        // Adds no undo step if the room is unchanged, even if its state was too large for a link.
        const isAsLeft = returned && address.isLast(next.id, plain);
        if (!isAsLeft && next.encode(previous.state) !== next.encode(state)) previous.state = state;
      }
      say(place.say(words()));
      refresh();
    });
  }

  page.main.addEventListener('heed-change', () => {
    say(unfit);
    refresh();
  });
  addEventListener('hashchange', () => void follow());
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', refresh);
  // A link to the figure's id would replace the fragment with the state.
  page.skip.addEventListener('click', (event) => {
    event.preventDefault();
    if (room) shown().focus();
  });
  pageKeys(actions);
  // Deferred scripts have run or failed by then.
  document.addEventListener('DOMContentLoaded', () => {
    isComplete = true;
    waiting.forEach((look) => look());
    if (wish && !arrived.has(wish.id)) void seek(wish.id, wish.go);
  });
  document.documentElement.lang = languageOf(null, navigator.languages);
  showHeader();
  void follow();

  return {
    /** @param {Room<any>} room @param {Arrived['program']} program */
    add(room, program) {
      arrived.set(room.id, { room, program, started: false });
      waiting.forEach((look) => look());
      showHeader();
      if (wish?.id === room.id) void seek(room.id, wish.go);
    },
    /** @param {(page: OpenPage) => import('./header.js').MoreItems} make */
    offer(make) {
      header.offer(
        make({
          words,
          say,
          shown: () => room && (room.figure ? room.figure(shown()) : { room, element: shown() }),
        }),
      );
      showHeader();
    },
  };
}

/** The elements of index.html with an id. */
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
  const { dataset } = document.documentElement;
  if (!theme) delete dataset.theme;
  // Setting the theme redraws figures, even if it is unchanged.
  else if (dataset.theme !== theme) dataset.theme = theme;
}

/** @param {Look} state @returns {'light' | 'dark'} */
function themeOf({ theme }) {
  return theme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
}
