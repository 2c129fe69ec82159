import { isStory } from '../lessons/index.js';
import { numpyOf } from '../numpy.js';
import { html } from '../../../ui/html.js';
import { CopyButton } from '../../../ui/controls.js';
/** @import { Cell, Lesson, Model, State } from '../../../types.js' */
/** @import { MapActions } from '../views/matrix.js' */
/** @import { StageStep } from '../stage/stage.js' */
/** @import { StageTools } from '../stage/matrix-step.js' */

/**
 * What a kind shows in the whole view instead of the bands of matrices.
 *
 * @typedef {object} WholeView
 * @property {HTMLElement} node
 * @property {(model: Model, activeCell: Cell | null) => void} update
 *
 * The actions of a `WholeView`.
 *
 * @typedef {object} WholeTools
 * @property {MapActions} map
 * @property {(patch: Partial<State>, phase?: 'drag' | 'commit') => unknown} change
 * @property {StageTools['moveDistance']} moveDistance
 * @property {StageTools['choose']} choose - moves a switch
 * @property {boolean} isEmbedded - whether the element is a figure in an article
 *
 * A kind of lesson: how its steps are shown. An element without a kind rejects its lessons.
 *
 * @typedef {object} Kind
 * @property {string} id
 * @property {(lesson: Lesson) => boolean} owns - whether a lesson is of this kind
 * @property {(model: Model, tools: StageTools) => StageStep[]} steps - one for each step of the lesson
 * @property {(tools: WholeTools) => WholeView} [whole] - creates its own whole view
 * @property {(model: Model) => boolean} [isWhole] - whether its own whole view replaces the bands now
 */

/** The first kind that owns a lesson, or null. @param {Kind[]} kinds @param {Lesson} lesson */
export function kindOf(kinds, lesson) {
  return kinds.find(({ owns }) => owns(lesson)) ?? null;
}

/**
 * The steps of a lesson on the stage, with their NumPy code.
 *
 * @param {Kind[]} kinds @param {Model} model @param {StageTools} tools
 */
export function stepsOf(kinds, model, tools) {
  const steps = kindOf(kinds, model.lesson)?.steps(model, tools) ?? [];
  if (!isStory(model.lesson.id)) for (const step of steps) addNumpy(step, model);
  return steps;
}

/** @param {StageStep} step @param {Model} model */
function addNumpy(step, model) {
  const code = numpyOf(model, step.id);
  if (code !== null) step.code = html`<${NumpyCode} code=${code} t=${model.t} />`;
}

/** Longer code, such as matrices with all their digits, is displayed with truncated lines. */
const MAX_LENGTH = 400;
const MAX_LINE = 24;

/** @param {string} code */
function displayed(code) {
  if (code.length <= MAX_LENGTH) return code;
  return code
    .split('\n')
    .map((line) => `${line.slice(0, MAX_LINE)}…`)
    .join('\n');
}

/** The NumPy code of a step, with a button that copies it. @param {{ code: string, t: Model['t'] }} props */
const NumpyCode = ({ code, t }) =>
  html`<div class="numpy" role="group" aria-label=${t.numpy.label}>
    <code>${displayed(code)}</code><${CopyButton} text=${code} words=${t.numpy} />
  </div>`;
