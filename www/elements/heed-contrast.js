import * as engine from '../engine.js';
import { codeOf } from '../contrast/code.js';
import { controlsView } from '../contrast/controls-view.js';
import { curveView } from '../contrast/curve-view.js';
import { inspectorView } from '../contrast/inspector-view.js';
import { legendView } from '../contrast/legend-view.js';
import { listView } from '../contrast/list-view.js';
import { SUM_WIDTH } from '../contrast/map-figure.js';
import { notesView } from '../contrast/notes-view.js';
import { session } from '../contrast/session.js';
import { sideView } from '../contrast/side-view.js';
import { freshState, neighbour, request, withOption } from '../contrast/state.js';
import { sheet } from '../contrast/style.js';
import { element, setText } from '../lesson/dom.js';
import { sheet as lessonSheet } from '../lesson/style.js';
import { languageOf, LANGUAGES } from '../strings/index.js';
import { HeedChangeEvent } from './heed-lesson.js';
import { appearanceOf, watchAppearance } from './map/appearance.js';
/** @import { Cell } from '../types.js' */
/** @import { ContrastModel } from '../contrast/session.js' */
/** @import { ContrastState } from '../contrast/state.js' */
/** @import { Appearance } from './map/appearance.js' */

const Base = globalThis.HTMLElement ?? /** @type {any} */ (class {});

/** A cell's sides, CSS pixels: as large as there is room for. */
const WIDTH = { least: 20, most: 40 };
const HEIGHT = { least: 15, most: 34 };
/** What stands above, below and beside the cells of a side, CSS pixels. */
const AROUND = { rows: 540, curves: 140, columns: 84 };

/**
 * `<heed-contrast figure="late">`: a common mistake and what was meant, side by side, both computed.
 *
 * The property `state` holds all that it shows; setting it draws, and dispatches nothing. What the reader does dispatches `heed-change`.
 */
export class HeedContrastElement extends Base {
  /** @type {ReturnType<typeof session> | null} */
  #session = null;
  /** @type {ReturnType<HeedContrastElement['build']> | null} */
  #views = null;
  /** Where the pointer is. It is no part of the state. @type {Cell | null} */
  #point = null;
  /** @type {ContrastState | null} */
  #pending = null;
  #frame = 0;
  /** @type {ResizeObserver | null} */
  #resizes = null;
  /** Ends the watching; null when not connected. @type {(() => void) | null} */
  #unwatch = null;
  /** Null when the look of the page has changed and is to be read anew. @type {Appearance | null} */
  #appearance = null;

  constructor() {
    super();
    this.attachShadow({ mode: 'open' }).adoptedStyleSheets = [lessonSheet(), sheet()];
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
    });
  }

  /** Registers the element; a second time changes nothing. @param {string} [tag] */
  static define(tag = 'heed-contrast', registry = customElements) {
    if (!registry.get(tag)) registry.define(tag, this);
  }

  /** The whole state. Until one is set it is that of the figure that the attribute names. @returns {ContrastState} */
  get state() {
    return this.#session?.state ?? this.#pending ?? freshState(this.getAttribute('figure') ?? '');
  }

  set state(state) {
    this.#pending = state;
    if (this.#session) this.#act((now) => now.commit(state), false);
  }

  get canUndo() { return this.#session?.canUndo ?? false; }

  get canRedo() { return this.#session?.canRedo ?? false; }

  /** @returns {'en' | 'es'} */
  get language() {
    return languageOf(this.state.language, globalThis.navigator?.languages ?? []);
  }

  /** Goes to where the arrow keys begin: the weights of the wrong side. */
  focus() {
    /** @type {HTMLElement | null | undefined} */ (this.shadowRoot?.querySelector('heed-map'))?.focus();
  }

  /** Changes what is only looked at, such as the language: nothing that one would undo. @param {Partial<ContrastState>} patch */
  show(patch) { this.#act((now) => now.look({ ...now.state, ...patch })); }

  undo() { this.#act((now) => now.undo()); }

  redo() { this.#act((now) => now.redo()); }

  /** The figure as it opens. */
  reset() { this.#act((now) => now.commit(freshState(now.state.figure, now.state))); }

  /** The mistake before or after. @param {number} by */
  step(by) {
    const next = neighbour(this.state, by);
    if (next !== this.state) this.#act((now) => now.commit(next));
  }

  /** Draws once in the next frame, however often it is asked. */
  requestRender() {
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.#render();
    });
  }

  async #start() {
    if (this.#session) return this.requestRender();
    await engine.load();
    if (this.#session) return undefined;
    this.#session = session(engine, this.state, () => this.#words());
    this.#views = this.build();
    this.#render();
    this.dispatchEvent(new Event('heed-ready', { bubbles: true, composed: true }));
    return undefined;
  }

  #words() {
    const { language } = this;
    return { language, t: LANGUAGES[language] };
  }

  /** The views, once. */
  build() {
    const actions = {
      select: (/** @type {Cell} */ cursor) => this.show({ cursor }),
      point: (/** @type {Cell | null} */ cell) => {
        this.#point = cell;
        this.requestRender();
      },
      table: (/** @type {string} */ matrix) => {
        const { tables } = this.state;
        this.show({ tables: tables.includes(matrix) ? tables.filter((each) => each !== matrix) : [...tables, matrix] });
      },
    };
    const views = {
      list: listView((figure) => void this.#act((now) => now.commit(freshState(figure, now.state)))),
      notice: element('p', { class: 'notice', role: 'status', hidden: true }),
      wrong: sideView('wrong', actions),
      right: sideView('right', actions),
      curve: curveView(),
      notes: notesView(),
      inspector: inspectorView(),
      legend: legendView(engine, (legend) => (this.#appearance ??= appearanceOf(legend))),
      controls: controlsView({
        move: (option, value, phase) => this.#act((now) => now[phase](withOption(now.state, option, value)), true),
        colour: (map) => this.show({ map }),
      }),
    };
    const sides = element('div', { class: 'sides' }, views.wrong.node, views.right.node);
    const main = element('div', { class: 'main' }, views.list.node, views.notice, sides, views.curve.node, views.notes.node);
    const side = element('div', { class: 'side' }, views.inspector.node, views.controls.node, views.legend.node);
    this.shadowRoot?.replaceChildren(element('div', { class: 'lesson contrast' }, main, side));
    return views;
  }

  #render() {
    if (!this.#session || !this.#views || !this.isConnected) return;
    const { model } = this.#session;
    const views = this.#views;
    const looked = this.#point ?? model.state.cursor;
    const code = codeOf(model.figure.id, { ...model.options, d: request(model.state).d });
    const place = { ...this.#cellSize(model), looked };
    views.list.update(model);
    views.wrong.update(model, code.wrong, place);
    views.right.update(model, code.right, place);
    views.inspector.update(model, looked);
    views.notes.update(model, code);
    for (const view of [views.curve, views.legend, views.controls]) view.update(model);
    this.lang = model.language;
  }

  /** @param {ContrastModel} model */
  #cellSize({ found }) {
    const { rows, cols } = found.right.weights;
    const columns = cols + SUM_WIDTH + found.right.output.cols;
    const room = (this.#views?.right.room() ?? 0) - AROUND.columns;
    const above = AROUND.rows + (found.curve.length > 0 ? AROUND.curves : 0);
    const within = (/** @type {number} */ size, /** @type {typeof WIDTH} */ { least, most }) => Math.max(least, Math.min(most, Math.floor(size)));
    return { width: within(room / columns, WIDTH), height: within((innerHeight - above) / rows, HEIGHT) };
  }

  /** A change, said when it is refused. @param {(now: ReturnType<typeof session>) => string | null} change @param {boolean} [byReader] */
  #act(change, byReader = true) {
    if (!this.#session || !this.#views) return null;
    const refused = change(this.#session);
    setText(this.#views.notice, refused ?? '');
    this.#views.notice.hidden = refused === null;
    this.requestRender();
    if (refused === null && byReader) this.dispatchEvent(new HeedChangeEvent());
    return refused;
  }
}
