import { element, setText } from '../lesson/dom.js';
import { addWords, languageOf, LANGUAGES } from '../strings/languages.js';
import { appearanceOf, watchAppearance } from './map/appearance.js';
/** @import { Look } from '../types.js' */
/** @import { Words } from '../strings/languages.js' */
/** @import { Appearance } from './map/appearance.js' */

const Base = globalThis.HTMLElement ?? /** @type {any} */ (class {});

/** The reader changed the state, in what is computed or in what is looked at. */
export class HeedChangeEvent extends Event {
  constructor() {
    super('heed-change', { bubbles: true, composed: true });
  }
}

/**
 * @template S, R, M
 * @typedef {ReturnType<typeof import('../state/timeline.js').timeline<S, R, M>>} Session
 */

/**
 * What every element of a room is: a state with its history, views that are built once and drawn from it, and one line for what was refused. A subclass says what
 * its `words` are, starts its engine (`load`), says how a session begins (`open`), builds its views (`build`) and draws (`draw`).
 *
 * The property `state` holds all that is shown; setting it draws, and dispatches nothing. What the reader does dispatches `heed-change`.
 *
 * @template {Look} S - the state
 * @template R - why a state is refused
 * @template M - what the views draw from
 */
export class RoomElement extends Base {
  /** The name that the element is registered under. */
  static tag = '';
  /** What the room says, beside what all say. @type {Words} */
  static words = { en: {}, es: {} };
  /** @protected @type {Session<S, R, M> | null} */
  session = null;
  /** @protected */
  noticeLine = element('p', { class: 'notice', role: 'status', hidden: true });
  /** @type {S | null} */
  #pending = null;
  #frame = 0;
  /** @type {ResizeObserver | null} */
  #resizes = null;
  /** Ends the watching; null when not connected. @type {(() => void) | null} */
  #unwatch = null;
  /** Null when the look of the page has changed and is to be read anew. @type {Appearance | null} */
  #appearance = null;

  /** @param {CSSStyleSheet[]} sheets */
  constructor(sheets) {
    super();
    this.attachShadow({ mode: 'open' }).adoptedStyleSheets = sheets;
  }

  connectedCallback() {
    // A state that was set before the element was known is an own property that hides the accessor.
    if (Object.hasOwn(this, 'state')) {
      const { state } = this;
      Reflect.deleteProperty(this, 'state');
      this.state = state;
    }
    this.#resizes ??= new ResizeObserver(() => this.requestRender());
    this.#resizes.observe(this);
    this.#appearance = null;
    this.#unwatch ??= watchAppearance(() => {
      this.#appearance = null;
      this.requestRender();
    });
    void this.#start();
  }

  disconnectedCallback() {
    // Moving an element disconnects and connects it in one go: only what is still away a moment later is torn down.
    queueMicrotask(() => {
      if (this.isConnected) return;
      this.#resizes?.disconnect();
      this.#unwatch?.();
      this.#unwatch = null;
      this.halt();
    });
  }

  /** Registers the element; a second time changes nothing. @param {string} [tag] */
  static define(tag = this.tag, registry = customElements) {
    addWords(this.words);
    if (!registry.get(tag)) registry.define(tag, this);
  }

  /** The whole state. @returns {S} */
  get state() {
    return this.session?.state ?? this.#pending ?? this.fresh();
  }

  set state(state) {
    this.#pending = state;
    if (!this.session) return;
    this.halt();
    this.notice(this.sentence(this.session.commit(state)));
    this.requestRender();
  }

  get canUndo() { return this.session?.canUndo ?? false; }

  get canRedo() { return this.session?.canRedo ?? false; }

  /** @returns {'en' | 'es'} */
  get language() {
    return languageOf(this.state.language, globalThis.navigator?.languages ?? []);
  }

  /** Changes what is only looked at, such as the language: nothing that one would undo. @param {Partial<S>} patch */
  show(patch) { this.act((now) => now.look({ ...now.state, ...patch })); }

  undo() { this.act((now) => now.undo()); }

  redo() { this.act((now) => now.redo()); }

  /** One line above the figure. @param {string} text */
  notice(text) {
    setText(this.noticeLine, text);
    this.noticeLine.hidden = text === '';
  }

  /** Draws once in the next frame, however often it is asked. */
  requestRender() {
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.#render();
    });
  }

  /** The state without one that was set. @protected @abstract @returns {S} */
  fresh() { throw new Error('a room says how it opens'); }

  /** Waits for the engine of the room. @protected @abstract @returns {Promise<void>} */
  load() { throw new Error('a room loads its engine'); }

  /** @protected @abstract @param {S} _first @returns {Session<S, R, M>} */
  open(_first) { throw new Error('a room opens a session'); }

  /** Builds the views, once. @protected @abstract */
  build() { throw new Error('a room builds its views'); }

  /** @protected @abstract @param {M} _model */
  draw(_model) { throw new Error('a room draws its views'); }

  /** Stops what plays. @protected */
  halt() {}

  /** What a refusal says to the reader. @protected @param {R | null} refused */
  sentence(refused) { return refused === null ? '' : String(refused); }

  /** Tells of a change that the reader made. @protected */
  tell() { this.dispatchEvent(new HeedChangeEvent()); }

  /** @protected */
  words() {
    const { language } = this;
    return { language, t: LANGUAGES[language] };
  }

  /** How a host in the figure looks, read once. @protected @param {HTMLElement} host */
  appearance(host) { return (this.#appearance ??= appearanceOf(host)); }

  /**
   * A change that the reader made.
   *
   * @protected
   * @param {(now: Session<S, R, M>) => R | null} change
   * @param {boolean} [aloud] - whether a refusal is said above the figure; a field says itself what is wrong with it
   */
  act(change, aloud = true) {
    if (!this.session) return null;
    const refused = change(this.session);
    this.notice(aloud ? this.sentence(refused) : '');
    this.requestRender();
    if (refused === null) this.tell();
    return refused;
  }

  async #start() {
    if (this.session) return this.requestRender();
    await this.load();
    if (this.session) return undefined;
    this.session = this.open(this.state);
    this.build();
    this.#render();
    this.dispatchEvent(new Event('heed-ready', { bubbles: true, composed: true }));
    return undefined;
  }

  #render() {
    if (!this.session || !this.isConnected) return;
    this.draw(this.session.model);
    this.lang = this.language;
  }
}
