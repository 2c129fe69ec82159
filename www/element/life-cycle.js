import { element } from '../ui/dom.js';
import { inNextFrame, track } from '../ui/idle.js';
import { HeedErrorEvent, HeedReadyEvent } from './events.js';
import {
  appearanceOf,
  watchAppearance,
  themeOfGround,
  watchGround,
  whenNear,
  keepUsedKeys,
} from './surroundings.js';
import baseSheet from './base.css.js';
import themeSheet from './theme.css.js';
import { addWords } from '../words/languages.js';
/** @import { Scene } from '../picture/types.js' */
/** @import { Appearance } from './surroundings.js' */
/** @import { Words } from '../words/languages.js' */

/**
 * The functions of an element that its life cycle calls.
 *
 * @typedef {object} Figure
 * @property {((where: Document) => CSSStyleSheet)[]} sheets - style sheets, in addition to the common one
 * @property {readonly string[]} early - properties that a page may set before the element is defined
 * @property {() => boolean} isStarted
 * @property {() => Promise<void>} begin - starts the figure: its engine, its data and its views. It may leave
 *   the figure unstarted, for example without data
 * @property {() => void} settle - applies the attributes in `changed`
 * @property {() => void} render - draws the figure
 * @property {(text: string) => void} notice - shows a message above the figure
 * @property {() => Promise<Scene>} scene - the figure as a scene, for pictures
 * @property {() => void} [halt] - stops playback and motion
 * @property {() => void} [resized] - called when the size of the element has changed; by default it is drawn
 * @property {boolean} [isHeightDrawn] - whether its height follows from what is drawn, so that it is drawn
 *   again only for another width or window
 *   again
 * @property {() => void} [readStyles] - reads the styles that drawing depends on
 * @property {() => void} [paint] - paints pixels after `render`
 */

/** Events of inner heatmaps, which are not dispatched outside of the figure. */
const INNER_EVENTS = [
  'heed-ready',
  'heed-select',
  'heed-change',
  'heed-error',
  'heed-point',
  'heed-edit',
  'heed-table',
];

/** The figures with a requested draw. @type {Set<LifeCycle>} */
const requested = new Set();

/**
 * The life cycle of an element. The element owns it and forwards its callbacks. It starts the figure when it
 * comes near the viewport, batches attribute changes, draws at most once per frame, keeps the figure when the
 * element is moved in the document, and shows a message in place of a figure that cannot be drawn. Until the
 * figure is ready, the content of the tag is shown.
 *
 * These comments document all elements that own a life cycle.
 *
 * @fires {HeedReadyEvent} heed-ready - The figure is ready.
 * @fires {HeedErrorEvent} heed-error - A value was rejected, or the figure cannot be shown. The element shows
 *   the same message.
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
 * @cssprop [--heed-theme=inherit] - `light` or `dark`; overrides the theme of the background.
 */
export class LifeCycle {
  /** Changed attributes that are not applied yet. @type {Set<string>} */
  changed = new Set();
  #host;
  #figure;
  #root;
  #internals;
  /** Whether the element has come near the viewport. */
  #isNear = false;
  #isStarting = false;
  #isSettling = false;
  /** Cancels the requested draw. @type {(() => void) | null} */
  #cancel = null;
  /** @type {ResizeObserver | null} */
  #resizes = null;
  /** Whether the element had a size when it was last observed. */
  #hasBox = false;
  /** Its width, and the height of the window, when it was last observed. */
  #space = '';
  /** Removes the observers; null when not connected. @type {(() => void) | null} */
  #unwatch = null;
  /** The theme that was chosen; null follows the page. @type {'light' | 'dark' | null} */
  #theme = null;
  /** The theme that is set; null inherits it. @type {'light' | 'dark' | null} */
  #marked = null;
  /** A cache; null after the appearance has changed. @type {Appearance | null} */
  #appearance = null;

  /** @param {HTMLElement} host @param {Figure} figure */
  constructor(host, figure) {
    this.#host = host;
    this.#figure = figure;
    this.#internals = host.attachInternals?.() ?? null;
    const root = (this.#root = host.attachShadow({ mode: 'open' }));
    this.#adoptSheets();
    root.append(document.createElement('slot'));
    // The page may change its theme on any ancestor of the figure. The color of the caret then changes with a
    // transition. Style rules of the page for transitions do not apply inside the shadow root.
    root.addEventListener('transitionend', (event) => {
      if (
        'propertyName' in event &&
        event.propertyName === 'caret-color' &&
        /** @type {Node} */ (event.target).parentNode === root
      )
        this.#repaint();
    });
    for (const name of INNER_EVENTS) root.addEventListener(name, (event) => event.stopPropagation());
    keepUsedKeys(root);
  }

  /** @param {string} name @param {string | null} before @param {string | null} now */
  attributeChanged(name, before, now) {
    if (before === now) return;
    this.changed.add(name);
    if (this.#isSettling) return;
    this.#isSettling = true;
    queueMicrotask(() => {
      this.#isSettling = false;
      if (this.changed.size === 0) return;
      if (this.#figure.isStarted()) this.#figure.settle();
      // Attributes are applied when the figure starts. If it failed to start, a change is a reason to retry.
      else this.retry();
    });
  }

  connected() {
    // Properties that were set before the element was defined hide its accessors.
    for (const name of this.#figure.early) {
      if (!Object.hasOwn(this.#host, name)) continue;
      const value = Reflect.get(this.#host, name);
      Reflect.deleteProperty(this.#host, name);
      Reflect.set(this.#host, name, value);
    }
    this.#resizes ??= new ResizeObserver(([{ contentRect }]) => {
      // An element that becomes visible may have missed a change of theme: without a box there are no
      // transitions.
      const hasBox = contentRect.width > 0 || contentRect.height > 0;
      if (hasBox && !this.#hasBox) {
        this.#appearance = null;
        this.#followGround();
      }
      this.#hasBox = hasBox;
      const space = `${contentRect.width} ${innerHeight}`;
      const isSame = space === this.#space;
      this.#space = space;
      if (isSame && this.#figure.isHeightDrawn) return;
      if (this.#figure.resized) this.#figure.resized();
      else this.requestRender();
    });
    this.#resizes.observe(this.#host);
    // Adoption by another document, such as the document of a frame, removes the style sheets.
    if (this.#root.adoptedStyleSheets.length === 0 && this.#host.ownerDocument.defaultView)
      this.#adoptSheets();
    this.#appearance = null;
    // The element was moved without being torn down.
    if (this.#unwatch) return this.requestRender();
    this.#followGround();
    const stops = [
      watchAppearance(() => this.#repaint()),
      ...(this.#isInside() ? [] : [watchGround(this.#host, () => this.#followGround() && this.#repaint())]),
      whenNear(this.#host, () => {
        this.#isNear = true;
        void this.#start();
      }),
      ...(this.#isInside() ? [] : [this.#whenPrinted()]),
    ];
    this.#unwatch = () => stops.forEach((stop) => stop());
    return undefined;
  }

  disconnected() {
    // Moving an element disconnects and connects it in one task. It is torn down only if it is still
    // disconnected in a microtask.
    queueMicrotask(() => {
      if (this.#host.isConnected) return;
      this.#resizes?.disconnect();
      this.#unwatch?.();
      this.#unwatch = null;
      this.#isNear = false;
      this.#figure.halt?.();
    });
  }

  /** Requests a draw in the next frame. Several requests result in one draw. */
  requestRender() {
    if (this.#cancel) return;
    this.#cancel = inNextFrame(() => {
      if (!this.#isDue()) return;
      this.#figure.render();
      this.#figure.paint?.();
    });
    requested.add(this);
  }

  /** Clears the request and returns whether the figure can be drawn. */
  #isDue() {
    this.#cancel?.();
    this.#cancel = null;
    requested.delete(this);
    return this.#figure.isStarted() && this.#host.isConnected;
  }

  /**
   * Draws the inner figures that have requested a draw, so that the whole figure changes in the same frame:
   * all, or those in `within`.
   *
   * @param {Node} [within]
   */
  renderInside(within = this.#root) {
    const inside = [...requested].filter(
      (each) => each.#host.getRootNode() === this.#root && within.contains(each.#host),
    );
    // All styles are read before anything is drawn, and pixels are painted last, so the styles and the layout
    // of the page are computed once and not for each figure.
    for (const each of inside) each.#figure.readStyles?.();
    const due = inside.filter((each) => each.#isDue());
    for (const each of due) each.#figure.render();
    for (const each of due) each.#figure.paint?.();
  }

  /** Sets a custom state, for `:state()` in style sheets. @param {string} name @param {boolean} isOn */
  mark(name, isOn) {
    this.#internals?.states[isOn ? 'add' : 'delete'](name);
  }

  /** Sets the theme of the element; null follows the page. @param {'light' | 'dark' | null} theme */
  applyTheme(theme) {
    this.#theme = theme;
    this.#followGround();
  }

  /**
   * Sets the theme that was chosen, or that of the ground. A figure inside another one inherits its theme,
   * and so does a figure on a ground that nobody painted. Returns whether the theme has changed.
   */
  #followGround() {
    const theme = this.#theme ?? (this.#isInside() ? null : themeOfGround(this.#host));
    const isChanged = theme !== this.#marked;
    this.#marked = theme;
    for (const each of ['light', 'dark']) this.mark(each, each === theme);
    return isChanged;
  }

  /** Whether the element is a part of another figure. */
  #isInside() {
    const root = this.#host.getRootNode();
    return root instanceof ShadowRoot && root.host.localName.startsWith('heed-');
  }

  /** Tries to start again after a change, if the element is near the viewport and has not started. */
  retry() {
    if (this.#isNear && !this.#figure.isStarted()) void this.#start();
  }

  /**
   * Reports an error in what the page set. If the figure has not started, the message takes its place.
   *
   * @param {unknown} error
   */
  fail(error) {
    const message = error instanceof Error ? error.message : String(error);
    const isFatal = !this.#figure.isStarted();
    if (isFatal)
      this.#root.replaceChildren(
        element('p', { class: 'error', part: 'error', role: 'alert' }, message),
        document.createElement('slot'),
      );
    else this.#figure.notice(message);
    this.#host.dispatchEvent(new HeedErrorEvent(message, isFatal));
  }

  #adoptSheets() {
    this.#root.adoptedStyleSheets = [themeSheet, baseSheet, ...this.#figure.sheets].map((sheet) =>
      sheet(this.#host.ownerDocument),
    );
  }

  /** Draws with the current theme. */
  #repaint() {
    this.#appearance = null;
    this.#followGround();
    this.requestRender();
  }

  /**
   * Draws for the width of a page while it is printed, because browsers lay the page out again without
   * telling its elements. Returns what stops that.
   */
  #whenPrinted() {
    const listener = (/** @type {Event} */ { type }) => {
      this.mark('printed', type === 'beforeprint');
      if (!this.#isDue()) return;
      this.#figure.render();
      this.#figure.paint?.();
    };
    for (const type of ['beforeprint', 'afterprint']) addEventListener(type, listener);
    return () => ['beforeprint', 'afterprint'].forEach((type) => removeEventListener(type, listener));
  }

  /** The appearance of a part of the figure. It is cached. @param {HTMLElement} part */
  appearance(part) {
    return (this.#appearance ??= appearanceOf(part));
  }

  /** The figure as the text of an SVG file. The code that draws pictures is loaded on the first call. */
  async toSVG() {
    const { svgIn } = await import('../picture/export.js');
    return svgIn(await this.#pictured());
  }

  /** The figure as a file. @param {{ type?: string, scale?: number }} [how] */
  async toBlob(how) {
    const { blobIn } = await import('../picture/export.js');
    return blobIn(await this.#pictured(), how);
  }

  async #pictured() {
    if (!this.#figure.isStarted())
      throw new Error(`<${this.#host.localName}> shows nothing yet: wait for its heed-ready`);
    return this.#figure.scene();
  }

  /** @returns {Promise<void>} */
  async #start() {
    const { isStarted, begin, settle } = this.#figure;
    if (isStarted()) return this.requestRender();
    if (this.#isStarting) return undefined;
    this.#isStarting = true;
    try {
      await track(begin());
    } catch (error) {
      return this.fail(error);
    } finally {
      this.#isStarting = false;
    }
    // Attributes may have changed during the start: they are applied, or they are a reason to retry. An
    // element that was disconnected in the meantime starts when it is connected again.
    if (!isStarted()) return this.#isNear && this.changed.size > 0 ? this.#start() : undefined;
    this.#host.dispatchEvent(new HeedReadyEvent());
    if (this.changed.size > 0) settle();
    return undefined;
  }
}

/**
 * The superclass of all elements. In Node, which has no document, the classes can be imported but not
 * instantiated.
 */
export const ElementClass = globalThis.HTMLElement ?? /** @type {any} */ (class {});

/**
 * Registers an element with its strings. Further calls, and calls without a document, do nothing.
 *
 * @param {CustomElementConstructor & { words: readonly Words[] }} type
 * @param {string} tag
 * @param {CustomElementRegistry | undefined} registry
 */
export function defineElement(type, tag, registry) {
  addWords(type.words);
  if (!registry?.get(tag)) registry?.define(tag, type);
}
