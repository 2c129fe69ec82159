import { addressOfPage, isFromHistory } from './address.js';
import { firstQuestion } from './first-question.js';
import { headerView, roomsView } from './header.js';
import { addShortcuts, showKeys } from './keys.js';
import { copyLink, readAddress, readState } from './link.js';
import { languageIn, listedScripts, pageScriptsOf, scriptLoader, scriptQueue } from './scripts.js';
import { addressOf, ROOM_IDS, roomIdOf } from '../rooms/names.js';
import { setLanguage, setText } from '../ui/dom.js';
import { track } from '../ui/idle.js';
import { MAX_LENGTH } from '../state/packed-link.js';
import { addLanguage, addWords, LANGUAGES, languageOf } from '../words/languages.js';
import { texts } from '../words/index.js';
import { texts as shared } from '../element/words/index.js';
import { isLanguage } from '../state/languages.js';
/** @import { WasmInit } from '../engine/instance.js' */
/** @import { RoomId } from '../rooms/names.js' */
/** @import { Room, RoomElement } from '../types.js' */
/** @import { Display } from '../state/fields.js' */
/** @import { Language } from '../state/languages.js' */
/** @import { MoreItems } from './header.js' */
/** @import { Strings } from '../words/languages.js' */

/**
 * A room whose script is loaded, and its program, which is inflated when the room is opened.
 *
 * @typedef {{ room: Room<any>, program: WasmInit, isStarted: boolean }} LoadedRoom
 */

/**
 * The interface of the page for scripts that are loaded later.
 *
 * @typedef {object} Page
 * @property {() => Strings} words
 * @property {(text: string) => void} showMessage
 * @property {() => { room: Room<any>, element: RoomElement<any> } | null} figure - the current figure
 */

/**
 * Connects the parts of index.html: the header, the address and the rooms. Each room has its own script. The
 * page opens with the room of the address and does not wait for the others.
 */
export function start() {
  addWords([texts, shared]);
  const page = pageParts();
  /** @type {Map<RoomId, LoadedRoom>} */
  const loaded = new Map();
  /**
   * The rooms that were opened. Each element has its own history.
   *
   * @type {Map<Room<any>, RoomElement<any>>}
   */
  const elements = new Map();
  /** @type {Map<Room<any>, ReturnType<NonNullable<Room<any>['bar']>>>} */
  const bars = new Map();
  /** The current room; null until one is shown. @type {Room<any> | null} */
  let room = null;
  /** The last request to open a room, until it is shown. @type {{ id: RoomId } | null} */
  let pending = null;
  const load = scriptLoader();
  const scripts = scriptQueue(listedScripts(), async (name, isAlone) => {
    await load(name, isAlone);
    if (isLanguage(name)) addLanguage(name);
  });
  /** The number of navigations, to recognize outdated ones. */
  let navigations = 0;
  /** The message while the state is too large for a link. */
  let tooLong = '';
  const current = () => /** @type {RoomElement<any>} */ (elements.get(/** @type {Room<any>} */ (room)));
  const language = () => (room ? current().language : languageOf(null, navigator.languages));
  const words = () => LANGUAGES[language()];
  const display = () => (room ? displayOf(current().state) : { language: null, theme: null });
  const actions = {
    undo: () => room && current().undo(),
    redo: () => room && current().redo(),
    reset: () => room && current().reset(),
    step: (/** @type {number} */ by) => room && current().step(by),
    moveCell: (/** @type {number} */ by) => room && current().moveCell?.(by),
    present: () => room && current().present?.(),
    showKeys: () => room && showKeys(words(), room.keys(words())),
    copyLink: async () => {
      if (!room) return;
      const result = await copyLink(address.link(room.encode(current().state)));
      showMessage(
        typeof result === 'number'
          ? words().links.tooLong({ length: result, most: MAX_LENGTH })
          : words().page[result],
      );
    },
    openRoom,
    setLanguage: async (/** @type {Language} */ language) => {
      await loadLanguage(language).then(
        () => room && current().show({ language }),
        () => showMessage(words().page.missing({ room: LANGUAGES[language].name })),
      );
    },
    setTheme: (/** @type {'light' | 'dark'} */ theme) => room && current().show({ theme }),
  };
  const header = headerView(page.actions, actions);
  const rooms = roomsView(page.rooms, openRoom);
  const address = addressOfPage((length) => {
    const before = tooLong;
    tooLong = length === null ? '' : words().links.tooLong({ length, most: MAX_LENGTH });
    if (tooLong !== before) showMessage(tooLong);
  });

  /** @param {string} text */
  function showMessage(text) {
    setText(page.status, text);
    page.status.hidden = text === '';
  }

  /** Draws the links to the rooms and the menu, also before a room is shown. */
  function showHeader() {
    const t = words();
    const loadedRoom = (/** @type {RoomId} */ id) => loaded.get(id)?.room;
    rooms.update(room?.id, t, display(), loadedRoom);
    const id = room?.id ?? pending?.id ?? ROOM_IDS[0];
    const state = room && current().state;
    header.update({
      t,
      language: language(),
      theme: themeOf(display()),
      room: id,
      title: room?.title?.(state, t) ?? t.rooms[id],
      addressOf: (to) => addressOf(to, loadedRoom(to), display()),
      canUndo: Boolean(room && current().canUndo),
      canRedo: Boolean(room && current().canRedo),
      canReset: Boolean(room?.isChanged(state)),
      reset: room?.resetWords(state, t) ?? t.page.resetOwn,
    });
  }

  /**
   * Shows a room as soon as it is loaded and its engine has started, unless the reader has chosen another one
   * by then.
   *
   * @param {RoomId} id @param {(room: Room<any>) => void} show @param {Language} language - that it is shown in
   * @param {(room: Room<any>) => any} stateOf - the state that is shown, if it is valid
   */
  async function openWhenLoaded(id, show, language, stateOf) {
    const request = (pending = { id });
    if (room && !loaded.has(id)) showMessage(words().page.coming({ room: words().rooms[id] }));
    const loading = track(scripts.load(pageScriptsOf(id, language)));
    void loading
      .then(
        () => requestLater(id, stateOf),
        () => {},
      )
      .then(scripts.loadRest);
    try {
      await loading;
    } catch {
      if (pending === request) showMessage(words().page.missing({ room: words().rooms[id] }));
      return;
    }
    page.main.ariaBusy = 'true';
    try {
      const next = await track(startedRoom(id));
      if (pending !== request) return;
      pending = null;
      show(next);
    } catch (error) {
      if (pending === request)
        showMessage(words().page.failed({ reason: error instanceof Error ? error.message : String(error) }));
    } finally {
      page.main.ariaBusy = null;
    }
  }

  /**
   * Requests the scripts that a state of a room needs besides those of the room, one after another.
   *
   * @param {RoomId} id @param {(room: Room<any>) => any} stateOf
   */
  async function requestLater(id, stateOf) {
    const next = loaded.get(id)?.room;
    const state = next?.later && stateOf(next);
    for (const name of (state && next?.later?.(state)) || []) await scripts.load([name]).catch(() => {});
  }

  /** Loads the script of a language. English is in every script. @param {Language} language */
  const loadLanguage = (language) => scripts.load(language === 'en' ? [] : [language]);

  /**
   * Loads the scripts of a room, starts its engine and registers its elements.
   *
   * @param {RoomId} id @returns {Promise<Room<any>>}
   */
  async function startedRoom(id) {
    await scripts.load(pageScriptsOf(id, language())).catch(() => {});
    const entry = loaded.get(id);
    if (!entry) throw new Error(words().page.missing({ room: words().rooms[id] }));
    if (!entry.isStarted) await entry.room.load(entry.program);
    // The elements are registered after the engine has started, so that it is started only once.
    if (!entry.isStarted) entry.room.define(startedRoom);
    entry.isStarted = true;
    return entry.room;
  }

  /** Adds the element of a room in its first state. @param {Room<any>} next @param {any} state */
  function addElement(next, state) {
    const element = /** @type {RoomElement<any>} */ (document.createElement(next.tag));
    element.className = 'in-page';
    // The state is set before the element is connected, so that the history begins with it.
    element.state = state;
    elements.set(next, element);
    page.main.append(element);
    const bar = next.bar?.(
      page.lessons,
      () => current().state,
      (state) => {
        current().state = state;
        showMessage(tooLong);
        refresh();
      },
    );
    if (bar) bars.set(next, bar);
  }

  /** @param {Room<any>} next */
  function switchTo(next) {
    room = next;
    tooLong = '';
    for (const [each, element] of elements) element.hidden = each !== next;
  }

  /**
   * Opens another room in its last state, or else its initial one, with the current language and colors.
   *
   * @param {RoomId} id
   */
  function openRoom(id) {
    navigations += 1;
    pending = null;
    hideQuestion();
    if (id === room?.id) return;
    void openWhenLoaded(
      id,
      (next) => {
        const lastDisplay = display();
        const element = elements.get(next);
        const last = element?.state ?? next.fresh(lastDisplay);
        const state = room && next.bring ? next.bring(last, room.id, room.encode(current().state)) : last;
        if (!element) addElement(next, state);
        else if (state !== last) element.state = state;
        switchTo(next);
        address.push(next.id, next.encode(current().state));
        current().show(lastDisplay);
        showMessage('');
        refresh();
      },
      language(),
      (next) => elements.get(next)?.state ?? next.fresh(),
    );
  }

  function refresh() {
    if (!room) return;
    const { state, language } = current();
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
    if (!current().isDragged) address.replace(room.id, room.encode(state));
  }

  /** Opens the room of the address, unless the reader chooses another while the link is unpacked. */
  async function openAddress() {
    const navigation = (navigations += 1);
    pending = null;
    address.follow();
    const fromHistory = isFromHistory();
    const { plain, error } = await readAddress(location.hash.slice(1));
    if (navigation !== navigations) return;
    const id = roomIdOf(plain);
    const chosen = (fromHistory ? display().language : null) ?? languageIn(plain);
    void openWhenLoaded(
      id ?? ROOM_IDS[0],
      (next) => {
        const lastDisplay = room ? display() : {};
        const refusal = (/** @type {any} */ state) =>
          next.refusal(state, LANGUAGES[languageOf(state.language, navigator.languages)]);
        const read =
          id && !error
            ? readState(plain, next, refusal, lastDisplay)
            : { state: next.fresh(lastDisplay), message: () => words().links[error ?? 'broken'] };
        // An entry of the history is shown with the current language and colors; a link has its own.
        const { language, theme } = { ...read.state, ...(fromHistory ? lastDisplay : {}) };
        const state = { ...read.state, language, theme };
        const element = elements.get(next);
        if (!element) addElement(next, state);
        switchTo(next);
        if (element) {
          // The event of a change may come later, and removes the message about the link.
          const last = element.state;
          if (language !== last.language || theme !== last.theme) element.show({ language, theme });
          // Adds no undo step if the room is unchanged, even if its state was too large for a link.
          const isUnchanged = fromHistory && address.isLast(next.id, plain);
          if (!isUnchanged && next.encode(element.state) !== next.encode(state)) element.state = state;
        }
        showMessage(read.message(words()));
        refresh();
      },
      languageOf(chosen, navigator.languages),
      (next) => (id && !error ? next.decode(plain).state : next.fresh()),
    );
  }

  page.main.addEventListener('heed-change', () => {
    showMessage(tooLong);
    refresh();
  });
  addEventListener('hashchange', () => void openAddress());
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', refresh);
  // A link to the figure's id would replace the fragment with the state.
  page.skip.addEventListener('click', (event) => {
    event.preventDefault();
    if (room) current().focus();
  });
  addShortcuts(actions);
  const hideQuestion = firstQuestion(page.main, language());
  document.documentElement.lang = language();
  showMessage(words().page.loading);
  showHeader();
  void openAddress();

  return {
    /** Adds a room, when its script has run. @param {Room<any>} room @param {WasmInit} program */
    add(room, program) {
      loaded.set(room.id, { room, program, isStarted: false });
      showHeader();
    },
    /** Loads scripts of the page now, by their names. */
    load: scripts.load,
    /** Adds items to the menu. @param {(page: Page) => MoreItems} itemsOf */
    addMenuItems(itemsOf) {
      const figure = () => room && (room.figure ? room.figure(current()) : { room, element: current() });
      header.addItems(itemsOf({ words, showMessage, figure }));
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

/** The display settings that all rooms share. @param {Display} state */
function displayOf({ language, theme }) {
  return { language, theme };
}

/** @param {Display['theme']} theme */
function showTheme(theme) {
  const { dataset } = document.documentElement;
  if (!theme) delete dataset.theme;
  // Setting the theme redraws figures, even if it is unchanged.
  else if (dataset.theme !== theme) dataset.theme = theme;
}

/** @param {Pick<Display, 'theme'>} display @returns {'light' | 'dark'} */
function themeOf({ theme }) {
  return theme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
}
