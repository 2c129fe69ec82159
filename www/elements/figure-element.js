import { element } from '../lesson/dom.js';
import { addWords } from '../strings/languages.js';
import { HeedErrorEvent, HeedReadyEvent } from './events.js';
import { appearanceOf, watchAppearance } from './map/appearance.js';
import { whenNear } from './near.js';
import { baseSheet } from './sheet.js';
/** @import { Words } from '../strings/languages.js' */
/** @import { Appearance } from './map/appearance.js' */

/** Where there is no document, in Node, the classes can still be imported; they cannot be made. */
const Base = globalThis.HTMLElement ?? /** @type {any} */ (class {});
/** What inner heatmaps tell their figure, and nobody beyond it. */
const INNER = ['heed-select', 'heed-point', 'heed-edit', 'heed-table'];

/**
 * How a figure lives in a page, whatever it shows: it begins when it is near what the reader sees, takes attributes that change in one task as one change, draws at most once a
 * frame, stays itself while it is moved, and says in its place what keeps it from being drawn. Until then, and instead, what stands inside its tag is shown.
 */
export class FigureElement extends Base {
  /** The name that the element is registered under. */
  static tag = '';
  /** What the room says, beside what all say. @type {Words} */
  static words = { en: {}, es: {} };
  /** Properties that may be set before the element is known: they are own properties then, which hide the accessors. @type {readonly string[]} */
  static early = [];
  /** @protected Attributes that changed and were not applied yet. @type {Set<string>} */
  changed = new Set();
  /** Whether it has come near what the reader sees. */
  #isNear = false;
  #isStarting = false;
  #hasFailed = false;
  #isSettling = false;
  #frame = 0;
  /** @type {ResizeObserver | null} */
  #resizes = null;
  /** Ends the watching; null when not connected. @type {(() => void) | null} */
  #unwatch = null;
  /** Null when the look of the page has changed and is to be read anew. @type {Appearance | null} */
  #appearance = null;
  #internals = /** @type {ElementInternals | null} */ (this.attachInternals?.() ?? null);

  /** @param {CSSStyleSheet[]} sheets */
  constructor(sheets) {
    super();
    const root = this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [baseSheet(), ...sheets];
    root.append(document.createElement('slot'));
    for (const name of INNER) root.addEventListener(name, (event) => event.stopPropagation());
  }

  /** @param {string} name @param {string | null} before @param {string | null} now */
  attributeChangedCallback(name, before, now) {
    if (before === now) return;
    this.changed.add(name);
    if (this.#isSettling) return;
    this.#isSettling = true;
    queueMicrotask(() => {
      this.#isSettling = false;
      if (this.changed.size === 0) return;
      if (this.isStarted) this.settle();
      // Before there is a figure, attributes wait for it; where it could not be made they are a reason to try again.
      else this.retry();
    });
  }

  connectedCallback() {
    for (const name of /** @type {typeof FigureElement} */ (this.constructor).early) {
      if (!Object.hasOwn(this, name)) continue;
      const value = Reflect.get(this, name);
      Reflect.deleteProperty(this, name);
      Reflect.set(this, name, value);
    }
    this.#resizes ??= new ResizeObserver(() => this.resized());
    this.#resizes.observe(this);
    this.#appearance = null;
    // Moved, and not taken away in between.
    if (this.#unwatch) return this.requestRender();
    const ends = [
      watchAppearance(() => {
        this.#appearance = null;
        this.requestRender();
      }),
      whenNear(this, () => {
        this.#isNear = true;
        void this.#start();
      }),
    ];
    this.#unwatch = () => ends.forEach((end) => end());
    return undefined;
  }

  disconnectedCallback() {
    // Moving an element disconnects and connects it in one go: only what is still away a moment later is torn down.
    queueMicrotask(() => {
      if (this.isConnected) return;
      this.#resizes?.disconnect();
      this.#unwatch?.();
      this.#unwatch = null;
      this.#isNear = false;
      this.halt();
    });
  }

  /** Registers the element; a second time changes nothing. @param {string} [tag] */
  static define(tag = this.tag, registry = customElements) {
    addWords(this.words);
    if (!registry.get(tag)) registry.define(tag, this);
  }

  /** Draws once in the next frame, however often it is asked. */
  requestRender() {
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      if (this.isStarted && this.isConnected) this.render();
    });
  }

  /** Whether there is a figure. @protected @abstract @returns {boolean} */
  get isStarted() { throw new Error('a figure knows whether it is there'); }

  /** Makes the figure, once: its engine, what it shows, its views. One that was given nothing to show stays without. @protected @abstract @returns {Promise<void>} */
  begin() { throw new Error('a figure begins'); }

  /** Applies the attributes that changed. @protected @abstract */
  settle() { throw new Error('a figure takes attributes'); }

  /** @protected @abstract */
  render() { throw new Error('a figure draws itself'); }

  /** Stops what goes on by itself. @protected */
  halt() {}

  /** The element has another size. @protected */
  resized() { this.requestRender(); }

  /** One line above the figure. @param {string} _text */
  notice(_text) {}

  /** A state that style sheets can ask for by `:state()`. @protected @param {string} name @param {boolean} isOn */
  mark(name, isOn) { this.#internals?.states[isOn ? 'add' : 'delete'](name); }

  /** Begins where there is no figure yet and what it is made from has changed, if the reader is near. @protected */
  retry() {
    if (this.#isNear && !this.isStarted) void this.#start();
  }

  /** Says what is wrong with what the page gave; without a figure, in its place. @protected @param {unknown} error */
  fail(error) {
    const message = error instanceof Error ? error.message : String(error);
    this.#hasFailed = !this.isStarted;
    if (this.isStarted) this.notice(message);
    else this.shadowRoot?.replaceChildren(element('p', { class: 'error', part: 'error', role: 'alert' }, message), document.createElement('slot'));
    this.dispatchEvent(new HeedErrorEvent(message, this.#hasFailed));
  }

  /** How a host in the figure looks, read once. @protected @param {HTMLElement} host */
  appearance(host) { return (this.#appearance ??= appearanceOf(host)); }

  /** @returns {Promise<void>} */
  async #start() {
    if (this.isStarted) return this.requestRender();
    if (this.#isStarting) return undefined;
    this.#isStarting = true;
    try {
      await this.begin();
    } catch (error) {
      return this.fail(error);
    } finally {
      this.#isStarting = false;
    }
    // What the page set while the figure was made is applied to it, or may be what was missing.
    if (!this.isStarted) return this.changed.size > 0 ? this.#start() : undefined;
    this.#hasFailed = false;
    this.dispatchEvent(new HeedReadyEvent());
    if (this.changed.size > 0) this.settle();
    return undefined;
  }
}
