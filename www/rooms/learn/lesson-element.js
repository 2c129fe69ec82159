import * as engine from '../../engine/attention.js';
import { decode, encode } from './state/fragment.js';
import {
  backToNotebook,
  firstStep,
  DEFAULT_STATE,
  freshState,
  seenAs,
  withAsk,
  withEdit,
  withShown,
  withSwitch,
} from './state/state.js';
import { ATTRIBUTES } from './attributes.js';
import { bandsView } from './views/bands-view.js';
import { placeInCorner } from './views/corner.js';
import { controlsView } from './views/controls-view.js';
import { displayView } from './views/display-view.js';
import { element } from '../../ui/dom.js';
import { editTarget } from './figure-of.js';
import { matrixName, queryHeadOf } from '../../figure/heads.js';
import { GAP } from '../../figure/layout.js';
import { ownState } from './own-data.js';
import { headPicker, sharingControl } from './views/heads-controls.js';
import { inspectorView } from './views/inspector-view.js';
import { legendView } from '../../figure/legend-view.js';
import { ownView } from './views/own-view.js';
import { queriesView } from './views/queries-view.js';
import { roomSheet } from '../../figure/room-style.js';
import { selectedIn } from './selected.js';
import { refusal, session } from './session.js';
import { isStory } from './lessons/stories.js';
import { kindOf } from './kinds/kind.js';
import { sharingView } from './views/sharing-view.js';
import { stageSheet } from './stage/style.js';
import { stageView } from './stage/stage-view.js';
import { stepsView } from './views/steps-view.js';
import { sheet } from '../../figure/style.js';
import { selectedPair } from '../../figure/schemes.js';
import { schemesSheet } from './schemes/style.js';
import { storySheet } from './stories/style.js';
import { learn as en } from './words/en.js';
import { learn as es } from './words/es.js';
import { learn as pt } from './words/pt.js';
import { RoomElement } from '../../element/room-element.js';
/** @import { Kind, WholeTools } from './kinds/kind.js' */
/** @import { Cell, GivenLesson, Model, RoomParts, State } from '../../types.js' */

/** As in the style: above this width there may be room beside the matrices, CSS pixels. */
const WIDE = 900;

/**
 * `<heed-lesson>` with the kinds of lessons in `kinds`: none here. `heed-lesson.js` has all; a script that leaves kinds out imports this class and sets `kinds`.
 *
 * @extends {RoomElement<State, string, Model, GivenLesson>}
 */
export class LessonElement extends RoomElement {
  static tag = 'heed-lesson';
  /** The kinds of lessons that it can show. @type {Kind[]} */
  static kinds = [];
  /** @returns {RoomParts<State, string, Model>} */
  static get parts() {
    const { kinds } = this;
    return {
      load: engine.load,
      fresh: () => DEFAULT_STATE,
      encode,
      decode,
      refusal: (state, t) => refusal(engine, state, t, kinds),
      open: (first, words) => session(engine, first, words, kinds),
    };
  }
  static words = { en, es, pt };
  static attributes = ATTRIBUTES;
  /** @type {ReturnType<LessonElement['views']> | null} */
  #views = null;
  /** The custom numbers, as the page gave them. @type {State | null} */
  #own = null;
  /** Where the pointer is. It is not part of the state. @type {Cell | null} */
  #point = null;
  /** The step that was on the stage before the whole view was opened. */
  #left = 0;
  /** What has all views, and what has those of the whole view. */
  #frame = /** @type {HTMLElement | null} */ (null);
  #main = /** @type {HTMLElement | null} */ (null);

  constructor() {
    super([sheet, roomSheet, schemesSheet, stageSheet, storySheet]);
  }

  /** Moves the focus to the first visible heatmap. */
  focus() {
    const maps = /** @type {HTMLElement[]} */ ([...(this.shadowRoot?.querySelectorAll('heed-map') ?? [])]);
    maps.find((map) => map.checkVisibility())?.focus();
  }

  /** Restores the numbers and settings of the lesson, or those that the page set. */
  reset() {
    if (this.#own && this.state.lesson === 'own')
      return void this.act((now) =>
        now.commit({ ...seenAs(/** @type {State} */ (this.#own), now.state), cursor: null }),
      );
    const fresh =
      this.state.lesson === 'own'
        ? { ...freshState('own'), language: this.state.language, theme: this.state.theme }
        : backToNotebook(this.state);
    this.act((now) => now.commit({ ...fresh, cursor: null }));
    return undefined;
  }

  /** Moves `by` steps forward, or back if negative. @param {number} by */
  step(by) {
    // On the stage a step forward ends the motion, or shows an open answer, first.
    if (this.state.shown === 'step' && this.#views) return this.#views.stage.move(by);
    const last = (this.session?.model.lesson.steps.length ?? 1) - 1;
    this.show({ step: Math.max(0, Math.min(last, this.state.step + by)) });
  }

  /** Shows the step alone, on the whole screen, or leaves it. The whole view has nothing to present. */
  present() {
    if (this.state.shown === 'step') this.#views?.stage.present();
  }

  /** Opens the whole view, or the stage where it was left. @param {State['shown']} shown */
  #turn(shown) {
    const { state } = this;
    if (shown === 'whole') {
      this.#left = state.step;
      return this.show({ shown, step: firstStep({ ...state, shown }) });
    }
    const isAsOpened = state.step === firstStep(state);
    return this.show({ shown, step: isAsOpened ? this.#left : state.step });
  }

  /** @protected @param {GivenLesson | null} data @param {State} state */
  withData(data, state) {
    this.#own = data === null || data === undefined ? null : ownState(data, state);
    return this.#own ?? withShown(freshState(state.lesson, state), state.shown);
  }

  /** @protected */
  selected() {
    return this.session ? selectedIn(this.session.model) : null;
  }

  /** @protected */
  settle() {
    // How a lesson is shown is said of the lesson that is shown.
    if (this.changed.has('lesson'))
      for (const name of Object.keys(ATTRIBUTES)) if (this.hasAttribute(name)) this.changed.add(name);
    super.settle();
  }

  /** @protected */
  halt() {
    this.#views?.queries?.stop();
    this.#views?.stage.stop();
    if (!this.isConnected) this.session?.release();
  }

  /** @protected */
  async scene() {
    const { sceneOf } = await import('./picture.js');
    const { model, how } = this.pictured;
    return sceneOf(model, how);
  }

  /** @protected */
  build() {
    this.#views = this.views();
  }

  /** The views, once. */
  views() {
    const map = {
      select: (/** @type {Cell} */ cell) =>
        this.show({
          cursor: cell,
          head: queryHeadOf(cell.matrix) ?? this.state.head,
          ...selectedPair(this.state, cell),
        }),
      point: (/** @type {Cell | null} */ cell) => {
        this.#point = cell;
        this.requestRender();
      },
      edit: (
        /** @type {Cell} */ cell,
        /** @type {number} */ value,
        /** @type {'drag' | 'commit' | 'cancel'} */ phase,
      ) => this.#edit(cell, value, phase),
      refuse: (/** @type {Cell} */ cell) => {
        const { t } = this.words();
        this.notice(t.errors.readOnly(matrixName(t, cell.matrix)));
      },
      table: (/** @type {string} */ matrix) => this.#toggleTable(matrix),
    };
    // A field says itself what is wrong with it.
    /** A patch may depend on the state of now, which is newer than the drawn one. @param {Partial<State> | ((state: State) => Partial<State>)} patch */
    const change = (patch) =>
      this.act(
        (now) => now.commit({ ...now.state, ...(typeof patch === 'function' ? patch(now.state) : patch) }),
        false,
      );
    const inText = this.view === 'figure';
    const queries = inText ? null : queriesView((rows) => this.show({ rows }));
    const beside = {
      queries,
      control: inText ? null : sharingControl(change),
      picker: headPicker((head) => this.show({ head })),
      sharing: sharingView(GAP),
    };
    const choose = (/** @type {any} */ name, /** @type {any} */ value) =>
      void this.act((now) => now.commit(withSwitch(now.state, name, value)));
    const moveDistance = (
      /** @type {Partial<State['distance']>} */ patch,
      /** @type {'commit' | 'drag'} */ phase = 'commit',
    ) =>
      this.act((now) => now[phase]({ ...now.state, distance: { ...now.state.distance, ...patch } }), false);
    const { kinds } = /** @type {typeof LessonElement} */ (this.constructor);
    /** @type {WholeTools} */
    const tools = {
      map,
      change: (patch, phase) => this.act((now) => now[phase]({ ...now.state, ...patch })),
      moveDistance,
      choose,
      inText,
    };
    const curve = kinds.find((kind) => kind.curve);
    const whole = new Map(kinds.flatMap((kind) => (kind.whole ? [[kind, kind.whole(tools)]] : [])));
    const stage = stageView(
      {
        map: { ...map, table: (matrix) => this.show({ shown: 'whole', tables: [matrix] }) },
        go: (step) => this.show({ step }),
        whole: () => this.#turn('whole'),
        change: (patch, phase = 'commit') => this.act((now) => now[phase]({ ...now.state, ...patch })),
        choose,
        open: (head) => this.show({ head, cursor: null }),
        ask: (cell) => this.show({ asks: withAsk(this.state, cell).asks }),
        look: (host) => this.appearance(host),
      },
      { notice: this.noticeLine, kinds, curve: curve?.curve?.(tools) ?? null, inText },
    );
    const views = {
      stage,
      queries,
      steps: stepsView(
        (step) => this.show({ step }),
        () => this.#turn('step'),
        inText,
      ),
      bands: bandsView(map, beside, inText),
      whole,
      inspector: inspectorView(inText),
      legend: legendView(engine, (legend) => this.appearance(legend)),
      own: inText ? null : ownView(change),
      controls: inText ? null : controlsView({ change, choose }),
      display: inText ? null : displayView((patch) => this.show(patch)),
    };
    const shown = [views.bands, ...whole.values()].map(({ node }) => node);
    for (const node of shown) node.setAttribute('part', 'figure');
    views.legend.node.setAttribute('part', 'legend');
    // In a text they are below the figure.
    const said = [views.inspector.node, views.legend.node];
    const main = element('div', { class: 'main' }, views.steps.node, ...shown, ...(inText ? [] : said));
    this.#main = main;
    const side = element(
      'div',
      { class: 'side' },
      ...(inText ? said : []),
      views.own?.node,
      views.controls?.node,
      views.display?.node,
    );
    this.shadowRoot?.replaceChildren(
      (this.#frame = element(
        'div',
        { class: inText ? 'lesson learn in-text' : 'lesson learn' },
        stage.node,
        main,
        side,
      )),
    );
    return views;
  }

  /** @protected @param {Model} model */
  draw(model) {
    const views = /** @type {ReturnType<LessonElement['views']>} */ (this.#views);
    const looked = this.#point ?? model.state.cursor;
    const byStep = model.state.shown === 'step';
    this.#frame?.classList.toggle('by-step', byStep);
    views.stage.node.hidden = !byStep;
    if (this.#main) this.#main.hidden = byStep;
    if (byStep) return this.#drawStage(views, model, looked);
    // The line for messages is in both views.
    if (this.noticeLine.parentNode !== this.#main) views.steps.node.after(this.noticeLine);
    const { kinds } = /** @type {typeof LessonElement} */ (this.constructor);
    const kind = kindOf(kinds, model.lesson);
    const own = kind?.isWhole?.(model) ? views.whole.get(kind) : undefined;
    const shown = own ?? views.bands;
    for (const view of [views.bands, ...views.whole.values()]) view.node.hidden = view !== shown;
    if (views.controls) views.controls.node.hidden = shown !== views.bands;
    views.steps.update(model);
    shown.update(model, looked);
    for (const view of [views.inspector, views.legend]) view.update(model, looked);
    for (const view of [views.own, views.controls, views.display]) view?.update(model);
    if (this.view === 'room') this.#placeInspector(views.inspector.node, shown.node);
    return undefined;
  }

  /** @param {ReturnType<LessonElement['views']>} views @param {Model} model @param {Cell | null} looked */
  #drawStage({ stage, own, controls, display }, model, looked) {
    if (controls) controls.node.hidden = model.compared !== undefined || isStory(model.lesson.id);
    stage.update(model, looked);
    for (const view of [own, controls, display]) view?.update(model);
  }

  /** Moves the explanation of a cell to the free room beside the matrices. @param {HTMLElement} inspector @param {HTMLElement} figure */
  #placeInspector(inspector, figure) {
    const main = /** @type {HTMLElement} */ (inspector.parentElement);
    // The matrices have their sizes after they are drawn.
    requestAnimationFrame(() => placeInCorner(inspector, main, figure, main.clientWidth > WIDE));
  }

  /** @param {Cell} cell @param {number} value @param {'drag' | 'commit' | 'cancel'} phase */
  #edit(cell, value, phase) {
    const target = this.session && editTarget(this.session.model, cell);
    if (!target) return;
    this.act((now) =>
      phase === 'cancel' ? now.cancel() : now[phase](withEdit(now.state, { ...target, value })),
    );
  }

  /** @param {string} matrix */
  #toggleTable(matrix) {
    const { tables } = this.state;
    const all = Object.keys(this.session?.model.graph ?? {});
    const shown = tables === 'all' ? all : tables;
    this.show({
      tables: shown.includes(matrix) ? shown.filter((each) => each !== matrix) : [...shown, matrix],
    });
  }
}
