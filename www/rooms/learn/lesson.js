import * as engine from '../../engine/attention.js';
import { decode, encode } from './state/fragment.js';
import {
  backToNotebook,
  firstStep,
  DEFAULT_STATE,
  freshState,
  withLookOf,
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
/** @import { Room } from '../../element/room.js' */
/** @import { Kind, WholeTools } from './kinds/kind.js' */
/** @import { Cell, GivenLesson, Model, RoomParts, State } from '../../types.js' */

/** As in the style: above this width there may be room beside the matrices, CSS pixels. */
const WIDE = 900;

/** The strings of lessons. */
export const words = { en, es, pt };

/**
 * How lessons of some kinds are computed and kept.
 *
 * @param {Kind[]} kinds
 * @returns {RoomParts<State, string, Model>}
 */
export const lessonParts = (kinds) => ({
  load: engine.load,
  fresh: () => DEFAULT_STATE,
  encode,
  decode,
  refusal: (state, t) => refusal(engine, state, t, kinds),
  open: (first, now) => session(engine, first, now, kinds),
});

/** The views of lessons of some kinds. */
export class Lesson {
  sheets = [sheet, roomSheet, schemesSheet, stageSheet, storySheet];
  #room;
  #kinds;
  /** @type {ReturnType<Lesson['views']> | null} */
  #views = null;
  /** The custom numbers, as the page gave them. @type {State | null} */
  #own = null;
  /** Where the pointer is. It is not part of the state. @type {Cell | null} */
  #point = null;
  /** The step that was on the stage before the whole view was opened. */
  #left = 0;
  /** The element around all views, and the element of the whole view. */
  #frame = /** @type {HTMLElement | null} */ (null);
  #main = /** @type {HTMLElement | null} */ (null);

  /** @param {Room<State, string, Model, GivenLesson, any>} room @param {Kind[]} kinds */
  constructor(room, kinds) {
    this.#room = room;
    this.#kinds = kinds;
  }

  get state() {
    return this.#room.state;
  }

  /** Moves the focus to the first visible heatmap. */
  focus() {
    const maps = /** @type {HTMLElement[]} */ ([...this.#room.root.querySelectorAll('heed-map')]);
    maps.find((map) => map.checkVisibility())?.focus();
  }

  /** Restores the numbers and settings of the lesson, or those that the page set. */
  reset() {
    if (this.#own && this.state.lesson === 'own')
      return void this.#room.act((now) =>
        now.commit({ ...withLookOf(/** @type {State} */ (this.#own), now.state), cursor: null }),
      );
    const fresh =
      this.state.lesson === 'own'
        ? { ...freshState('own'), language: this.state.language, theme: this.state.theme }
        : backToNotebook(this.state);
    this.#room.act((now) => now.commit({ ...fresh, cursor: null }));
    return undefined;
  }

  /** Moves `by` steps forward, or back if negative. @param {number} by */
  step(by) {
    // On the stage a step forward ends the motion, or shows an open answer, first.
    if (this.state.shown === 'step' && this.#views) return this.#views.stage.move(by);
    const last = (this.#room.session?.model.lesson.steps.length ?? 1) - 1;
    this.#room.show({ step: Math.max(0, Math.min(last, this.state.step + by)) });
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
      return this.#room.show({ shown, step: firstStep({ ...state, shown }) });
    }
    const isAsOpened = state.step === firstStep(state);
    return this.#room.show({ shown, step: isAsOpened ? this.#left : state.step });
  }

  /** @param {GivenLesson | null} data @param {State} state */
  withData(data, state) {
    this.#own = data === null || data === undefined ? null : ownState(data, state);
    return this.#own ?? withShown(freshState(state.lesson, state), state.shown);
  }

  selected() {
    const { session: now } = this.#room;
    return now ? selectedIn(now.model) : null;
  }

  /**
   * How a lesson is shown depends on the lesson, so another lesson applies all attributes.
   *
   * @param {ReadonlySet<string>} changed
   */
  changes(changed) {
    if (changed.has('lesson')) this.#room.reapply(Object.keys(ATTRIBUTES));
  }

  halt() {
    this.#views?.queries?.stop();
    this.#views?.stage.stop();
    if (!this.#room.root.isConnected) this.#room.session?.release();
  }

  /** @param {Model} model @param {{ theme: 'light' | 'dark' }} how */
  async scene(model, how) {
    const { sceneOf } = await import('./picture.js');
    return sceneOf(model, how);
  }

  build() {
    this.#views = this.views();
  }

  /** The views, once. */
  views() {
    const map = {
      select: (/** @type {Cell} */ cell) =>
        this.#room.show({
          cursor: cell,
          head: queryHeadOf(cell.matrix) ?? this.state.head,
          ...selectedPair(this.state, cell),
        }),
      point: (/** @type {Cell | null} */ cell) => {
        this.#point = cell;
        this.#room.life.requestRender();
      },
      edit: (
        /** @type {Cell} */ cell,
        /** @type {number} */ value,
        /** @type {'drag' | 'commit' | 'cancel'} */ phase,
      ) => this.#edit(cell, value, phase),
      refuse: (/** @type {Cell} */ cell) => {
        const { t } = this.#room.words();
        this.#room.notice(t.errors.readOnly(matrixName(t, cell.matrix)));
      },
      table: (/** @type {string} */ matrix) => this.#toggleTable(matrix),
    };
    // A field says itself what is wrong with it.
    /**
     * A patch may depend on the state of now, which is newer than the drawn one.
     *
     * @param {Partial<State> | ((state: State) => Partial<State>)} patch
     */
    const change = (patch) =>
      this.#room.act(
        (now) => now.commit({ ...now.state, ...(typeof patch === 'function' ? patch(now.state) : patch) }),
        false,
      );
    const inText = this.#room.view === 'figure';
    const queries = inText ? null : queriesView((rows) => this.#room.show({ rows }));
    const beside = {
      queries,
      control: inText ? null : sharingControl(change),
      picker: headPicker((head) => this.#room.show({ head })),
      sharing: sharingView(GAP),
    };
    const choose = (/** @type {any} */ name, /** @type {any} */ value) =>
      void this.#room.act((now) => now.commit(withSwitch(now.state, name, value)));
    const moveDistance = (
      /** @type {Partial<State['distance']>} */ patch,
      /** @type {'commit' | 'drag'} */ phase = 'commit',
    ) =>
      this.#room.act(
        (now) => now[phase]({ ...now.state, distance: { ...now.state.distance, ...patch } }),
        false,
      );
    const kinds = this.#kinds;
    /** @type {WholeTools} */
    const tools = {
      map,
      change: (patch, phase) => this.#room.act((now) => now[phase]({ ...now.state, ...patch })),
      moveDistance,
      choose,
      inText,
    };
    const curve = kinds.find((kind) => kind.curve);
    const whole = new Map(kinds.flatMap((kind) => (kind.whole ? [[kind, kind.whole(tools)]] : [])));
    const stage = stageView(
      {
        map: { ...map, table: (matrix) => this.#room.show({ shown: 'whole', tables: [matrix] }) },
        go: (step) => this.#room.show({ step }),
        whole: () => this.#turn('whole'),
        change: (patch, phase = 'commit') => this.#room.act((now) => now[phase]({ ...now.state, ...patch })),
        choose,
        open: (head) => this.#room.show({ head, cursor: null }),
        ask: (cell) => this.#room.show({ asks: withAsk(this.state, cell).asks }),
        look: (host) => this.#room.life.appearance(host),
        paint: (within) => this.#room.life.renderInside(within),
      },
      { notice: this.#room.noticeLine, kinds, curve: curve?.curve?.(tools) ?? null, inText },
    );
    const views = {
      stage,
      queries,
      steps: stepsView(
        (step) => this.#room.show({ step }),
        () => this.#turn('step'),
        inText,
      ),
      bands: bandsView(map, beside, inText),
      whole,
      inspector: inspectorView(inText),
      legend: legendView(engine, (legend) => this.#room.life.appearance(legend)),
      own: inText ? null : ownView(change),
      controls: inText ? null : controlsView({ change, choose }),
      display: inText ? null : displayView((patch) => this.#room.show(patch)),
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
    this.#room.root.replaceChildren(
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

  /** @param {Model} model */
  draw(model) {
    const views = /** @type {ReturnType<Lesson['views']>} */ (this.#views);
    const activeCell = this.#point ?? model.state.cursor;
    const byStep = model.state.shown === 'step';
    this.#frame?.classList.toggle('by-step', byStep);
    views.stage.node.hidden = !byStep;
    if (this.#main) this.#main.hidden = byStep;
    if (byStep) return this.#drawStage(views, model, activeCell);
    // The line for messages is in both views.
    if (this.#room.noticeLine.parentNode !== this.#main) views.steps.node.after(this.#room.noticeLine);
    const kind = kindOf(this.#kinds, model.lesson);
    const own = kind?.isWhole?.(model) ? views.whole.get(kind) : undefined;
    const shown = own ?? views.bands;
    for (const view of [views.bands, ...views.whole.values()]) view.node.hidden = view !== shown;
    if (views.controls) views.controls.node.hidden = shown !== views.bands;
    views.steps.update(model);
    shown.update(model, activeCell);
    for (const view of [views.inspector, views.legend]) view.update(model, activeCell);
    for (const view of [views.own, views.controls, views.display]) view?.update(model);
    if (this.#room.view === 'room') this.#placeInspector(views.inspector.node, shown.node);
    return undefined;
  }

  /** @param {ReturnType<Lesson['views']>} views @param {Model} model @param {Cell | null} activeCell */
  #drawStage({ stage, own, controls, display }, model, activeCell) {
    if (controls) controls.node.hidden = model.compared !== undefined || isStory(model.lesson.id);
    stage.update(model, activeCell);
    for (const view of [own, controls, display]) view?.update(model);
  }

  /**
   * Moves the explanation of a cell to the free room beside the matrices.
   *
   * @param {HTMLElement} inspector @param {HTMLElement} figure
   */
  #placeInspector(inspector, figure) {
    const main = /** @type {HTMLElement} */ (inspector.parentElement);
    // The matrices have their sizes after they are drawn.
    requestAnimationFrame(() => placeInCorner(inspector, main, figure, main.clientWidth > WIDE));
  }

  /** @param {Cell} cell @param {number} value @param {'drag' | 'commit' | 'cancel'} phase */
  #edit(cell, value, phase) {
    const target = this.#room.session && editTarget(this.#room.session.model, cell);
    if (!target) return;
    this.#room.act((now) =>
      phase === 'cancel' ? now.cancel() : now[phase](withEdit(now.state, { ...target, value })),
    );
  }

  /** @param {string} matrix */
  #toggleTable(matrix) {
    const { tables } = this.state;
    const all = Object.keys(this.#room.session?.model.graph ?? {});
    const shown = tables === 'all' ? all : tables;
    this.#room.show({
      tables: shown.includes(matrix) ? shown.filter((each) => each !== matrix) : [...shown, matrix],
    });
  }
}
