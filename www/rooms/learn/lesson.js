import * as engine from '../../engine/attention.js';
import { decode, encode } from './state/fragment.js';
import {
  backToNotebook,
  firstStep,
  DEFAULT_STATE,
  freshState,
  withDisplayOf,
  withShown,
} from './state/state.js';
import { isInLines } from './views/bands.js';
import { placeInCorner } from './views/corner.js';
import { Controls, Display, Origin } from './views/controls-view.js';
import { element } from '../../ui/dom.js';
import { inNextFrame } from '../../ui/idle.js';
import { html, render } from '../../ui/html.js';
import { lessonActions } from './actions.js';
import { ownState } from './own-data.js';
import { inspectorView } from './views/inspector-view.js';
import { legendOf, showsConcepts } from './views/legend.js';
import { Own } from './later-view.js';
import controlsSheet from '../../element/controls.css.js';
import { legendSection } from '../../figure/legend-section.js';
import figureSheet from '../../figure/figure.css.js';
import formulaSheet from '../../figure/formula.css.js';
import roomSheet from '../../figure/room.css.js';
import { selectedIn } from './describe.js';
import { refusal, session } from './session.js';
import { learn } from './settings.js';
import { shownSteps } from './kinds/kind.js';
import { isStory } from './lessons/index.js';
import givenHeightSheet from './stage/given-height.css.js';
import stageSheet from './stage/stage.css.js';
import { stageView } from './stage/stage-view.js';
import { Steps } from './views/steps-view.js';
import { wholeView } from './views/whole-view.js';
import schemesSheet from './schemes/schemes.css.js';
import storySheet from './stories/stories.css.js';
import { texts as figureTexts } from '../../figure/words/index.js';
import { texts } from './words/index.js';
/** @import { RoomController } from '../../element/room-controller.js' */
/** @import { Kind } from './kinds/kind.js' */
/** @import { Cell, GivenLesson, Model, RoomParts, State } from '../../types.js' */

/**
 * Above this width of the main column there may be space beside the matrices, in CSS pixels; as in the style.
 */
const WIDE = 900;

/** The strings of lessons. */
export const words = [figureTexts, texts];

/**
 * The engine, the link and the session of lessons of some kinds.
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
  sheets = [
    controlsSheet,
    figureSheet,
    formulaSheet,
    roomSheet,
    schemesSheet,
    stageSheet,
    storySheet,
    givenHeightSheet,
  ];
  #room;
  #kinds;
  /** @type {ReturnType<Lesson['views']> | null} */
  #views = null;
  /** The state of the page's property `data`. @type {State | null} */
  #given = null;
  /** The cell under the pointer. It is not part of the state. @type {Cell | null} */
  #hovered = null;
  /** The lesson whose whole view the explanation of a cell has its place in. */
  #placed = '';
  /** The step of the stage when the whole view was opened. */
  #stageStep = 0;

  /** @param {RoomController<State, string, Model, GivenLesson, any>} room @param {Kind[]} kinds */
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
    const { state } = this;
    const { language, theme } = state;
    const own = this.#given ? withDisplayOf(this.#given, state) : { ...freshState('own'), language, theme };
    const fresh = state.lesson === 'own' ? own : backToNotebook(state);
    this.#room.act((now) => now.commit({ ...fresh, cursor: null }));
  }

  /** Moves `by` steps forward, or back if negative. @param {number} by */
  step(by) {
    // On the stage, a step forward first ends a motion or reveals an answer.
    if (this.state.shown === 'step' && this.#views) return void this.#views.stage.move(by);
    const last = (this.#room.session?.model.lesson.steps.length ?? 1) - 1;
    this.#room.show({ step: Math.max(0, Math.min(last, this.state.step + by)) });
  }

  /** Moves to the next or the previous cell of the motion of a step. @param {number} by */
  moveCell(by) {
    if (this.state.shown === 'step') this.#views?.stage.moveCell(by);
  }

  /** Shows the step alone, on the whole screen, or leaves it. The whole view has nothing to present. */
  present() {
    if (this.state.shown === 'step') this.#views?.stage.present();
  }

  /** Opens the whole view, or the stage at the step where it was left. @param {State['shown']} shown */
  #open(shown) {
    const { state } = this;
    if (shown === 'whole') {
      this.#stageStep = state.step;
      return this.#room.show({ shown, step: firstStep({ ...state, shown }) });
    }
    const isInitial = state.step === firstStep(state);
    return this.#room.show({ shown, step: isInitial ? this.#stageStep : state.step });
  }

  /** @param {GivenLesson | null} data @param {State} state */
  withData(data, state) {
    this.#given = data === null || data === undefined ? null : ownState(data, state);
    return this.#given ?? withShown(freshState(state.lesson, state), state.shown);
  }

  selected() {
    const { session: now } = this.#room;
    return now ? selectedIn(now.model) : null;
  }

  /**
   * The display settings depend on the lesson, so another lesson applies all attributes again.
   *
   * @param {ReadonlySet<string>} changed
   */
  changes(changed) {
    if (changed.has('lesson')) this.#room.reapply(Object.keys(learn.attributes));
  }

  halt() {
    this.#views?.stage.stop();
    if (!this.#room.root.isConnected) this.#room.session?.release();
  }

  /** @param {Model} model @param {{ theme: 'light' | 'dark' }} how */
  async scene(model, how) {
    const { sceneOf } = await import('./picture.js');
    const { step, shown } = model.state;
    return sceneOf(model, {
      ...how,
      step: shown === 'step' ? shownSteps(this.#kinds, model)[step] : undefined,
    });
  }

  build() {
    this.#views = this.views();
  }

  /** Creates the views. */
  views() {
    const room = this.#room;
    const kinds = this.#kinds;
    const isEmbedded = room.view === 'figure';
    const actions = lessonActions(room, {
      point: (cell) => {
        this.#hovered = cell;
        room.life.requestRender();
      },
      whole: () => this.#open('whole'),
    });
    const { choose, show, submit } = actions;
    const look = (/** @type {HTMLElement} */ host) => room.life.appearance(host);
    const stage = stageView(actions, {
      notice: room.noticeLine,
      kinds,
      look,
      paint: (within) => room.life.renderInside(within),
      inText: isEmbedded,
    });
    const whole = wholeView(kinds, actions, isEmbedded);
    const steps = element('div', { class: 'steps-view' });
    const stepActions = { show, openStage: () => this.#open('step'), isEmbedded };
    const inspector = inspectorView(isEmbedded);
    const legend = legendSection(engine, look);

    whole.node.setAttribute('part', 'figure');
    const explanations = [inspector.node, legend.node];
    const main = element('div', { class: 'main' }, steps, whole.node, ...(isEmbedded ? [] : explanations));
    const side = element('div', { class: 'side' }, ...(isEmbedded ? explanations : []));
    const origin = element('div', { class: 'origin-place' });
    const settings = {
      /** @param {Model} model @param {boolean} hasControls */
      update(model, hasControls) {
        if (isEmbedded) return;
        render(
          html`${model.lesson.id === 'own' && html`<${Own} model=${model} submit=${submit} />`}
            ${hasControls && html`<${Controls} model=${model} choose=${choose} submit=${submit} />`}
            <${Display} model=${model} show=${show} />`,
          side,
        );
      },
    };
    const frame = element(
      'div',
      { class: isEmbedded ? 'lesson learn in-text' : 'lesson learn' },
      origin,
      stage.node,
      main,
      side,
    );
    room.root.replaceChildren(frame);
    return { frame, origin, main, stage, steps, stepActions, whole, inspector, legend, settings };
  }

  /** @param {Model} model */
  draw(model) {
    const views = /** @type {ReturnType<Lesson['views']>} */ (this.#views);
    const { frame, origin, main, stage, whole, steps, stepActions, inspector, legend, settings } = views;
    render(html`<${Origin} model=${model} />`, origin);
    const activeCell = this.#hovered ?? model.state.cursor;
    const { id, hasFixedSwitches } = model.lesson;
    const isStage = model.state.shown === 'step';
    frame.classList.toggle('by-step', isStage);
    stage.node.hidden = !isStage;
    main.hidden = isStage;
    if (isStage) {
      stage.update(model, activeCell);
      settings.update(model, model.compared === undefined && !isStory(id) && !hasFixedSwitches);
    } else {
      // The stage and the whole view share the line for messages.
      if (this.#room.noticeLine.parentNode !== main) steps.after(this.#room.noticeLine);
      render(html`<${Steps} ...${{ model, ...stepActions }} />`, steps);
      for (const view of [whole, inspector]) view.update(model, activeCell);
      legend.draw(model.t.legend, legendOf(model, activeCell), !showsConcepts(model));
      settings.update(model, model.compared === undefined && !isInLines(model));
    }
    if (this.#room.view !== 'room') return;
    const figure = isStage ? '' : id;
    if (figure !== this.#placed) main.classList.add('unplaced');
    this.#placed = figure;
    if (isStage) return;
    // The matrices have their sizes after they are drawn, and their script may not have arrived.
    inNextFrame(() => {
      const isDrawn = whole.node.childElementCount > 0;
      if (isDrawn) placeInCorner(inspector.node, main, whole.node, main.clientWidth > WIDE);
      main.classList.toggle('unplaced', !isDrawn);
    });
  }
}
