import { RoomElement } from '../../element/room-element.js';
import { element } from '../../ui/dom.js';
import { html, render } from '../../ui/html.js';
import { MAX_PLAIN } from '../../state/fragment-frame.js';
import { packLink } from '../../state/packed-link.js';
import { timeline } from '../../state/timeline.js';
import { embed as en } from './words/en.js';
import { embed as es } from './words/es.js';
import { addressesOf } from './addresses.js';
import { decode, encode } from './fragment.js';
import { hereOf, pastedOf, shownOf, withAttribute, withLook } from './model.js';
import { Room } from './views/room-view.js';
import { stageView } from './views/stage-view.js';
import { FIGURES, freshState, sameFigure, seenAs } from './state.js';
import { sheet } from './style.js';
/** @import { RoomId } from '../names.js' */
/** @import { Strings } from '../../page/words/en.js' */
/** @import { Room as PageRoom } from '../../types.js' */
/** @import { Address } from './addresses.js' */
/** @import { Pasted } from './snippets.js' */
/** @import { Shown } from './model.js' */
/** @import { EmbedState } from './state.js' */
/** @import { Actions } from './views/room-view.js' */
/** @import { Language } from '../../state/languages.js' */

/**
 * All that the views draw from.
 *
 * @typedef {object} EmbedModel
 * @property {EmbedState} state
 * @property {Shown | null} shown - null until the script of its room has come
 * @property {Pasted | null} pasted - null until its link is packed
 * @property {number} length - of its link
 * @property {string} here - where Heedmap is served
 * @property {Address[]} addresses - that the state carries
 * @property {string} failed - why the room of the figure did not come; empty where it came or is on its way
 * @property {Strings} t
 * @property {Language} language
 */

/**
 * The room of what can be embedded: a live figure, its settings, and what to paste to have it elsewhere. The figures are those of the other rooms, and come with their scripts.
 *
 * @extends {RoomElement<EmbedState, string, EmbedState>}
 */
export class HeedEmbedElement extends RoomElement {
  static tag = 'heed-embed';
  static words = { en: { embed: en }, es: { embed: es } };
  /** What brings a room of the page, its elements and its engine. @type {(id: RoomId) => Promise<PageRoom<any>>} */
  static opened = () => Promise.reject(new Error('there is no page'));
  /** The rooms that have come, and why one did not. @type {Map<RoomId, PageRoom<any> | Error | null>} */
  #rooms = new Map();
  /** The last that was shown. It is worked out anew for another figure alone. @type {{ of: string, shown: Shown | null }} */
  #last = { of: '', shown: null };
  /** @type {{ plain: string, link: string | null }} */
  #packed = { plain: '', link: '' };
  /** The addresses that the reader typed or confirmed. They are no part of the state: a link cannot confirm itself. @type {Set<string>} */
  #confirmed = new Set();
  /** What is drawn. @type {EmbedModel | null} */
  #model = null;
  /** What the views are rendered into. */
  #root = element('div', { class: 'room' });
  #stage = stageView(
    (of) => this.#change((state) => ({ ...state, of })),
    (text) => this.notice(text),
  );
  /** What the reader does. @type {Actions} */
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
      this.render();
      // Its button is gone: the reader goes on to what it changed.
      /** @type {HTMLElement | null | undefined} */ (this.shadowRoot?.querySelector('.snippet'))?.focus();
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
  };

  constructor() {
    super([sheet]);
  }

  /** Moves the focus to the figure. */
  focus() {
    this.#stage.shown()?.focus();
  }

  /** The figure with the room that brought it, once both are there. @returns {{ room: PageRoom<any>, element: any } | null} */
  get held() {
    const { shown } = this.#last;
    const element = this.#stage.shown();
    return shown && element ? { room: shown.room, element } : null;
  }

  /** The room as it opens. */
  reset() {
    this.act((now) => now.commit({ ...freshState(), language: now.state.language, theme: now.state.theme }));
  }

  /** The step of a lesson, the row of a mask: what the figure steps through. @param {number} by */
  step(by) {
    /** @type {any} */ (this.#stage.shown())?.step?.(by);
  }

  /** @protected */
  fresh() {
    return freshState();
  }

  /** @protected */
  async load() {}

  /** @protected @param {EmbedState} state */
  encode(state) {
    return encode(state);
  }

  /** @protected @param {string} fragment */
  decode(fragment) {
    return decode(fragment);
  }

  /** @protected @param {EmbedState} first */
  open(first) {
    return timeline(first, {
      same: sameFigure,
      seenAs,
      model: (state) => state,
      /** @returns {{ state: EmbedState } | { refused: string }} */
      admit: (state) => {
        const { length } = encode(state);
        return length > MAX_PLAIN ? { refused: this.words().t.errors.tooMuch(length, MAX_PLAIN) } : { state };
      },
    });
  }

  /** @protected */
  build() {
    this.shadowRoot?.replaceChildren(this.#root);
  }

  /** @protected @param {EmbedState} state */
  draw(state) {
    const { t, language } = this.words();
    const shown = this.#shown(state);
    const link = shown ? this.#link(shown.plain) : null;
    const addresses = addressesOf(state, shown, this.#confirmed, location);
    const taken = (/** @type {Address['name']} */ name) =>
      addresses.find((each) => each.name === name && !each.isHeld)?.text ?? '';
    const here = hereOf(taken('base'), location);
    const title = t.embed.figures[state.figure];
    const words = { title, fallback: t.embed.fallback(title), open: t.embed.open, listens: t.embed.listens };
    const pasted =
      shown && link !== null ? { ...pastedOf(state, shown, link, { here, src: taken('src') }), words } : null;
    /** @type {EmbedModel} */
    const model = {
      state,
      shown,
      pasted,
      length: link?.length ?? 0,
      here,
      addresses,
      failed: this.#failed(state),
      t,
      language,
    };
    this.#model = model;
    this.#root.classList.toggle('whole', state.view === 'room' && state.figure !== 'map');
    this.#stage.update(model);
    const props = { model, actions: this.#actions };
    render(html`<${Room} ...${props} notice=${this.noticeLine} stage=${this.#stage.node} />`, this.#root);
  }

  /** Commits a change by the reader. @param {(state: EmbedState) => EmbedState} next */
  #change(next) {
    this.act((now) => now.commit(next(now.state)));
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
      if (shown.isBroken) this.notice(this.words().t.links.broken);
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
    this.requestRender();
  }

  /** The link as it is pasted, or null until it is packed. @param {string} plain */
  #link(plain) {
    if (this.#packed.plain !== plain) {
      const mine = (this.#packed = { plain, link: /** @type {string | null} */ (null) });
      void packLink(plain).then((link) => {
        mine.link = link;
        this.requestRender();
      });
    }
    return this.#packed.link;
  }
}
