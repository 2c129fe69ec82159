import * as engine from '../engine.js';
import { backToNotebook, DEFAULT_STATE, freshState, withEdit, withSwitch } from '../state/state.js';
import { languageOf, LANGUAGES } from '../strings/index.js';
import { bandsView } from '../lesson/bands-view.js';
import { conceptsView } from '../lesson/concepts-view.js';
import { controlsView } from '../lesson/controls-view.js';
import { displayView } from '../lesson/display-view.js';
import { element, setText } from '../lesson/dom.js';
import { editTarget } from '../lesson/figure-of.js';
import { matrixName, queryHeadOf } from '../figure/heads.js';
import { inspectorView } from '../lesson/inspector-view.js';
import { legendView } from '../lesson/legend-view.js';
import { ownView } from '../lesson/own-view.js';
import { queriesView } from '../lesson/queries-view.js';
import { session } from '../lesson/session.js';
import { stepsView } from '../lesson/steps-view.js';
import { sheet } from '../lesson/style.js';
import { schemesSheet } from '../positions/style.js';
import { selectedPair } from '../positions/schemes.js';
import { schemesView } from '../positions/view.js';
import { appearanceOf, watchAppearance } from './map/appearance.js';
/** @import { Cell, State } from '../types.js' */
/** @import { Appearance } from './map/appearance.js' */

const Base = globalThis.HTMLElement ?? /** @type {any} */ (class {});

/** The reader changed the state, in what is computed or in what is looked at. */
export class HeedChangeEvent extends Event {
  constructor() {
    super('heed-change', { bubbles: true, composed: true });
  }
}

/**
 * `<heed-lesson>`: a computation of attention, step by step, with every number to point at and every input to change.
 *
 * The property `state` holds all that it shows; setting it draws, and dispatches nothing. What the reader does dispatches `heed-change`.
 */
export class HeedLessonElement extends Base {
  /** @type {ReturnType<typeof session> | null} */
  #session = null;
  /** @type {ReturnType<HeedLessonElement['build']> | null} */
  #views = null;
  /** Where the pointer is. It is no part of the state. @type {Cell | null} */
  #point = null;
  /** @type {State} */
  #pending = DEFAULT_STATE;
  #frame = 0;
  /** @type {ResizeObserver | null} */
  #resizes = null;
  /** Ends the watching; null when not connected. @type {(() => void) | null} */
  #unwatch = null;
  /** Null when the look of the page has changed and is to be read anew. @type {Appearance | null} */
  #appearance = null;
  #redraw = () => this.requestRender();

  constructor() {
    super();
    this.attachShadow({ mode: 'open' }).adoptedStyleSheets = [sheet(), schemesSheet()];
  }

  connectedCallback() {
    // A state that was set before the element was known is an own property that hides the accessor.
    if (Object.hasOwn(this, 'state')) {
      const { state } = this;
      Reflect.deleteProperty(this, 'state');
      this.state = state;
    }
    this.#resizes ??= new ResizeObserver(this.#redraw);
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
      this.#views?.queries.stop();
    });
  }

  /** Registers the element; a second time changes nothing. @param {string} [tag] */
  static define(tag = 'heed-lesson', registry = customElements) {
    if (!registry.get(tag)) registry.define(tag, this);
  }

  /** The whole state. */
  get state() {
    return this.#session?.state ?? this.#pending;
  }

  set state(state) {
    this.#pending = state;
    if (!this.#session) return;
    this.#views?.queries.stop();
    const refused = this.#session.commit(state);
    this.notice(refused ?? '');
    this.requestRender();
  }

  get canUndo() { return this.#session?.canUndo ?? false; }

  get canRedo() { return this.#session?.canRedo ?? false; }

  /** @returns {'en' | 'es'} */
  get language() {
    return languageOf(this.state.language, globalThis.navigator?.languages ?? []);
  }

  /** Goes to where the arrow keys begin: the first heatmap in sight. */
  focus() {
    const maps = /** @type {HTMLElement[]} */ ([...(this.shadowRoot?.querySelectorAll('heed-map') ?? [])]);
    maps.find((map) => map.checkVisibility())?.focus();
  }

  /** Changes what is only looked at, such as the language: nothing that one would undo. @param {Partial<State>} patch */
  show(patch) { this.#look(patch); }

  undo() { this.#act((now) => now.undo()); }

  redo() { this.#act((now) => now.redo()); }

  /** Back to the notebook's own numbers and switches. */
  reset() {
    const fresh = this.state.lesson === 'own' ? { ...freshState('own'), language: this.state.language, theme: this.state.theme } : backToNotebook(this.state);
    this.#act((now) => now.commit({ ...fresh, cursor: null }));
  }

  /** The step before or after. @param {number} by */
  step(by) {
    const last = (this.#session?.model.lesson.steps.length ?? 1) - 1;
    this.#look({ step: Math.max(0, Math.min(last, this.state.step + by)) });
  }

  /** One line above the figure. @param {string} text */
  notice(text) {
    if (!this.#views) return;
    setText(this.#views.notice, text);
    this.#views.notice.hidden = text === '';
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
    this.#session = session(engine, this.#pending, () => this.#words());
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
    const map = {
      select: (/** @type {Cell} */ cell) => this.#look({ cursor: cell, head: queryHeadOf(cell.matrix) ?? this.state.head, ...selectedPair(this.state, cell) }),
      point: (/** @type {Cell | null} */ cell) => {
        this.#point = cell;
        this.requestRender();
      },
      edit: (/** @type {Cell} */ cell, /** @type {number} */ value, /** @type {'drag' | 'commit' | 'cancel'} */ phase) => this.#edit(cell, value, phase),
      refuse: (/** @type {Cell} */ cell) => {
        const { t } = this.#words();
        this.notice(t.errors.readOnly(matrixName(t, cell.matrix)));
      },
      table: (/** @type {string} */ matrix) => this.#toggleTable(matrix),
    };
    // A field says itself what is wrong with it.
    const change = (/** @type {Partial<State>} */ patch) => this.#act((now) => now.commit({ ...now.state, ...patch }), false);
    const queries = queriesView((rows) => this.#look({ rows }));
    const views = {
      queries,
      steps: stepsView((step) => this.#look({ step })),
      notice: element('p', { class: 'notice', role: 'status', hidden: true }),
      bands: bandsView(map, queries, { open: (head) => this.#look({ head }), change }),
      concepts: conceptsView(map, (patch, phase) => this.#act((now) => now[phase]({ ...now.state, ...patch }))),
      schemes: schemesView(map, {
        change: (patch, phase = 'commit') => this.#act((now) => now[phase]({ ...now.state, distance: { ...now.state.distance, ...patch } }), false),
        mask: (mask) => void this.#act((now) => now.commit(withSwitch(now.state, 'mask', mask))),
      }),
      inspector: inspectorView(),
      own: ownView(change),
      controls: controlsView({ change, choose: (name, value) => void this.#act((now) => now.commit(withSwitch(now.state, name, value))) }),
      legend: legendView(engine, (legend) => (this.#appearance ??= appearanceOf(legend))),
      display: displayView((patch) => this.#look(patch)),
    };
    const main = element('div', { class: 'main' }, views.steps.node, views.notice, views.bands.node, views.concepts.node, views.schemes.node);
    const side = element('div', { class: 'side' }, views.inspector.node, views.legend.node, views.own.node, views.controls.node, views.display.node);
    this.shadowRoot?.replaceChildren(element('div', { class: 'lesson' }, main, side));
    return views;
  }

  #render() {
    if (!this.#session || !this.#views || !this.isConnected) return;
    const { model } = this.#session;
    const views = this.#views;
    const looked = this.#point ?? model.state.cursor;
    const shown = model.compared ? 'schemes' : model.lesson.ratings && model.state.step >= 7 ? 'concepts' : 'bands';
    for (const name of /** @type {const} */ (['bands', 'concepts', 'schemes'])) views[name].node.hidden = name !== shown;
    views.controls.node.hidden = shown !== 'bands';
    views.steps.update(model);
    views[shown].update(model, looked);
    for (const view of [views.inspector, views.legend]) view.update(model, looked);
    for (const view of [views.own, views.controls, views.display]) view.update(model);
    this.lang = model.language;
  }

  /** A change that the reader made. @param {(now: ReturnType<typeof session>) => string | null} change @param {boolean} [aloud] - whether a refusal is said above the figure */
  #act(change, aloud = true) {
    if (!this.#session) return null;
    const refused = change(this.#session);
    this.notice((aloud && refused) || '');
    this.requestRender();
    if (refused === null) this.dispatchEvent(new HeedChangeEvent());
    return refused;
  }

  /** @param {Partial<State>} patch */
  #look(patch) {
    this.#act((now) => now.look({ ...now.state, ...patch }));
  }

  /** @param {Cell} cell @param {number} value @param {'drag' | 'commit' | 'cancel'} phase */
  #edit(cell, value, phase) {
    const target = this.#session && editTarget(this.#session.model, cell);
    if (!target) return;
    this.#act((now) => (phase === 'cancel' ? now.cancel() : now[phase](withEdit(now.state, { ...target, value }))));
  }

  /** @param {string} matrix */
  #toggleTable(matrix) {
    const { tables } = this.state;
    const all = Object.keys(this.#session?.model.graph ?? {});
    const shown = tables === 'all' ? all : tables;
    this.#look({ tables: shown.includes(matrix) ? shown.filter((each) => each !== matrix) : [...shown, matrix] });
  }
}
