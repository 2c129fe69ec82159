import { isStory } from '../lessons/stories.js';
import { numpyOf } from '../numpy.js';
import { NumpyLine } from '../views/numpy-line.js';
import { html } from '../../../ui/html.js';
/** @import { Cell, Lesson, Model, State } from '../../../types.js' */
/** @import { MapActions } from '../views/map-view.js' */
/** @import { StageStep } from '../stage/stage.js' */
/** @import { StageTools } from '../stage/matrix-step.js' */

/**
 * A view that a kind shows in the whole view in place of the bands of matrices.
 *
 * @typedef {object} WholeView
 * @property {HTMLElement} node
 * @property {(model: Model, activeCell: Cell | null) => void} update
 *
 * What the whole view of a kind can do.
 *
 * @typedef {object} WholeTools
 * @property {MapActions} map
 * @property {(patch: Partial<State>, phase: 'drag' | 'commit') => unknown} change
 * @property {(patch: Partial<State['distance']>, phase?: 'drag' | 'commit') => string | null} moveDistance
 * @property {StageTools['choose']} choose
 * @property {boolean} inText
 *
 * A kind of lesson: how its steps are shown. An element without it shows none of its lessons.
 *
 * @typedef {object} Kind
 * @property {string} id
 * @property {(lesson: Lesson) => boolean} owns - whether a lesson is of this kind
 * @property {(model: Model, tools: StageTools) => StageStep[]} steps - one for each of the lesson's steps, in
 *   their order
 * @property {(tools: WholeTools) => WholeView} [whole] - its own whole view
 * @property {(model: Model) => boolean} [isWhole] - whether the whole view shows that now
 * @property {(tools: WholeTools) => CurveView} [curve] - the curves of the step `apart`
 *
 * @typedef {{ node: HTMLElement, update: (model: Model, room: number) => void }} CurveView
 */

/** The kind of a lesson: the first that owns it, or null. @param {Kind[]} kinds @param {Lesson} lesson */
export function kindOf(kinds, lesson) {
  return kinds.find(({ owns }) => owns(lesson)) ?? null;
}

/**
 * The steps of a lesson on the stage, each with its line of NumPy.
 *
 * @param {Kind[]} kinds @param {Model} model @param {StageTools} tools
 */
export function stepsOf(kinds, model, tools) {
  const steps = kindOf(kinds, model.lesson)?.steps(model, tools) ?? [];
  if (!isStory(model.lesson.id)) for (const step of steps) addNumpy(step, model);
  return steps;
}

/** A question is shown without code, which needs its room. @param {StageStep} step @param {Model} model */
function addNumpy(step, model) {
  const line = step.reveal ? null : numpyOf(model, step.id);
  if (line !== null) step.code = html`<${NumpyLine} line=${line} t=${model.t} />`;
}
