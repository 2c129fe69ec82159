import { element } from '../../../ui/dom.js';
import { inNextFrame } from '../../../ui/idle.js';
import { LESSON_IDS, isStory } from '../lessons/index.js';
import { stepsOf } from '../kinds/kind.js';
import { asksOf, freshState, sameCell } from '../state/state.js';
import { announcer } from './announcer.js';
import { drawAround, fitStep, newFit } from './fit.js';
import { stageKeys, questionFocus, swipes } from './input.js';
import { player } from './player.js';
import { isSameBox, newScene, preparedSteps } from './prepared.js';
import { presentation } from './presentation.js';
import { keyOf, shortAnswer } from './question.js';
import { isBeforeQuestion, isPlaying } from './stage.js';
import { stageBox } from './figure-room.js';
/** @import { Cell, Model, State } from '../../../types.js' */
/** @import { Appearance } from '../../../element/surroundings.js' */
/** @import { Actions } from '../actions.js' */
/** @import { Prepared } from './prepared.js' */
/** @import { Answered } from './question.js' */
/** @import { StageStep } from './stage.js' */
/** @import { Kind } from '../kinds/kind.js' */

/**
 * The stage of a lesson. It renders the steps of the lesson's kind to fit the window, plays their motion and
 * keeps the reader's answers.
 *
 * @param {Actions} actions
 * @param {object} beside
 * @param {HTMLElement} beside.notice - the line for messages
 * @param {Kind[]} beside.kinds - the kinds of lessons that can be shown
 * @param {(host: HTMLElement) => Appearance} beside.look
 * @param {(root: HTMLElement) => void} beside.paint - draws the heatmaps in an element at once, not in the next frame
 * @param {boolean} beside.inText - whether the lesson is embedded in a text, which has no fixed height
 */
export function stageView(actions, { notice, kinds, look, paint, inText }) {
  const root = element('div', { class: 'stage-root' });
  const said = element('p', { class: 'said hidden', 'aria-live': 'polite' });
  const node = element('div', { class: 'staged' }, root, said);
  const prepared = preparedSteps(paint);
  /** The element that the current scene is rendered into. */
  let scene = newScene();
  /** @type {{ model: Model, activeCell: Cell | null } | null} */
  let last = null;
  /** @type {StageStep[]} */
  let steps = [];
  /** The highlighted part. @type {string | null} */
  let part = null;
  /** The lesson and the step that were drawn last. */
  let seen = { lesson: '', step: 0 };
  /** Whether the motion goes on after an answer at the next drawing. */
  let isAnswered = false;
  /** The answers, by the key of their question. @type {Map<string, Answered>} */
  const answers = new Map();
  const redraw = () => last && draw(last.model, last.activeCell);
  // The heatmaps are painted in the same frame. If they waited for the next one, where this draws again, a
  // draw could be pending at the end of every frame, and the page would not be idle during a motion.
  const motion = player(() => {
    redraw();
    paint(root);
  });
  const announce = announcer(said);
  const focus = questionFocus(node);
  const stand = presentation(node, redraw);
  // Content above the stage can load later or wrap into more lines, which changes the available height.
  const observer = new ResizeObserver(() => {
    if (!isSameBox(box(), drawn?.box)) redraw();
  });
  let isObserved = false;
  /** The step that was drawn last. @type {Prepared | null} */
  let drawn = null;

  /** @param {string | null} next */
  function light(next) {
    if (next === part) return;
    part = next;
    redraw();
  }

  /** The index of the current step. */
  const stepAt = () => Math.min(last?.model.state.step ?? 0, steps.length - 1);

  /** Whether a motion of matrices plays or is held. @param {number} at */
  const isMatrixMotion = (at) => motion.time() !== null && steps[at].spec !== undefined;

  /** Goes to a step. @param {number} step */
  function go(step) {
    motion.end();
    actions.show({ step });
  }

  /**
   * The open question about a matrix, else the one that was answered last.
   *
   * @param {State} state @param {string} matrix
   */
  function questionIn(state, matrix) {
    const asked = asksOf(state).filter((cell) => cell.matrix === matrix);
    const found = asked.find((cell) => !answers.get(keyOf(cell))?.open) ?? asked.at(-1);
    return found ? { cell: found, state: answers.get(keyOf(found)) ?? { last: null, open: false } } : null;
  }

  /** @param {Cell} cell @param {Answered} next */
  function answer(cell, next) {
    answers.set(keyOf(cell), next);
    isAnswered = next.open;
    announce.verdict(next.last?.says);
    const hadFocus = root.querySelector('.question:focus-within') !== null;
    redraw();
    // The question disappears when it is answered. The focus moves to the next control.
    if (!hadFocus || root.querySelector(':focus:not([inert] *)')) return;
    const onward =
      root.querySelector('.turn:not(.kept) .question input') ??
      root.querySelector('.next, .dots [aria-current]');
    /** @type {HTMLElement | null} */ (onward)?.focus();
  }

  /** Fits the step again, because a view that was loaded later can be larger than the room that was kept. */
  function refit() {
    prepared.clear();
    if (drawn) drawn.fit = newFit('', drawn.box);
    redraw();
  }

  /** The size of the stage. */
  const box = () =>
    stageBox(root, { isPresented: stand.isOn(), inText, given: last?.model.state.height ?? null });

  /** @param {Model} model @param {Cell | null} activeCell */
  function stepsNow(model, activeCell) {
    const { state } = model;
    return stepsOf(kinds, model, {
      ...actions,
      redraw: refit,
      activeCell,
      look,
      play: motion.start,
      questionIn: (matrix) => questionIn(state, matrix),
      answer: (cell, text, { right, says }) => {
        answer(cell, { last: { text: shortAnswer(text), says }, open: right });
      },
      reveal: (cell) => answer(cell, { last: null, open: true }),
      ask: inText ? null : actions.ask,
      submit: inText ? null : actions.submit,
      isAsked: (cell) => asksOf(state).some((each) => sameCell(each, cell)),
    });
  }

  /**
   * The props of a step.
   *
   * @param {Model} model @param {number} at @param {import('./stage.js').StageProps['box']} space
   * @returns {import('./fit.js').FittedProps}
   */
  function propsOf(model, at, space) {
    const { lesson, t } = model;
    return {
      steps,
      at,
      title: t.lessons[lesson.id].title,
      t,
      box: space,
      time: motion.time(),
      lit: part === null ? [] : [part],
      light,
      go,
      skip: motion.end,
      play: motion.isWanted() ? () => play(at) : undefined,
      slow: isMatrixMotion(at) ? { isOn: motion.isSlow(), toggle: motion.toggleSlow } : undefined,
      present: space.isGiven ? undefined : () => stand.toggle(),
      isPresented: stand.isOn(),
      whole: isStory(lesson.id) || space.isGiven ? undefined : actions.whole,
      onward: inText ? undefined : onwardFrom(model),
      notice,
    };
  }

  /**
   * The fit of a step: the current one if it was measured for the same key.
   *
   * @param {Model} model @param {number} at @param {import('./stage.js').StageProps['box']} space
   */
  function fitOf({ lesson, state }, at, space) {
    const { id, reveal } = steps[at];
    const key = JSON.stringify([lesson.id, id, space, state.language, reveal !== undefined]);
    return key === drawn?.fit.key ? drawn.fit : newFit(key, space);
  }

  /** @param {Model} model @param {Cell | null} activeCell */
  function draw(model, activeCell) {
    const { lesson, state, t } = model;
    steps = stepsNow(model, activeCell);
    const at = Math.min(state.step, steps.length - 1);
    follow(lesson.id, at, t.lessons[lesson.id].title);
    const isMoving = motion.time() !== null;
    const hadFocus = isFocused();
    const found = hadFocus ? undefined : prepared.exchange({ at, state, activeCell, isMoving }, left());
    // A prepared step keeps its size: if the size of the stage has changed, the observer redraws the step.
    const space = found?.box ?? box();
    if (!isSameBox(space, drawn?.box)) prepared.clear();
    const props = propsOf(model, at, space);
    let fit = found?.fit ?? fitOf(model, at, space);
    if (found) {
      ({ scene } = found);
      drawAround(root, scene, props, fit);
      // The scene is redrawn in the next frame, so that this one is short. A motion does so anyway.
      if (!isMoving) inNextFrame(redraw);
      // The cell under the pointer has gone without an event.
      if (activeCell !== state.cursor) actions.point(null);
    } else fit = fitStep(root, scene, props, fit);
    // The focused element is gone, such as a word that was chosen. The focus moves to the main button.
    if (hadFocus && !isFocused()) focusMain();
    if (!isBeforeQuestion(steps[at], motion.time())) focus.come();
    drawn = { at, state, activeCell, isMoving, scene, box: space, fit };
    const next = at + 1;
    if (isMoving || next >= steps.length) return prepared.cancel();
    const { key } = fitOf(model, next, space);
    return prepared.whenIdle({ at: next, state, activeCell, isMoving: moves(next), key }, prepare);
  }

  /** Moves the focus to the main button, which is in the figure or in the foot. */
  function focusMain() {
    const buttons = /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll('.next'));
    [...buttons].find((each) => each.checkVisibility())?.focus();
  }

  /** The step that was drawn last, if it can be shown again. */
  function left() {
    return drawn && !drawn.isMoving ? drawn : null;
  }

  /** Whether a step begins with a motion when it is reached by Next. @param {number} at */
  const moves = (at) => motion.isWanted() && (steps[at].plays ?? 0) > 0;

  /** Whether an element of the scene has the focus, which would be lost if the scene were exchanged. */
  function isFocused() {
    const { activeElement } = /** @type {Document | ShadowRoot} */ (node.getRootNode());
    return scene.contains(activeElement);
  }

  /** Draws the next step while the page is idle. */
  function prepare() {
    if (!last || node.hidden || !node.isConnected || motion.time() !== null) return;
    const { model, activeCell } = last;
    const { state } = model;
    const at = state.step + 1;
    if (at >= steps.length || steps[state.step].reveal) return;
    const space = box();
    const props = { ...propsOf(model, at, space), time: moves(at) ? 0 : null, lit: [] };
    prepared.draw(node, { state, activeCell }, props, fitOf(model, at, space));
  }

  /** The next lesson. @param {Model} model */
  function onwardFrom({ lesson, state, t }) {
    const next = LESSON_IDS[LESSON_IDS.indexOf(lesson.id) + 1];
    if (!next) return undefined;
    return { name: t.lessons[next].title, go: () => void actions.change(freshState(next, state)) };
  }

  /** Starts or ends the motion of a step. @param {number} at */
  function play(at) {
    if (motion.time() !== null) motion.end();
    else motion.start(steps[at].plays ?? 0);
  }

  /**
   * Announces a change of step and starts the motion of a step forward. The first step of a page is not
   * announced, because it is read with the page.
   *
   * @param {string} lesson @param {number} at @param {string} title
   */
  function follow(lesson, at, title) {
    const before = seen;
    seen = { lesson, step: at };
    if (before.lesson !== lesson) {
      answers.clear();
      announce.lesson(title, steps[at], before.lesson === '');
      return motion.end();
    }
    if (before.step === at) {
      const { plays = 0, asksAt = 0, question } = steps[at];
      if (isAnswered && question === undefined) motion.start(plays, asksAt);
      isAnswered = false;
      return announce.step(steps[at], motion.time());
    }
    isAnswered = false;
    const isForward = at === before.step + 1;
    focus.expect(isForward);
    part = null;
    if (isForward) motion.start(steps[at].plays ?? 0);
    else motion.end();
    return announce.step(steps[at], motion.time());
  }

  /**
   * Goes to the first or the last step, and returns whether it is another one.
   *
   * @param {'Home' | 'End'} end
   */
  function moveToEnd(end) {
    const to = end === 'Home' ? 0 : steps.length - 1;
    if (!last || to === stepAt()) return false;
    go(to);
    return true;
  }

  /**
   * Moves forward or back, and returns whether there was somewhere to go. Forward does what the main button
   * does: it shows the answer of an open question first, and leads from the last step to the next lesson.
   *
   * @param {number} by
   * @param {boolean} [leaves] - whether to go on to the next lesson
   */
  function move(by, leaves = !inText) {
    if (!last) return false;
    const at = stepAt();
    if (by > 0 && isPlaying(steps[at], motion.time())) motion.end();
    else if (by > 0 && steps[at].reveal) steps[at].reveal();
    else if (steps[at + by]) go(at + by);
    else {
      const onward = by > 0 && leaves ? onwardFrom(last.model) : undefined;
      onward?.go();
      return onward !== undefined;
    }
    return true;
  }

  /**
   * Moves to the next or the previous cell of the motion of the step and stays there, and returns whether
   * there is a motion to move in.
   *
   * @param {number} by
   */
  function moveCell(by) {
    const { cells = [], plays = 0 } = steps[stepAt()] ?? {};
    const times = cells.filter((time) => time < plays);
    motion.move(times, by);
    return times.length > 0;
  }

  stageKeys(node, {
    // A page behind a presentation does not move.
    move: (by) => move(by) || stand.isOn(),
    moveCell,
    moveToEnd,
    toggleSlow: () => isMatrixMotion(stepAt()) && motion.toggleSlow(),
    stand,
  });
  swipes(node, move);

  return {
    node,
    /** Moves forward or back in the lesson. @param {number} by */
    move: (by) => move(by, false),
    moveCell,
    /** Enters or leaves the presentation. */
    present: () => stand.toggle(),
    /** @param {Model} model @param {Cell | null} activeCell */
    update(model, activeCell) {
      last = { model, activeCell };
      if (!isObserved && !inText) observer.observe(node.ownerDocument.body);
      isObserved = true;
      draw(model, activeCell);
    },
    /** Stops observers, motion and pending work. */
    stop() {
      observer.disconnect();
      prepared.cancel();
      isObserved = false;
      motion.end();
      stand.leave();
      last = null;
    },
  };
}
