import { THEME } from '../../elements/sheet.js';
import { element, setText } from '../../lesson/dom.js';
import { FRAME } from '../../strings/frame.js';
import { LANGUAGES, languageOf } from '../../strings/languages.js';
import { roomIdOf } from '../rooms.js';
import { givenIn } from './given.js';
import { headsFile } from './heads-file.js';
import { hostOf, originsIn } from './host.js';
import { loadScripts, scriptsOf } from './scripts.js';
/** @import { Room, RoomElement } from '../../types.js' */

const SHEET = `
  :root[data-theme='light'] { color-scheme: light; }
  :root[data-theme='dark'] { color-scheme: dark; }
  body { ${THEME} margin: 0; padding: 12px; background: var(--paper); color: var(--ink); font: 15px/1.5 var(--sans); }
  * { box-sizing: border-box; }
  .said { margin: 0 0 8px; font-size: 14px; }
  .said[role=alert] { margin: 0; border-inline-start: 3px solid var(--wrong); padding-inline-start: 10px; }
  footer { margin-block-start: 8px; font-size: 12.5px; color: var(--soft); overflow-wrap: anywhere; }
  footer p { margin: 0; }
  footer a { color: inherit; }
  :focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
`;

/**
 * A page that is one figure: what its address asks for, or what a saved file holds. It has no head, writes no address and keeps nothing.
 *
 * Answers with what the room that has come is handed to.
 */
export function startFigure() {
  const given = givenIn(document);
  const fragment = given?.link ?? location.hash.slice(1);
  const id = given?.room ?? (fragment === '' ? null : roomIdOf(fragment));
  const language = given?.language ?? languageOf(languageIn(fragment), navigator.languages);
  const words = FRAME[language];
  const main = /** @type {HTMLElement} */ (document.getElementById('figure'));
  const footer = /** @type {HTMLElement} */ (document.getElementById('about'));
  const line = element('p', { class: 'said', role: 'status', hidden: true });
  const link = given ? null : element('a', { target: '_blank', rel: 'noopener' }, words.open);
  /** @type {{ room: Room<any>, element: RoomElement<any> } | null} */
  let shown = null;
  const host = hostOf(given ? [] : originsIn(location.search), (sent) => go(sent));
  // Nothing of a link moves what was shown before: it is another figure.
  addEventListener('hashchange', () => (shown ? go(location.hash.slice(1)) : location.reload()));

  const sheet = new CSSStyleSheet();
  sheet.replaceSync(SHEET);
  document.adoptedStyleSheets.push(sheet);
  document.documentElement.lang = language;
  main.before(line);
  if (link) footer.append(element('p', {}, link));
  // All of it, with what stands below the figure: a frame of this height has no scroll bar.
  new ResizeObserver(() => host.height(Math.ceil(document.body.getBoundingClientRect().height))).observe(document.body);

  /** In place of the figure, or above the one that stays. @param {string} sentence */
  function say(sentence) {
    setText(line, sentence);
    line.hidden = sentence === '';
    line.setAttribute('role', shown ? 'status' : 'alert');
  }
  const fail = (/** @type {unknown} */ error) => say(words.notShown(error instanceof Error ? error.message : String(error)));

  function refresh() {
    if (!shown) return;
    const { room, element: { state } } = shown;
    if (state.theme) document.documentElement.dataset.theme = state.theme;
    else delete document.documentElement.dataset.theme;
    if (link) link.href = `index.html#${room.encode(state)}`;
  }

  /** The state that a fragment holds, in the language of this page; null, and said, where it holds none. @param {Room<any>} room @param {string} text */
  function stateOf(room, text) {
    const read = room.decode(text);
    if (read.state === null) return say(shown ? words.refused : words[/** @type {{ error: 'broken' | null }} */ (read).error ?? 'none']);
    const state = { ...read.state, language };
    const reason = room.refusal(state, LANGUAGES[language]);
    if (reason === null) return state;
    return say(shown ? words.refused : words.notShown(reason));
  }

  /** Shows another state of the room that is shown. @param {string} text */
  function go(text) {
    if (!shown || roomIdOf(text) !== shown.room.id) return say(words.refused);
    const state = stateOf(shown.room, text);
    if (!state) return undefined;
    say('');
    shown.element.state = state;
    return refresh();
  }

  /** @param {Room<any>} room */
  function show(room) {
    const state = stateOf(room, fragment);
    if (!state) return;
    const made = /** @type {RoomElement<any> & { data?: unknown }} */ (document.createElement(room.tag));
    made.setAttribute('view', given?.view ?? 'figure');
    if (given?.heads) made.data = [headsFile(given.heads)];
    made.state = state;
    shown = { room, element: made };
    made.addEventListener('heed-change', () => {
      say('');
      refresh();
      host.tell('heedmap:change', { link: room.encode(made.state) });
    });
    made.addEventListener('heed-select', (event) => {
      const { head, query, key, weight } = /** @type {any} */ (event);
      host.tell('heedmap:select', { head, query, key, weight });
    });
    main.append(made);
    refresh();
  }

  if (id === null) say(fragment === '' ? words.none : words.broken);
  else if (!given) loadScripts(scriptsOf(id, language), () => fail(words.missing));

  return {
    /** @param {Room<any>} room @param {import('../../engine/instance.js').Given} program */
    add(room, program) {
      if (room.id !== id || shown) return;
      room.load(program).then(() => {
        room.define();
        show(room);
      }).catch(fail);
    },
    /** Nothing is offered here. */
    offer() {},
  };
}

/** The language that a fragment asks for. @param {string} fragment */
function languageIn(fragment) {
  const asked = new URLSearchParams(fragment).get('language');
  return asked === 'en' || asked === 'es' ? asked : null;
}
