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
 * A room that has come, and how its program is had: it is unpacked when the room is entered.
 *
 * @typedef {{ room: Room<any>, program: import('../engine/instance.js').WasmInit, started: boolean }} Arrived
 */

/**
 * The page as what a later script brings sees it.
 *
 * @typedef {object} OpenPage
 * @property {() => import('./words/en.js').Strings} words
 * @property {(text: string) => void} say
 * @property {() => { room: Room<any>, element: RoomElement<any> } | null} shown
 */

/**
 * Wires index.html: the head of the page, the address and the rooms. Rooms come one after the other, each in a script of its own; the page opens with the one that the
 * address asks for, and does not wait for the rest.
 *
 * Answers with what a room that has come is handed to, and with what takes further items of the menu.
 */
export function start() {
  const page = pageParts();
  /** @type {Map<RoomId, Arrived>} */
  const arrived = new Map();
  /** The rooms that were entered, each with its own history. @type {Map<Room<any>, RoomElement<any>>} */
  const entered = new Map();
  /** @type {Map<Room<any>, ReturnType<NonNullable<Room<any>['bar']>>>} */
  const bars = new Map();
  /** The room that is shown, once one is. @type {Room<any> | null} */
  let room = null;
  /** Where the reader wants to go and what happens there: the last wish counts. @type {{ id: RoomId, go: (room: Room<any>) => void } | null} */
  let wish = null;
  /** Whether what has not come by now will not come. */
  let isComplete = false;
  /** Looks whether what waits for a room can go on. @type {(() => void)[]} */
  const waiting = [];
  /** How often the reader went somewhere. */
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
    walk,
    speak: (/** @type {Language} */ language) => room && shown().show({ language }),
    setTheme: (/** @type {'light' | 'dark'} */ theme) => room && shown().show({ theme }),
  };
  const header = headerView(page.actions, actions);
  const rooms = roomsView(page.rooms, walk);
  const say = (/** @type {string} */ text) => {
    setText(page.status, text);
    page.status.hidden = text === '';
  };
  /** What is said as long as no link holds the state. */
  let unfit = '';
  const address = addressOfPage((length) => {
    const before = unfit;
    unfit = length === null ? '' : words().links.tooLong(length, MAX_LENGTH);
    if (unfit !== before) say(unfit);
  });
  /** Draws what is there before a room is, too: the links to the rooms and the menu. */
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

  /** Goes to a room as soon as it has come and its engine has started, unless the reader wants to go elsewhere by then. @param {RoomId} id @param {(room: Room<any>) => void} go */
  async function seek(id, go) {
    const mine = (wish = { id, go });
    const found = arrived.get(id);
    if (!found) return say(words().page[isComplete ? 'missing' : 'coming'](words().rooms[id]));
    if (!found.started) {
      page.main.ariaBusy = 'true';
      try {
        await opened(id);
      } catch (error) {
        if (wish === mine) say(words().page.failed(error instanceof Error ? error.message : String(error)));
        return undefined;
      } finally {
        page.main.ariaBusy = null;
      }
    }
    if (wish !== mine) return undefined;
    wish = null;
    return go(found.room);
  }

  /** A room with its engine and its elements, once its script has come. @param {RoomId} id @returns {Promise<Room<any>>} */
  async function opened(id) {
    const found = await new Promise((/** @type {(found: Arrived) => void} */ resolve, reject) => {
      const look = () => {
        const there = arrived.get(id);
        if (there) resolve(there);
        else if (isComplete) reject(new Error(words().page.missing(words().rooms[id])));
      };
      if (!arrived.has(id) && !isComplete) waiting.push(look);
      else look();
    });
    if (!found.started) await found.room.load(found.program);
    // The elements are registered once the engine is there, so that none asks for it twice.
    if (!found.started) found.room.define(opened);
    found.started = true;
    return found.room;
  }

  /** Shows a room that was not entered before in a state. @param {Room<any>} next @param {any} state */
  function enter(next, state) {
    const element = /** @type {RoomElement<any>} */ (document.createElement(next.tag));
    // Set before it is connected, so that its history begins with this state and undoing cannot lead to another.
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
  /** Goes to another room as it was left, or as it opens, in the language and the colours of this one. @param {RoomId} id */
  function walk(id) {
    going += 1;
    wish = null;
    if (id === room?.id) return;
    void seek(id, (next) => {
      const seen = look();
      const known = entered.get(next);
      const left = known?.state ?? next.fresh(seen);
      const state = room && next.bring ? next.bring(left, room.id, room.encode(shown().state)) : left;
      if (!known) enter(next, state);
      else if (state !== left) known.state = state;
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
  /** Goes where the address says, unless the reader goes elsewhere while it is unpacked. */
  async function follow() {
    const mine = (going += 1);
    wish = null;
    address.follow();
    const returned = isReturn();
    const { plain, broken } = await readAddress(location.hash.slice(1));
    if (mine !== going) return;
    const id = roomIdOf(plain);
    void seek(id ?? ROOM_IDS[0], (next) => {
      const now = room ? look() : {};
      const refuses = (/** @type {any} */ state) =>
        next.refusal(state, LANGUAGES[languageOf(state.language, navigator.languages)]);
      const place =
        id && !broken
          ? placeFrom(plain, next, refuses, now)
          : { state: next.fresh(now), say: () => words().links[broken ?? 'broken'] };
      // The way back is seen in the language and the colours of now; a link brings its own.
      const { language, theme } = { ...place.state, ...(returned ? now : {}) };
      const state = { ...place.state, language, theme };
      const known = entered.get(next);
      if (!known) enter(next, state);
      turnTo(next);
      if (known) {
        known.show({ language, theme });
        // Nothing that one would undo, where the room is still as it was left, even if its state fitted in no link.
        const isAsLeft = returned && address.isLast(next.id, plain);
        if (!isAsLeft && next.encode(known.state) !== next.encode(state)) known.state = state;
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
  // A jump to the figure would be an address of its own, and lose what the address holds.
  page.skip.addEventListener('click', (event) => {
    event.preventDefault();
    if (room) shown().focus();
  });
  pageKeys(actions);
  // Scripts that are deferred have run by then, or failed.
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
  const { dataset } = document.documentElement;
  if (!theme) delete dataset.theme;
  // Figures draw anew when the theme is set, even to what it was.
  else if (dataset.theme !== theme) dataset.theme = theme;
}

/** @param {Look} state @returns {'light' | 'dark'} */
function themeOf({ theme }) {
  return theme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
}
