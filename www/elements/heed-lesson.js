import * as engine from '../engine/attention.js';
import { decode, encode } from '../state/fragment.js';
import { backToNotebook, DEFAULT_STATE, freshState, withEdit, withSwitch } from '../state/state.js';
import { bandsView } from '../lesson/bands-view.js';
import { conceptsView } from '../lesson/concepts-view.js';
import { controlsView } from '../lesson/controls-view.js';
import { displayView } from '../lesson/display-view.js';
import { element } from '../lesson/dom.js';
import { editTarget } from '../lesson/figure-of.js';
import { matrixName, queryHeadOf } from '../figure/heads.js';
import { inspectorView } from '../lesson/inspector-view.js';
import { legendView } from '../lesson/legend-view.js';
import { ownView } from '../lesson/own-view.js';
import { queriesView } from '../lesson/queries-view.js';
import { refusal, session } from '../lesson/session.js';
import { stepsView } from '../lesson/steps-view.js';
import { sheet } from '../lesson/style.js';
import { schemesSheet } from '../positions/style.js';
import { selectedPair } from '../positions/schemes.js';
import { schemesView } from '../positions/view.js';
import { learn as en } from '../strings/en-learn.js';
import { learn as es } from '../strings/es-learn.js';
import { RoomElement } from './room-element.js';
/** @import { Cell, Model, State } from '../types.js' */

/**
 * `<heed-lesson>`: a computation of attention, step by step, with every number to point at and every input to change.
 *
 * @extends {RoomElement<State, string, Model>}
 */
export class HeedLessonElement extends RoomElement {
  static tag = 'heed-lesson';
  static words = { en, es };
  /** @type {ReturnType<HeedLessonElement['views']> | null} */
  #views = null;
  /** Where the pointer is. It is no part of the state. @type {Cell | null} */
  #point = null;

  constructor() {
    super([sheet(), schemesSheet()]);
  }

  /** Goes to where the arrow keys begin: the first heatmap in sight. */
  focus() {
    const maps = /** @type {HTMLElement[]} */ ([...(this.shadowRoot?.querySelectorAll('heed-map') ?? [])]);
    maps.find((map) => map.checkVisibility())?.focus();
  }

  /** Back to the notebook's own numbers and switches. */
  reset() {
    const fresh = this.state.lesson === 'own' ? { ...freshState('own'), language: this.state.language, theme: this.state.theme } : backToNotebook(this.state);
    this.act((now) => now.commit({ ...fresh, cursor: null }));
  }

  /** The step before or after. @param {number} by */
  step(by) {
    const last = (this.session?.model.lesson.steps.length ?? 1) - 1;
    this.show({ step: Math.max(0, Math.min(last, this.state.step + by)) });
  }

  /** @protected */
  fresh() { return DEFAULT_STATE; }

  /** @protected */
  load() { return engine.load(); }

  /** @protected @param {State} state */
  encode(state) { return encode(state); }

  /** @protected @param {string} fragment */
  decode(fragment) { return decode(fragment); }

  /** @protected @param {State} state */
  refusal(state) { return refusal(engine, state, this.words().t); }

  /** @protected @param {State} first */
  open(first) { return session(engine, first, () => this.words()); }

  /** @protected */
  halt() { this.#views?.queries.stop(); }

  /** @protected */
  build() { this.#views = this.views(); }

  /** The views, once. */
  views() {
    const map = {
      select: (/** @type {Cell} */ cell) => this.show({ cursor: cell, head: queryHeadOf(cell.matrix) ?? this.state.head, ...selectedPair(this.state, cell) }),
      point: (/** @type {Cell | null} */ cell) => {
        this.#point = cell;
        this.requestRender();
      },
      edit: (/** @type {Cell} */ cell, /** @type {number} */ value, /** @type {'drag' | 'commit' | 'cancel'} */ phase) => this.#edit(cell, value, phase),
      refuse: (/** @type {Cell} */ cell) => {
        const { t } = this.words();
        this.notice(t.errors.readOnly(matrixName(t, cell.matrix)));
      },
      table: (/** @type {string} */ matrix) => this.#toggleTable(matrix),
    };
    // A field says itself what is wrong with it.
    const change = (/** @type {Partial<State>} */ patch) => this.act((now) => now.commit({ ...now.state, ...patch }), false);
    const queries = queriesView((rows) => this.show({ rows }));
    const views = {
      queries,
      steps: stepsView((step) => this.show({ step })),
      bands: bandsView(map, queries, { open: (head) => this.show({ head }), change }),
      concepts: conceptsView(map, (patch, phase) => this.act((now) => now[phase]({ ...now.state, ...patch }))),
      schemes: schemesView(map, {
        change: (patch, phase = 'commit') => this.act((now) => now[phase]({ ...now.state, distance: { ...now.state.distance, ...patch } }), false),
        mask: (mask) => void this.act((now) => now.commit(withSwitch(now.state, 'mask', mask))),
      }),
      inspector: inspectorView(),
      own: ownView(change),
      controls: controlsView({ change, choose: (name, value) => void this.act((now) => now.commit(withSwitch(now.state, name, value))) }),
      legend: legendView(engine, (legend) => this.appearance(legend)),
      display: displayView((patch) => this.show(patch)),
    };
    const main = element('div', { class: 'main' }, views.steps.node, this.noticeLine, views.bands.node, views.concepts.node, views.schemes.node);
    const side = element('div', { class: 'side' }, views.inspector.node, views.legend.node, views.own.node, views.controls.node, views.display.node);
    this.shadowRoot?.replaceChildren(element('div', { class: 'lesson' }, main, side));
    return views;
  }

  /** @protected @param {Model} model */
  draw(model) {
    const views = /** @type {ReturnType<HeedLessonElement['views']>} */ (this.#views);
    const looked = this.#point ?? model.state.cursor;
    const shown = model.compared ? 'schemes' : model.lesson.ratings && model.state.step >= 7 ? 'concepts' : 'bands';
    for (const name of /** @type {const} */ (['bands', 'concepts', 'schemes'])) views[name].node.hidden = name !== shown;
    views.controls.node.hidden = shown !== 'bands';
    views.steps.update(model);
    views[shown].update(model, looked);
    for (const view of [views.inspector, views.legend]) view.update(model, looked);
    for (const view of [views.own, views.controls, views.display]) view.update(model);
  }

  /** @param {Cell} cell @param {number} value @param {'drag' | 'commit' | 'cancel'} phase */
  #edit(cell, value, phase) {
    const target = this.session && editTarget(this.session.model, cell);
    if (!target) return;
    this.act((now) => (phase === 'cancel' ? now.cancel() : now[phase](withEdit(now.state, { ...target, value }))));
  }

  /** @param {string} matrix */
  #toggleTable(matrix) {
    const { tables } = this.state;
    const all = Object.keys(this.session?.model.graph ?? {});
    const shown = tables === 'all' ? all : tables;
    this.show({ tables: shown.includes(matrix) ? shown.filter((each) => each !== matrix) : [...shown, matrix] });
  }
}
