import { localized } from '../../format/display.js';
import controlsSheet from '../../element/controls.css.js';
import { RoomElement } from '../../element/room-element.js';
import { download } from '../../picture/download.js';
import { MAX_PLAIN } from '../../state/fragment-frame.js';
import { packLink } from '../../state/packed-link.js';
import { timeline } from '../../state/timeline.js';
import { element } from '../../ui/dom.js';
import { html, render } from '../../ui/html.js';
import { addressesOf } from './addresses.js';
import { archive, packed } from './archive.js';
import { frameSize } from './frame-size.js';
import { fittedTo, pageUrlOf, pastedOf, shownOf, withAttribute, withDisplay } from './shown.js';
import { filledCell } from './snippets.js';
import { FIGURES } from './settings.js';
import { decode, encode, freshState, isFramed, sameFigure, withDisplayOf } from './state.js';
import sheet from './embed.css.js';
import { RoomView } from './views/room-view.js';
import { stageView } from './views/stage-view.js';
import { texts } from './words/index.js';
/** @import { Downloads } from '../../build/downloads.mjs' */
/** @import { RoomId } from '../names.js' */
/** @import { Strings } from '../../words/languages.js' */
/** @import { Size } from './frame-size.js' */
/** @import { Room, RoomParts } from '../../types.js' */
/** @import { Address } from './addresses.js' */
/** @import { Pasted } from './snippets.js' */
/** @import { Shown } from './shown.js' */
/** @import { EmbedState } from './state.js' */
/** @import { Actions } from './views/room-view.js' */
/** @import { Language } from '../../state/languages.js' */

/**
 * The model that the views are drawn from.
 *
 * @typedef {object} EmbedModel
 * @property {EmbedState} state
 * @property {Shown | null} shown - the figure; null until its room is loaded
 * @property {Pasted | null} pasted - the content of the code; null until the link is packed
 * @property {number} length - the length of the packed link
 * @property {string} here - where Heedmap is served
 * @property {Address[]} addresses - the addresses in the state
 * @property {string} failed - why the figure's room could not be loaded; otherwise empty
 * @property {{ width: number, height: number } | null} measured - the size of a frame for the figure as it is
 *   shown
 * @property {Downloads | null} downloads - null if the build has none
 * @property {Strings} t
 * @property {Language} language
 */

/**
 * The Embed room: a live figure, its settings, and the code to paste. Each figure is loaded with the script
 * of its room.
 *
 * @extends {RoomElement<EmbedState, string, EmbedState>}
 */
export class HeedEmbedElement extends RoomElement {
  static tag = 'heed-embed';
  /** @type {RoomParts<EmbedState, string, EmbedState>} */
  static parts = {
    // Figures load their own engines.
    load: async () => {},
    fresh: freshState,
    encode,
    decode,
    refusal: () => null,
    open: (first, words) =>
      timeline(first, {
        same: sameFigure,
        withDisplayOf,
        model: (state) => state,
        /** @returns {{ state: EmbedState } | { refused: string }} */
        admit: (state) => {
          const { length } = encode(state);
          return length > MAX_PLAIN
            ? { refused: words().t.errors.tooMuch({ length, most: MAX_PLAIN }) }
            : { state };
        },
      }),
  };
  static words = [texts];
  /**
   * Loads a room of the page with its elements and its engine.
   *
   * @type {(id: RoomId) => Promise<Room<any>>}
   */
  static loadRoom = () => Promise.reject(new Error('there is no page'));
  /** The files of the build. @type {Downloads | null} */
  static downloads = null;
  /** The HTML of a page with one figure. @type {(room: Room<any>, element: any) => Promise<string>} */
  static figurePage = () => Promise.reject(new Error('there is no page'));
  /**
   * The loaded rooms, null while they are loading, or the errors.
   *
   * @type {Map<RoomId, Room<any> | Error | null>}
   */
  #rooms = new Map();
  /** The shown figure, cached by its kind and state. @type {{ key: string, shown: Shown | null }} */
  #cached = { key: '', shown: null };
  /** The figure's link, with null while it is being packed. @type {{ plain: string, link: string | null }} */
  #packed = { plain: '', link: '' };
  /**
   * The addresses that the reader typed or confirmed. They are not part of the state, so that a link cannot
   * confirm its own addresses.
   *
   * @type {Set<string>}
   */
  #confirmed = new Set();
  /** The status of downloads for one kind of page. @type {{ host: EmbedState['host'], text: string }} */
  #status = { host: 'html', text: '' };
  /** The size of the figure. @type {Size | null} */
  #size = null;
  /** The drawn model. @type {EmbedModel | null} */
  #model = null;
  /** The root of the views. */
  #root = element('div', { class: 'room' });
  #stage = stageView(
    (of) => this.#change((state) => ({ ...state, of })),
    (text) => this.room.notice(text),
  );
  /** The actions of the reader. @type {Actions} */
  #actions = {
    change: (next) => this.#change(next),
    display: (display) => {
      const { shown } = /** @type {EmbedModel} */ (this.#model);
      if (shown) this.#change((state) => ({ ...state, of: withDisplay(state, shown, display) }));
    },
    address: (name, text) => {
      this.#confirmed.add(text);
      this.#change((state) => ({ ...state, [name]: text }));
    },
    confirm: ({ text }) => {
      this.#confirmed.add(text);
      this.room.render();
      // Its button is removed, so the focus moves to the code.
      /** @type {HTMLElement | null | undefined} */ (this.room.root.querySelector('.snippet'))?.focus();
    },
    host: (host) => this.#change((state) => ({ ...state, host })),
    attribute: (name, text) => {
      const { state, shown } = /** @type {EmbedModel} */ (this.#model);
      if (!shown) return null;
      const next = withAttribute(state, shown, name, text);
      if ('error' in next) return next.error;
      this.#change((current) => ({ ...current, of: next.of }));
      return null;
    },
    files: {
      // A link with `download` saves files of the same server.
      script: (path, name) => element('a', { href: path, download: name }).click(),
      archive: () => this.#withStatus(() => this.#saveArchive()),
      page: () => this.#withStatus(() => this.#savePage()),
      cell: () => this.#withStatus(() => this.#copyCell()),
      use: (base) => this.#change((state) => ({ ...state, base })),
    },
  };

  constructor() {
    super(() => ({
      sheets: [controlsSheet, sheet],
      build: () => {
        this.room.root.replaceChildren(this.#root);
        new ResizeObserver(() => this.#measure()).observe(this.#stage.node);
      },
      draw: (state) => this.#draw(state),
      focus: () => this.#stage.figure?.focus(),
      reset: () =>
        void this.room.act((now) =>
          now.commit({ ...freshState(), language: now.state.language, theme: now.state.theme }),
        ),
      // A step of a lesson, or a row of a mask.
      step: (by) => /** @type {any} */ (this.#stage.figure)?.step?.(by),
    }));
  }

  /**
   * The figure and its room, once both are loaded.
   *
   * @returns {{ room: Room<any>, element: any } | null}
   */
  get shownFigure() {
    const { shown } = this.#cached;
    const { figure } = this.#stage;
    return shown && figure ? { room: shown.room, element: figure } : null;
  }

  /** @param {EmbedState} state */
  #draw(state) {
    const { t, language } = this.room.words();
    const shown = this.#shownOf(state);
    const fitted = shown && fittedTo(state, shown);
    const link = fitted ? this.#linkOf(fitted.plain) : null;
    const addresses = addressesOf(state, shown, this.#confirmed, location);
    const confirmed = (/** @type {Address['name']} */ name) =>
      addresses.find((each) => each.name === name && !each.isHeld)?.text ?? '';
    const here = pageUrlOf(confirmed('base'), location);
    const title = t.embed.figures[state.figure];
    const { open, listens, once, centers } = t.embed;
    const words = { title, fallback: t.embed.fallback({ title }), open, listens, once, centers };
    const framed = isFramed(state);
    const measured = framed && shown && this.#size ? frameSize(this.#size) : null;
    const at = { here, src: confirmed('src'), measured: measured?.height ?? null };
    const pasted = fitted && link !== null ? { ...pastedOf(state, fitted, link, at), words } : null;
    /** @type {EmbedModel} */
    const model = {
      state,
      shown,
      pasted,
      length: link?.length ?? 0,
      here,
      addresses,
      failed: this.#loadError(state),
      measured,
      downloads: HeedEmbedElement.downloads,
      t,
      language,
    };
    this.#model = model;
    this.#root.classList.toggle('whole', state.view === 'room' && state.figure !== 'map' && !framed);
    this.#stage.update(model);
    const status = this.#status.host === state.host ? this.#status.text : '';
    const props = { model, status, actions: this.#actions };
    render(
      html`<${RoomView} ...${props} notice=${this.room.noticeLine} stage=${this.#stage.node} />`,
      this.#root,
    );
  }

  /** Stores the size of the figure, from which the size of a frame is computed. */
  #measure() {
    const { figure } = this.#stage;
    const { width, height } = this.#stage.node.getBoundingClientRect();
    if (!figure || width === 0 || height === 0) return;
    const { marginBlockStart, marginBlockEnd } = getComputedStyle(figure);
    const size = { width, height, above: parseFloat(marginBlockStart), below: parseFloat(marginBlockEnd) };
    if (JSON.stringify(size) === JSON.stringify(this.#size)) return;
    this.#size = size;
    this.room.life.requestRender();
  }

  /** @param {string} text */
  #showStatus(text) {
    this.#status = { host: this.state.host, text };
    this.room.life.requestRender();
  }

  /** Shows the status of an action. @param {() => Promise<string>} act - returns the final message */
  async #withStatus(act) {
    const words = this.room.words().t.embed.downloads;
    this.#showStatus(words.working);
    try {
      this.#showStatus(await act());
    } catch (error) {
      this.#showStatus(words.failed({ reason: error instanceof Error ? error.message : String(error) }));
    }
  }

  async #saveArchive() {
    const file = await archive(HeedEmbedElement.downloads?.files ?? [], location.href);
    download(file, 'heedmap.zip');
    return this.room
      .words()
      .t.embed.downloads.done({ name: 'heedmap.zip', megabytes: megabytes(file.size, this.language) });
  }

  async #savePage() {
    const file = new Blob([await this.#pageText()], { type: 'text/html' });
    const { saved } = /** @type {Pasted} */ (this.#model?.pasted);
    download(file, saved);
    return this.room
      .words()
      .t.embed.downloads.done({ name: saved, megabytes: megabytes(file.size, this.language) });
  }

  async #copyCell() {
    const text = filledCell(/** @type {Pasted} */ (this.#model?.pasted), packed(await this.#pageText()));
    await navigator.clipboard.writeText(text);
    return this.room.words().t.embed.downloads.copied({ kilobytes: String(Math.round(text.length / 1000)) });
  }

  /** The HTML of a page with the shown figure. */
  #pageText() {
    const { shownFigure } = this;
    if (!shownFigure) throw new Error(this.room.words().t.embed.waits);
    return HeedEmbedElement.figurePage(shownFigure.room, shownFigure.element);
  }

  /** Commits a change by the reader. @param {(state: EmbedState) => EmbedState} next */
  #change(next) {
    this.room.act((now) => now.commit(next(now.state)));
  }

  /** The figure, or null while its room is loading. Starts to load the room. @param {EmbedState} state */
  #shownOf(state) {
    const id = FIGURES[state.figure].room;
    const room = this.#rooms.get(id);
    if (room === undefined) void this.#load(id);
    if (!room || room instanceof Error) return null;
    const key = `${state.figure} ${state.of}`;
    if (key !== this.#cached.key || !this.#cached.shown) {
      const shown = shownOf(state, room);
      if (shown.isBroken) this.room.notice(this.room.words().t.links.broken);
      this.#cached = { key, shown };
    }
    return this.#cached.shown;
  }

  /** Why the room of the figure could not be loaded. @param {EmbedState} state */
  #loadError({ figure }) {
    const room = this.#rooms.get(FIGURES[figure].room);
    return room instanceof Error ? room.message : '';
  }

  /** @param {RoomId} id */
  async #load(id) {
    this.#rooms.set(id, null);
    try {
      this.#rooms.set(id, await HeedEmbedElement.loadRoom(id));
    } catch (error) {
      this.#rooms.set(id, error instanceof Error ? error : new Error(String(error)));
    }
    this.room.life.requestRender();
  }

  /** The link for the code, or null until it is packed. @param {string} plain */
  #linkOf(plain) {
    if (this.#packed.plain !== plain) {
      const entry = (this.#packed = { plain, link: /** @type {string | null} */ (null) });
      void packLink(plain).then((link) => {
        entry.link = link;
        this.room.life.requestRender();
      });
    }
    return this.#packed.link;
  }
}

/** @param {number} bytes @param {Language} language */
function megabytes(bytes, language) {
  return localized((bytes / 1e6).toFixed(1), language);
}
