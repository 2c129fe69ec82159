import { element } from '../ui/dom.js';
import { addWords } from '../words/languages.js';
import { HeedErrorEvent, HeedReadyEvent } from './events.js';
import { appearanceOf, watchAppearance } from './appearance.js';
import { whenNear } from './near.js';
import { baseSheet } from './sheet.js';
/** @import { Words } from '../words/languages.js' */
/** @import { Scene } from '../picture/types.js' */
/** @import { Appearance } from './appearance.js' */

/** Where there is no document, in Node, the classes can still be imported; they cannot be made. */
const Base = globalThis.HTMLElement ?? /** @type {any} */ (class {});
/** What inner heatmaps tell their figure, and nobody beyond it. */
const INNER = [
  'heed-ready',
  'heed-select',
  'heed-change',
  'heed-error',
  'heed-point',
  'heed-edit',
  'heed-table',
];

/**
 * How a figure lives in a page, whatever it shows: it begins when it is near what the reader sees, takes attributes that change in one task as one change, draws at most once a
 * frame, stays itself while it is moved, and says in its place what keeps it from being drawn. Until then, and instead, what stands inside its tag is shown.
 *
 * @fires {HeedReadyEvent} heed-ready - the figure is there
 * @fires {HeedErrorEvent} heed-error - something was refused, or nothing can be shown at all; the element says it in its place as well
 * @slot - what is shown until the figure is there, and where it cannot be shown
 * @csspart error - the sentence in place of a figure
 * @cssprop [--heed-paper=light-dark(#fbfaf7, #14161a)] - the ground
 * @cssprop [--heed-panel=light-dark(#ffffff, #1b1e24)] - the ground of what stands out from it
 * @cssprop [--heed-ink=light-dark(#1d1f24, #eceae4)] - text
 * @cssprop [--heed-soft=light-dark(#5f646e, #9ea4af)] - text that steps back
 * @cssprop [--heed-line=light-dark(#d5d1c7, #3b414c)] - lines and borders
 * @cssprop [--heed-faint=light-dark(#e6e3dc, #2a2e36)] - grounds of what is chosen, and faint lines
 * @cssprop [--heed-accent=light-dark(#b4480f, #f08a4b)] - what is marked
 * @cssprop [--heed-focus=light-dark(#1f6feb, #79b0ff)] - the ring round what has the focus
 * @cssprop [--heed-wrong=light-dark(#b3261e, #ff8a80)] - what is refused
 * @cssprop [--heed-sans=ui-sans-serif, system-ui, …] - the font of what is said
 * @cssprop [--heed-serif="Iowan Old Style", Palatino, …] - the font of names of matrices
 * @cssprop [--heed-mono=ui-monospace, Menlo, …] - the font of numbers and code
 * @cssprop [--heed-theme=inherit] - `light` or `dark`, where that is not what `color-scheme` says
 */
export class FigureElement extends Base {
  /** The name that the element is registered under. */
  static tag = '';
  /** Where the wasm comes from, in a script that carries it; elsewhere it lies beside the modules. @type {(() => Promise<ArrayBuffer | WebAssembly.Module>) | undefined} @internal */
  static program;
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
  /** @type {((where: Document) => CSSStyleSheet)[]} */
  #sheets;
  #internals = /** @type {ElementInternals | null} */ (this.attachInternals?.() ?? null);

  /** @param {((where: Document) => CSSStyleSheet)[]} sheets */
  constructor(sheets) {
    super();
    const root = this.attachShadow({ mode: 'open' });
    this.#sheets = [baseSheet, ...sheets];
    this.#dress(root);
    root.append(document.createElement('slot'));
    // A page may change its theme on any element round the figure: the colour of the caret follows it. What a page says of the transitions of all its elements does not
    // reach what is inside.
    root.addEventListener('transitionend', (event) => {
      if (
        'propertyName' in event &&
        event.propertyName === 'caret-color' &&
        /** @type {Node} */ (event.target).parentNode === root
      )
        this.#repaint();
    });
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
    this.#resizes ??= new ResizeObserver(() => {
      // What is shown again may have missed a change of theme: without a box nothing is in transition.
      this.#appearance = null;
      this.resized();
    });
    this.#resizes.observe(this);
    this.#appearance = null;
    // Moved, and not taken away in between.
    if (this.#unwatch) return this.requestRender();
    const ends = [
      watchAppearance(() => this.#repaint()),
      whenNear(this, () => {
        this.#isNear = true;
        void this.#start();
      }),
    ];
    this.#unwatch = () => ends.forEach((end) => end());
    return undefined;
  }

  /** Another document, that of a frame, has taken the sheets away. */
  adoptedCallback() {
    if (this.shadowRoot && this.ownerDocument.defaultView) this.#dress(this.shadowRoot);
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

  /** Registers the element; a second time changes nothing, nor does it where pages are written and not shown. @param {string} [tag] */
  static define(tag = this.tag, registry = globalThis.customElements) {
    addWords(this.words);
    if (!registry?.get(tag)) registry?.define(tag, this);
  }

  /** Sets an attribute as its property does; null and undefined take it away. @protected @param {string} name @param {string | null | undefined} value */
  reflect(name, value) {
    if (value === null || value === undefined) this.removeAttribute(name);
    else this.setAttribute(name, value);
  }

  /** Draws once in the next frame, however often it is asked. @internal */
  requestRender() {
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      if (this.isStarted && this.isConnected) this.render();
    });
  }

  /** Whether there is a figure. @protected @abstract @returns {boolean} */
  get isStarted() {
    throw new Error('a figure knows whether it is there');
  }

  /** Makes the figure, once: its engine, what it shows, its views. One that was given nothing to show stays without. @protected @abstract @returns {Promise<void>} */
  begin() {
    throw new Error('a figure begins');
  }

  /** Applies the attributes that changed. @protected @abstract */
  settle() {
    throw new Error('a figure takes attributes');
  }

  /** @protected @abstract */
  render() {
    throw new Error('a figure draws itself');
  }

  /** Stops what goes on by itself. @protected */
  halt() {}

  /** The element has another size. @protected */
  resized() {
    this.requestRender();
  }

  /** One line above the figure. @internal @param {string} _text */
  notice(_text) {}

  /** A state that style sheets can ask for by `:state()`. @protected @param {string} name @param {boolean} isOn */
  mark(name, isOn) {
    this.#internals?.states[isOn ? 'add' : 'delete'](name);
  }

  /** Has a theme of its own, or that of the page. @protected @param {'light' | 'dark' | null} theme */
  wear(theme) {
    for (const each of ['light', 'dark']) this.mark(each, each === theme);
  }

  /** Begins where there is no figure yet and what it is made from has changed, if the reader is near. @protected */
  retry() {
    if (this.#isNear && !this.isStarted) void this.#start();
  }

  /** Says what is wrong with what the page gave; without a figure, in its place. @protected @param {unknown} error */
  fail(error) {
    const message = error instanceof Error ? error.message : String(error);
    this.#hasFailed = !this.isStarted;
    if (this.isStarted) this.notice(message);
    else
      this.shadowRoot?.replaceChildren(
        element('p', { class: 'error', part: 'error', role: 'alert' }, message),
        document.createElement('slot'),
      );
    this.dispatchEvent(new HeedErrorEvent(message, this.#hasFailed));
  }

  /** @param {ShadowRoot} root */
  #dress(root) {
    root.adoptedStyleSheets = this.#sheets.map((sheet) => sheet(this.ownerDocument));
  }

  /** Draws with the look of now. */
  #repaint() {
    this.#appearance = null;
    this.requestRender();
  }

  /** How a host in the figure looks, read once. @protected @param {HTMLElement} host */
  appearance(host) {
    return (this.#appearance ??= appearanceOf(host));
  }

  /** What is shown, as a picture; what draws pictures is fetched when one is asked for. @protected @abstract @returns {Promise<Scene>} */
  scene() {
    throw new Error(`<${this.localName}> has no picture`);
  }

  /** What is shown as the text of an SVG file: real text, and shapes. @returns {Promise<string>} */
  async toSVG() {
    const { svgIn } = await import('../picture/of-element.js');
    return svgIn(await this.#pictured());
  }

  /**
   * What is shown as a file. `how` is `{ type, scale }`: `image/png`, unless `image/svg+xml` is asked for, and pixels of a PNG to a pixel of CSS.
   *
   * @param {{ type?: string, scale?: number }} [how]
   * @returns {Promise<Blob>}
   */
  async toBlob(how) {
    const { blobIn } = await import('../picture/of-element.js');
    return blobIn(await this.#pictured(), how);
  }

  async #pictured() {
    if (!this.isStarted) throw new Error(`<${this.localName}> shows nothing yet: wait for its heed-ready`);
    return this.scene();
  }

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
    // What the page set while the figure was made is applied to it, or may be what was missing. One that was taken away meanwhile begins when it is back.
    if (!this.isStarted) return this.#isNear && this.changed.size > 0 ? this.#start() : undefined;
    this.#hasFailed = false;
    this.dispatchEvent(new HeedReadyEvent());
    if (this.changed.size > 0) this.settle();
    return undefined;
  }
}
