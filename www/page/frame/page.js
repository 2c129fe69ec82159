import themeSheet from '../../element/theme.css.js';
import { element, setText } from '../../ui/dom.js';
import { messages, LANGUAGES, languageOf } from '../../words/languages.js';
import { texts } from './words/index.js';
import sheet from './frame.css.js';
import { packLink } from '../../state/packed-link.js';
import { readAddress } from '../link.js';
import { roomIdOf } from '../../rooms/names.js';
import { payloadIn } from './payload.js';
import { headsFile, packedFile } from './heads-file.js';
import { hostOf, originsIn } from './host.js';
import { frameScriptsOf, languageIn, scriptLoader } from '../scripts.js';
/** @import { Room, RoomElement } from '../../types.js' */
/** @import { Strings } from '../../words/languages.js' */
/** @import { Payload } from './payload.js' */

/**
 * A page with one figure, from its address or from a saved file. It has no header, does not write the address
 * and stores nothing.
 */
export function startFigure() {
  document.adoptedStyleSheets.push(themeSheet(), sheet());
  const payload = payloadIn(document);
  // This element says that the scripts could not be loaded.
  document.getElementById('loading')?.remove();
  const load = payload ? undefined : scriptLoader();
  let figure = payload && figureOf(payload.link, null, payload);
  if (!payload) {
    // A document in an attribute of a frame has no URL of its own.
    void readAddress(location.hash.slice(1) || (document.documentElement.dataset.link ?? '')).then(
      ({ plain, error }) => {
        figure = figureOf(plain, error, null, load);
      },
    );
  }
  return {
    /** @param {Room<any>} room @param {import('../../engine/instance.js').WasmInit} program */
    add: (room, program) => figure?.add(room, program),
    /**
     * Loads further scripts. A saved file has all that it needs.
     *
     * @type {undefined | ((names: string[]) => Promise<unknown>)}
     */
    load: load && ((names) => Promise.all(names.map((name) => load(name)))),
    /** This page has no menu. */
    addMenuItems() {},
  };
}

/**
 * @param {string} fragment - the link of the figure, unpacked
 * @param {'broken' | 'tooLarge' | null} error - why the address cannot be read
 * @param {Payload | null} payload
 * @param {import('../scripts.js').LoadScript} [load]
 */
function figureOf(fragment, error, payload, load) {
  const named = payload?.room ?? (error || fragment === '' ? null : roomIdOf(fragment));
  const id = named !== 'embed' ? named : null;
  const language = payload?.language ?? languageOf(languageIn(fragment), navigator.languages);
  // The frame has all languages, because its messages are needed before the rooms are loaded.
  /** @type {Strings['frame']} */
  const words = messages(texts[language], language).frame;
  const main = /** @type {HTMLElement} */ (document.getElementById('main'));
  const line = element('p', { class: 'said', role: 'status', hidden: true });
  const link = payload ? null : element('a', { target: '_blank', rel: 'noopener' }, words.open);
  /** @type {{ room: Room<any>, element: RoomElement<any> } | null} */
  let shown = null;
  const isLive = payload?.live ?? false;
  const host = hostOf(
    { origins: payload ? [] : originsIn(location.search), isLive },
    (sent) => void show(sent),
  );
  // Shows another figure, if none is shown yet.
  addEventListener('hashchange', () => (shown ? void show(location.hash.slice(1)) : location.reload()));

  document.documentElement.lang = language;
  main.append(line);
  if (link) document.getElementById('about')?.append(element('p', {}, link));
  // A frame with the height of the whole page has no scroll bar.
  new ResizeObserver(() => host.setHeight(Math.ceil(document.body.getBoundingClientRect().height))).observe(
    document.body,
  );

  /** Shows a message in place of the figure, or above it. @param {string} text */
  function showMessage(text) {
    setText(line, text);
    line.hidden = text === '';
    line.setAttribute('role', shown ? 'status' : 'alert');
  }
  const fail = (/** @type {unknown} */ error) =>
    showMessage(words.notShown({ reason: error instanceof Error ? error.message : String(error) }));

  async function refresh() {
    if (!shown) return;
    const {
      room,
      element: { state },
    } = shown;
    if (state.theme) document.documentElement.dataset.theme = state.theme;
    else delete document.documentElement.dataset.theme;
    if (link) link.href = `index.html#${await packLink(room.encode(state))}`;
  }

  /**
   * The state of a fragment, in the language of this page. If it has none, shows the error and returns null.
   *
   * @param {Room<any>} room @param {string} text
   */
  function stateOf(room, text) {
    const read = room.decode(text);
    if (read.state === null)
      return showMessage(
        shown ? words.refused : words[/** @type {{ error: 'broken' | null }} */ (read).error ?? 'none'],
      );
    const state = { ...read.state, language };
    const reason = room.refusal(state, LANGUAGES[language]);
    if (reason === null) return state;
    return showMessage(shown ? words.refused : words.notShown({ reason }));
  }

  /** Shows another state of the current room. @param {string} sent - a link */
  async function show(sent) {
    const { plain, error } = await readAddress(sent.replace(/^#/, ''));
    const state =
      !shown || error || roomIdOf(plain) !== shown.room.id
        ? showMessage(words.refused)
        : stateOf(shown.room, plain);
    if (state && shown) {
      showMessage('');
      shown.element.state = state;
      return refresh();
    }
    // The host of a live figure stores the current link.
    if (shown && isLive) host.post('heedmap:change', { link: shown.room.encode(shown.element.state) });
    return undefined;
  }

  /** @param {Room<any>} room */
  async function showFirst(room) {
    const state = stateOf(room, fragment);
    if (!state) return;
    const files = payload?.heads
      ? [await headsFile(payload.heads)]
      : await Promise.all((payload?.files ?? []).map((file) => packedFile(file, host.requestData)));
    // The files have the numbers now; their text would take as much memory again.
    for (const file of payload?.files ?? []) file.data = null;
    const figure = /** @type {RoomElement<any> & { data?: unknown }} */ (document.createElement(room.tag));
    figure.setAttribute('view', 'figure');
    // A saved file shows the text, as the page does. The host of a live figure has its own.
    figure.toggleAttribute('data-text', payload !== null && !isLive);
    if (files.length > 0) figure.data = files;
    figure.state = state;
    shown = { room, element: figure };
    const postLink = () => host.post('heedmap:change', { link: room.encode(figure.state) });
    figure.addEventListener('heed-change', () => {
      showMessage('');
      void refresh();
      postLink();
    });
    // The figure may choose the first head by itself.
    if (isLive) figure.addEventListener('heed-suggest', postLink);
    figure.addEventListener('heed-select', (event) => {
      const { head, query, key, weight } = /** @type {any} */ (event);
      host.post('heedmap:select', { head, query, key, weight });
    });
    main.append(figure);
    void refresh();
    if (isLive) host.post('heedmap:shown', {});
  }

  /** Shows one matrix. It sends no messages. @param {[name: string, text: string][]} attributes */
  function showMatrix(attributes) {
    const map = document.createElement('heed-map');
    for (const [name, text] of attributes) map.setAttribute(name, text);
    main.append(map);
  }

  if (id === null) showMessage(words[error ?? (fragment === '' ? 'none' : 'broken')]);
  // The script of a text runs after the one of its room, and has to be there when that is shown.
  const names = id && load ? frameScriptsOf(id, language, fragment) : [];
  const loading = Promise.all(names.map((name) => load?.(name))).catch(() => {
    throw new Error(words.missing);
  });
  loading.catch(fail);

  return {
    /** @param {Room<any>} room @param {import('../../engine/instance.js').WasmInit} program */
    add(room, program) {
      if (room.id !== id || shown) return;
      loading
        .then(() => room.load(program))
        .then(() => {
          room.define();
          return payload?.matrix ? showMatrix(payload.matrix) : showFirst(room);
        })
        .catch(fail);
    },
  };
}
