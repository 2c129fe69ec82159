import { RoomElement } from '../../element/room-element.js';
import { element } from '../../ui/dom.js';
import { html, render } from '../../ui/html.js';
import { save } from '../../picture/keep.js';
import { MAX_PLAIN } from '../../state/fragment-frame.js';
import { packLink } from '../../state/packed-link.js';
import { timeline } from '../../state/timeline.js';
import { embed as en } from './words/en.js';
import { embed as es } from './words/es.js';
import { embed as pt } from './words/pt.js';
import { addressesOf } from './addresses.js';
import { archive, packed } from './archive.js';
import { decode, encode } from './fragment.js';
import { frameSize } from './frame-size.js';
import { pageUrlOf, pastedOf, shownOf, withAttribute, withLook } from './model.js';
import { Room } from './views/room-view.js';
import { stageView } from './views/stage-view.js';
import { FIGURES, freshState, isFramed, sameFigure, withLookOf } from './state.js';
import { filledCell } from './snippets.js';
import { sheet } from './style.js';
/** @import { Downloads } from '../../build/downloads.mjs' */
/** @import { RoomId } from '../names.js' */
/** @import { Strings } from '../../page/words/en.js' */
/** @import { Size } from './frame-size.js' */
/** @import { Room as PageRoom, RoomParts } from '../../types.js' */
/** @import { Address } from './addresses.js' */
/** @import { Pasted } from './snippets.js' */
/** @import { Shown } from './model.js' */
/** @import { EmbedState } from './state.js' */
/** @import { Actions } from './views/room-view.js' */
/** @import { Language } from '../../state/languages.js' */

/**
 * The model that the views are drawn from.
 *
 * @typedef {object} EmbedModel
 * @property {EmbedState} state
 * @property {Shown | null} shown - null until the script of its room has come
 * @property {Pasted | null} pasted - null until its link is packed
 * @property {number} length - of its link
 * @property {string} here - where Heedmap is served
 * @property {Address[]} addresses - those in the state
 * @property {string} failed - why the room of the figure did not come; empty where it came or is on its way
 * @property {{ width: number, height: number } | null} measured - how large a frame has to be for the figure
 *   as it is shown
 * @property {Downloads | null} downloads - null where the build offers none
 * @property {Strings} t
 * @property {Language} language
 */

/**
 * The Embed room: a live figure, its settings, and the code to paste. The figures are those of the other
 * rooms and are loaded with their scripts.
 *
 * @extends {RoomElement<EmbedState, string, EmbedState>}
 */
export class HeedEmbedElement extends RoomElement {
  static tag = 'heed-embed';
  /** @type {RoomParts<EmbedState, string, EmbedState>} */
  static parts = {
    // The room itself computes nothing: figures load their own engines.
    load: async () => {},
    fresh: freshState,
    encode,
    decode,
    refusal: () => null,
    open: (first, words) =>
      timeline(first, {
        same: sameFigure,
        withLookOf,
        model: (state) => state,
        /** @returns {{ state: EmbedState } | { refused: string }} */
        admit: (state) => {
          const { length } = encode(state);
          return length > MAX_PLAIN ? { refused: words().t.errors.tooMuch(length, MAX_PLAIN) } : { state };
        },
      }),
  };
  static words = { en: { embed: en }, es: { embed: es }, pt: { embed: pt } };
  /**
   * Loads a room of the page with its elements and its engine.
   *
   * @type {(id: RoomId) => Promise<PageRoom<any>>}
   */
  static opened = () => Promise.reject(new Error('there is no page'));
  /** The files of the build. @type {Downloads | null} */
  static downloads = null;
  /** The text of a page with one figure. @type {(room: PageRoom<any>, element: any) => Promise<string>} */
  static paged = () => Promise.reject(new Error('there is no page'));
  /**
   * The loaded rooms, and the errors of those that could not be loaded.
   *
   * @type {Map<RoomId, PageRoom<any> | Error | null>}
   */
  #rooms = new Map();
  /** The last figure, cached until another one is shown. @type {{ of: string, shown: Shown | null }} */
  #last = { of: '', shown: null };
  /** @type {{ plain: string, link: string | null }} */
  #packed = { plain: '', link: '' };
  /**
   * The addresses that the reader typed or confirmed. They are not part of the state: a link cannot confirm
   * itself.
   *
   * @type {Set<string>}
   */
  #confirmed = new Set();
  /** The message about files. @type {{ host: EmbedState['host'], text: string }} */
  #said = { host: 'html', text: '' };
  /** The size of the figure. @type {Size | null} */
  #size = null;
  /** What is drawn. @type {EmbedModel | null} */
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
    look: (look) => {
      const { shown } = /** @type {EmbedModel} */ (this.#model);
      if (shown) this.#change((state) => ({ ...state, of: withLook(state, shown, look) }));
    },
    address: (name, text) => {
      this.#confirmed.add(text);
      this.#change((state) => ({ ...state, [name]: text }));
    },
    confirm: ({ text }) => {
      this.#confirmed.add(text);
      this.room.render();
      // Its button is removed, so the focus moves to what it changed.
      /** @type {HTMLElement | null | undefined} */ (this.room.root.querySelector('.snippet'))?.focus();
    },
    host: (host) => this.#change((state) => ({ ...state, host })),
    attribute: (name, text) => {
      const { state, shown } = /** @type {EmbedModel} */ (this.#model);
      if (!shown) return null;
      const next = withAttribute(state, shown, name, text);
      if ('wrong' in next) return next.wrong;
      this.#change((was) => ({ ...was, of: next.of }));
      return null;
    },
    files: {
      // Its URL is enough: a browser downloads files of the same server.
      script: (path, name) => element('a', { href: path, download: name }).click(),
      archive: () => this.#handOut(() => this.#archive()),
      page: () => this.#handOut(() => this.#page()),
      cell: () => this.#handOut(() => this.#cell()),
      use: (base) => {
        this.#change((state) => ({ ...state, base }));
      },
    },
  };

  constructor() {
    super(() => ({
      sheets: [sheet],
      build: () => {
        this.room.root.replaceChildren(this.#root);
        new ResizeObserver(() => this.#measure()).observe(this.#stage.node);
      },
      draw: (state) => this.#draw(state),
      focus: () => this.#stage.shown()?.focus(),
      reset: () =>
        void this.room.act((now) =>
          now.commit({ ...freshState(), language: now.state.language, theme: now.state.theme }),
        ),
      // A step of the figure: of a lesson, or a row of a mask.
      step: (by) => /** @type {any} */ (this.#stage.shown())?.step?.(by),
    }));
  }

  /**
   * The figure and its room, once both are loaded.
   *
   * @returns {{ room: PageRoom<any>, element: any } | null}
   */
  get held() {
    const { shown } = this.#last;
    const element = this.#stage.shown();
    return shown && element ? { room: shown.room, element } : null;
  }

  /** @param {EmbedState} state */
  #draw(state) {
    const { t, language } = this.room.words();
    const shown = this.#shown(state);
    const link = shown ? this.#link(shown.plain) : null;
    const addresses = addressesOf(state, shown, this.#confirmed, location);
    const taken = (/** @type {Address['name']} */ name) =>
      addresses.find((each) => each.name === name && !each.isHeld)?.text ?? '';
    const here = pageUrlOf(taken('base'), location);
    const title = t.embed.figures[state.figure];
    const words = {
      title,
      fallback: t.embed.fallback(title),
      open: t.embed.open,
      listens: t.embed.listens,
      once: t.embed.once,
    };
    const framed = isFramed(state);
    const measured = framed && shown && this.#size ? frameSize(this.#size) : null;
    const pasted =
      shown && link !== null
        ? {
            ...pastedOf(state, shown, link, { here, src: taken('src'), measured: measured?.height ?? null }),
            words,
          }
        : null;
    /** @type {EmbedModel} */
    const model = {
      state,
      shown,
      pasted,
      length: link?.length ?? 0,
      here,
      addresses,
      failed: this.#failed(state),
      measured,
      downloads: HeedEmbedElement.downloads,
      t,
      language,
    };
    this.#model = model;
    this.#root.classList.toggle('whole', state.view === 'room' && state.figure !== 'map' && !framed);
    this.#stage.update(model);
    const said = this.#said.host === state.host ? this.#said.text : '';
    const props = { model, said, actions: this.#actions };
    render(
      html`<${Room} ...${props} notice=${this.room.noticeLine} stage=${this.#stage.node} />`,
      this.#root,
    );
  }

  /** Stores the size of the figure, which is that of its frame. */
  #measure() {
    const figure = this.#stage.shown();
    const { width, height } = this.#stage.node.getBoundingClientRect();
    if (!figure || width === 0 || height === 0) return;
    const { marginBlockStart, marginBlockEnd } = getComputedStyle(figure);
    const size = { width, height, above: parseFloat(marginBlockStart), below: parseFloat(marginBlockEnd) };
    if (JSON.stringify(size) === JSON.stringify(this.#size)) return;
    this.#size = size;
    this.room.life.requestRender();
  }

  /** Shows a message about files. @param {string} text */
  #tell(text) {
    this.#said = { host: this.state.host, text };
    this.room.life.requestRender();
  }

  /** Saves a file and shows the result. @param {() => Promise<string>} make - returns what to say */
  async #handOut(make) {
    const words = this.room.words().t.embed.downloads;
    this.#tell(words.working);
    try {
      this.#tell(await make());
    } catch (error) {
      this.#tell(words.failed(error instanceof Error ? error.message : String(error)));
    }
  }

  async #archive() {
    const file = await archive(HeedEmbedElement.downloads?.files ?? [], location.href);
    save(file, 'heedmap.zip');
    return this.room.words().t.embed.downloads.done('heedmap.zip', megabytes(file.size));
  }

  async #page() {
    const file = new Blob([await this.#paged()], { type: 'text/html' });
    const { saved } = /** @type {Pasted} */ (this.#model?.pasted);
    save(file, saved);
    return this.room.words().t.embed.downloads.done(saved, megabytes(file.size));
  }

  async #cell() {
    const text = filledCell(/** @type {Pasted} */ (this.#model?.pasted), packed(await this.#paged()));
    await navigator.clipboard.writeText(text);
    return this.room.words().t.embed.downloads.copied(String(Math.round(text.length / 1000)));
  }

  /** The page that is the shown figure. */
  #paged() {
    const held = this.held;
    if (!held) throw new Error(this.room.words().t.embed.waits);
    return HeedEmbedElement.paged(held.room, held.element);
  }

  /** Commits a change by the reader. @param {(state: EmbedState) => EmbedState} next */
  #change(next) {
    this.room.act((now) => now.commit(next(now.state)));
  }

  /** The figure, if its room has come; else it is asked for. @param {EmbedState} state */
  #shown(state) {
    const id = FIGURES[state.figure].room;
    const room = this.#rooms.get(id);
    if (room === undefined) void this.#fetch(id);
    if (!room || room instanceof Error) return null;
    const of = `${state.figure} ${state.of}`;
    if (of !== this.#last.of || !this.#last.shown) {
      const shown = shownOf(state, room);
      if (shown.isBroken) this.room.notice(this.room.words().t.links.broken);
      this.#last = { of, shown };
    }
    return this.#last.shown;
  }

  /** Why the room of the figure did not come. @param {EmbedState} state */
  #failed({ figure }) {
    const room = this.#rooms.get(FIGURES[figure].room);
    return room instanceof Error ? room.message : '';
  }

  /** @param {RoomId} id */
  async #fetch(id) {
    this.#rooms.set(id, null);
    try {
      this.#rooms.set(id, await HeedEmbedElement.opened(id));
    } catch (error) {
      this.#rooms.set(id, error instanceof Error ? error : new Error(String(error)));
    }
    this.room.life.requestRender();
  }

  /** The link as it is pasted, or null until it is packed. @param {string} plain */
  #link(plain) {
    if (this.#packed.plain !== plain) {
      const mine = (this.#packed = { plain, link: /** @type {string | null} */ (null) });
      void packLink(plain).then((link) => {
        mine.link = link;
        this.room.life.requestRender();
      });
    }
    return this.#packed.link;
  }
}

/** @param {number} bytes */
function megabytes(bytes) {
  return (bytes / 1e6).toFixed(1);
}
