import { element } from '../ui/dom.js';
import { addWords } from '../words/languages.js';
import { HeedErrorEvent, HeedReadyEvent } from './events.js';
import { appearanceOf, watchAppearance } from './appearance.js';
import { whenNear } from './near.js';
import { baseSheet } from './sheet.js';
/** @import { Words } from '../words/languages.js' */
/** @import { Scene } from '../picture/types.js' */
/** @import { Appearance } from './appearance.js' */

/** In Node, where there is no document, the classes can be imported but not instantiated. */
const Base = globalThis.HTMLElement ?? /** @type {any} */ (class {});
/** Events of inner heatmaps, which do not leave the figure. */
const INNER = [
  'heed-ready',
  'heed-select',
  'heed-change',
  'heed-error',
  'heed-point',
  'heed-edit',
  'heed-table',
];

/** The figures that draw in the next frame. @type {Set<FigureElement>} */
const requested = new Set();

/**
 * The life cycle of a figure in a page. It starts when it comes near the viewport, batches attribute changes, draws at most once a frame, keeps its state when it is
 * moved in the document, and shows a message in place of a figure that cannot be drawn. Until it is ready, the content of its tag is shown.
 *
 * @fires {HeedReadyEvent} heed-ready - The figure is ready.
 * @fires {HeedErrorEvent} heed-error - A value was rejected, or the figure cannot be shown. The element shows the same message.
 * @slot - Fallback content: shown until the figure is ready, and if it cannot be shown.
 * @csspart error - The message in place of the figure.
 * @cssprop [--heed-paper=light-dark(#fbfaf7, #14161a)] - Background.
 * @cssprop [--heed-panel=light-dark(#ffffff, #1b1e24)] - Background of panels and fields.
 * @cssprop [--heed-ink=light-dark(#1d1f24, #eceae4)] - Text.
 * @cssprop [--heed-soft=light-dark(#5f646e, #9ea4af)] - Secondary text.
 * @cssprop [--heed-line=light-dark(#d5d1c7, #3b414c)] - Lines and borders.
 * @cssprop [--heed-faint=light-dark(#e6e3dc, #2a2e36)] - Faint lines, and the background of selected items.
 * @cssprop [--heed-accent=light-dark(#b4480f, #f08a4b)] - Highlights.
 * @cssprop [--heed-focus=light-dark(#1f6feb, #79b0ff)] - Focus ring.
 * @cssprop [--heed-wrong=light-dark(#b3261e, #ff8a80)] - Errors.
 * @cssprop [--heed-sans=ui-sans-serif, system-ui, …] - Font of text.
 * @cssprop [--heed-serif="Iowan Old Style", Palatino, …] - Font of the names of matrices.
 * @cssprop [--heed-mono=ui-monospace, Menlo, …] - Font of numbers and code.
 * @cssprop [--heed-theme=inherit] - `light` or `dark`; overrides `color-scheme`.
 */
export class FigureElement extends Base {
  /** The name that the element is registered under. */
  static tag = '';
  /** Loads the wasm in a script that contains it. Otherwise it is a file next to the modules. @type {(() => Promise<ArrayBuffer | WebAssembly.Module>) | undefined} @internal */
  static program;
  /** The strings of the element, in addition to those that all share. @type {Words} */
  static words = { en: {}, es: {}, pt: {} };
  /** Properties that a page may set before the element is defined. They are then own properties, which hide the accessors. @type {readonly string[]} */
  static early = [];
  /** @protected Attributes that changed and were not applied yet. @type {Set<string>} */
  changed = new Set();
  /** Whether it has come near the viewport. */
  #isNear = false;
  #isStarting = false;
  #hasFailed = false;
  #isSettling = false;
  #frame = 0;
  /** @type {ResizeObserver | null} */
  #resizes = null;
  /** Whether the element had a size when it was last observed. */
  #hasBox = false;
  /** Removes the observers; null when not connected. @type {(() => void) | null} */
  #unwatch = null;
  /** The appearance that was read last; null after it has changed. @type {Appearance | null} */
  #appearance = null;
  /** @type {((where: Document) => CSSStyleSheet)[]} */
  #sheets;
  #internals = /** @type {ElementInternals | null} */ (this.attachInternals?.() ?? null);

  /** @param {((where: Document) => CSSStyleSheet)[]} sheets */
  constructor(sheets) {
    super();
    const root = this.attachShadow({ mode: 'open' });
    this.#sheets = [baseSheet, ...sheets];
    this.#adoptSheets(root);
    root.append(document.createElement('slot'));
    // A page may change its theme on any ancestor of the figure; the color of the caret follows. Rules of the page for transitions do not apply inside the shadow root.
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
      // Attributes wait until the figure has started. If it failed to start, a change is a reason to try again.
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
    this.#resizes ??= new ResizeObserver(([{ contentRect }]) => {
      // An element that becomes visible may have missed a change of theme: without a box there are no transitions.
      const hasBox = contentRect.width > 0 || contentRect.height > 0;
      if (hasBox && !this.#hasBox) this.#appearance = null;
      this.#hasBox = hasBox;
      this.resized();
    });
    this.#resizes.observe(this);
    this.#appearance = null;
    // The element was moved without being torn down.
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

  /** Adoption by another document, such as that of a frame, removes the style sheets. */
  adoptedCallback() {
    if (this.shadowRoot && this.ownerDocument.defaultView) this.#adoptSheets(this.shadowRoot);
  }

  disconnectedCallback() {
    // Moving an element disconnects and connects it in one task. It is torn down only if it is still disconnected in a microtask.
    queueMicrotask(() => {
      if (this.isConnected) return;
      this.#resizes?.disconnect();
      this.#unwatch?.();
      this.#unwatch = null;
      this.#isNear = false;
      this.halt();
    });
  }

  /** Registers the element. Further calls, and calls without a document, do nothing. @param {string} [tag] */
  static define(tag = this.tag, registry = globalThis.customElements) {
    addWords(this.words);
    if (!registry?.get(tag)) registry?.define(tag, this);
  }

  /** Sets an attribute; null and undefined remove it. @protected @param {string} name @param {string | null | undefined} value */
  reflect(name, value) {
    if (value === null || value === undefined) this.removeAttribute(name);
    else this.setAttribute(name, value);
  }

  /** Requests a draw in the next frame. Several requests result in one draw. @internal */
  requestRender() {
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(() => this.#renderNow());
    requested.add(this);
  }

  #renderNow() {
    if (!this.#isDue()) return;
    this.render();
    this.paint();
  }

  /** Clears the request and returns whether the figure can be drawn. */
  #isDue() {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    requested.delete(this);
    return this.isStarted && this.isConnected;
  }

  /** Draws the inner figures that have requested a draw, so that the whole figure changes in the same frame. @protected */
  renderInside() {
    const inside = [...requested].filter((each) => each.getRootNode() === this.shadowRoot);
    // All styles are read before anything is drawn, and pixels are painted after: the page's styles and layout are computed once and not for each figure.
    for (const each of inside) each.look();
    const due = inside.filter((each) => each.#isDue());
    for (const each of due) each.render();
    for (const each of due) each.paint();
  }

  /** Whether the figure has started. @protected @returns {boolean} */
  get isStarted() {
    return false;
  }

  /** Starts the figure once: its engine, its data and its views. Without data it does not start. @protected @returns {Promise<void>} */
  async begin() {}

  /** Applies the attributes that changed. @protected */
  settle() {}

  /** Reads the styles that drawing depends on. @protected */
  look() {}

  /** Draws the figure. @protected */
  render() {}

  /** Paints the pixels of what was drawn. @protected */
  paint() {}

  /** Stops playback and motion. @protected */
  halt() {}

  /** Called when the size of the element has changed. @protected */
  resized() {
    this.requestRender();
  }

  /** Shows a message above the figure. @internal @param {string} _text */
  notice(_text) {}

  /** Sets a custom state, for `:state()` in style sheets. @protected @param {string} name @param {boolean} isOn */
  mark(name, isOn) {
    this.#internals?.states[isOn ? 'add' : 'delete'](name);
  }

  /** Sets the theme of the element; null follows the page. @protected @param {'light' | 'dark' | null} theme */
  applyTheme(theme) {
    for (const each of ['light', 'dark']) this.mark(each, each === theme);
  }

  /** Tries to start again after a change, if the element is near the viewport and has not started. @protected */
  retry() {
    if (this.#isNear && !this.isStarted) void this.#start();
  }

  /** Reports an error in what the page set. If the figure has not started, the message takes its place. @protected @param {unknown} error */
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
  #adoptSheets(root) {
    root.adoptedStyleSheets = this.#sheets.map((sheet) => sheet(this.ownerDocument));
  }

  /** Draws with the current theme. */
  #repaint() {
    this.#appearance = null;
    this.requestRender();
  }

  /** The appearance of an element in the figure. It is cached. @protected @param {HTMLElement} host */
  appearance(host) {
    return (this.#appearance ??= appearanceOf(host));
  }

  /** The figure as a scene. The code that draws pictures is loaded on the first call. @protected @returns {Promise<Scene>} */
  scene() {
    throw new Error(`<${this.localName}> has no picture`);
  }

  /** Returns the figure as the text of an SVG file. Text in it stays text. @returns {Promise<string>} */
  async toSVG() {
    const { svgIn } = await import('../picture/of-element.js');
    return svgIn(await this.#pictured());
  }

  /**
   * Returns the figure as a file. `how` is `{ type, scale }`: `type` is `image/png` (default) or `image/svg+xml`, and `scale` is the number of PNG pixels for each
   * CSS pixel.
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
    // Attributes may have changed during the start: they are applied, or they are a reason to try again. An element that was disconnected in the meantime starts when it is back.
    if (!this.isStarted) return this.#isNear && this.changed.size > 0 ? this.#start() : undefined;
    this.#hasFailed = false;
    this.dispatchEvent(new HeedReadyEvent());
    if (this.changed.size > 0) this.settle();
    return undefined;
  }
}
