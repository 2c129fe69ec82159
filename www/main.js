import * as engine from './engine.js';
import { headerView, lessonsView } from './app/header.js';
import { pageKeys, showKeys } from './app/keys.js';
import { copyLink, stateFrom, writeAddress } from './app/link.js';
import { HeedLessonElement } from './elements/heed-lesson.js';
import { HeedMapElement } from './elements/heed-map.js';
import { setText } from './lesson/dom.js';
import { refusal } from './lesson/session.js';
import { freshState } from './state/state.js';
import { LANGUAGES, languageOf } from './strings/index.js';
/** @import { State } from './types.js' */
/** @import { Strings } from './strings/en.js' */

/**
 * Wires index.html: the head of the page, the address and the lesson. The elements are registered once the engine is there, so that none asks for it twice.
 *
 * @param {Promise<Uint8Array> | Uint8Array} bytes - of the engine
 */
export async function start(bytes) {
  const page = pageParts();
  const words = () => LANGUAGES[languageOf(page.lesson.state?.language ?? null, navigator.languages)];
  try {
    await engine.load(await bytes);
  } catch (error) {
    setText(page.status, words().page.failed(error instanceof Error ? error.message : String(error)));
    return;
  }
  const { state, say } = stateFrom(location.hash, (each) => refusal(engine, each, words()));
  // Set before the element is known, so that its history begins with the address and undoing cannot lead to another page.
  page.lesson.state = state;
  page.lesson.addEventListener('heed-ready', () => open(page, say), { once: true });
  HeedMapElement.define();
  HeedLessonElement.define();
}

/** @param {ReturnType<typeof pageParts>} page @param {(t: Strings) => string} first - what is to be said of the address */
function open(page, first) {
  const { lesson, status } = page;
  const words = () => LANGUAGES[lesson.language];
  const actions = {
    undo: () => lesson.undo(),
    redo: () => lesson.redo(),
    reset: () => lesson.reset(),
    step: (/** @type {number} */ by) => lesson.step(by),
    keys: () => showKeys(words()),
    copy: async () => say((await copyLink(lesson.state)) ? words().page.copied : words().page.notCopied),
    speak: (/** @type {'en' | 'es'} */ language) => lesson.show({ language }),
    colour: (/** @type {'light' | 'dark'} */ theme) => lesson.show({ theme }),
  };
  const header = headerView(page.actions, actions);
  const lessons = lessonsView(page.lessons, (id) => {
    lesson.state = freshState(id, lesson.state);
    say('');
    refresh();
  });
  const say = (/** @type {string} */ text) => {
    setText(status, text);
    status.hidden = text === '';
  };

  function refresh() {
    const { state, language, canUndo, canRedo } = lesson;
    const t = words();
    showTheme(state.theme);
    document.documentElement.lang = language;
    document.title = t.page.title;
    setText(page.skip, t.page.skip);
    setText(page.footer, t.page.footer);
    header.update({ state, t, language, theme: themeOf(state), canUndo, canRedo });
    lessons.update({ state, t });
    writeAddress(state);
  }
  function readAddress() {
    const { state, say: why } = stateFrom(location.hash, (each) => refusal(engine, each, words()));
    lesson.state = state;
    say(why(words()));
    refresh();
  }

  lesson.addEventListener('heed-change', () => {
    say('');
    refresh();
  });
  addEventListener('hashchange', readAddress);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', refresh);
  // A jump to the figure would be an address of its own, and lose what the address holds.
  page.skip.addEventListener('click', (event) => {
    event.preventDefault();
    lesson.focus();
  });
  pageKeys(actions);
  say(first(words()));
  refresh();
}

/** The parts of index.html that have a name. */
function pageParts() {
  const byId = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
  return {
    lesson: /** @type {HeedLessonElement} */ (/** @type {unknown} */ (byId('lesson'))),
    lessons: byId('lessons'),
    actions: byId('actions'),
    status: byId('status'),
    skip: byId('skip'),
    footer: byId('footer'),
  };
}

/** @param {State['theme']} theme */
function showTheme(theme) {
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
}

/** @param {State} state @returns {'light' | 'dark'} */
function themeOf({ theme }) {
  return theme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
}
