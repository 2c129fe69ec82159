import { isStory } from '../lessons/index.js';
import { numpyOf, programOf } from '../numpy.js';
import { html } from '../../../ui/html.js';
import { CopyButton } from '../../../ui/controls.js';
/** @import { Lesson, Model } from '../../../types.js' */
/** @import { View } from '../../../ui/html.js' */
/** @import { WholeProps } from '../views/whole-view.js' */
/** @import { StageStep } from '../stage/stage.js' */
/** @import { StageTools } from '../stage/matrix-step.js' */

/**
 * A kind of lesson: how its steps are shown. An element without a kind rejects its lessons.
 *
 * @typedef {object} Kind
 * @property {string} id
 * @property {(lesson: Lesson) => boolean} owns - whether a lesson is of this kind
 * @property {(model: Model, tools: StageTools) => StageStep[]} steps - one for each step of the lesson
 * @property {(model: Model) => ((props: WholeProps) => View | null) | null} [whole] - its own whole
 *   view, a component; by default the bands of attention
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

/** The tools of steps that are only drawn. @type {any} */
const NO_TOOLS = { questionIn: () => null, ask: null, isAsked: () => false, submit: null };

/**
 * The steps of a lesson as they are shown, without what a reader does with them.
 *
 * @param {Kind[]} kinds @param {Model} model
 */
export const shownSteps = (kinds, model) =>
  kindOf(kinds, model.lesson)?.steps(model, { ...NO_TOOLS, activeCell: model.state.cursor }) ?? [];

/** @param {StageStep} step @param {Model} model */
function addNumpy(step, model) {
  const code = numpyOf(model, step.id);
  if (code !== null)
    step.code = html`<${NumpyCode}
      code=${code}
      program=${() => programOf(model, step.id) ?? code}
      t=${model.t}
    />`;
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

/**
 * The NumPy code of a step, with a button that copies a program with the code up to it, which runs by itself.
 *
 * @param {{ code: string, program: () => string, t: Model['t'] }} props
 */
const NumpyCode = ({ code, program, t }) =>
  html`<div class="numpy" role="group" aria-label=${t.numpy.label}>
    <code>${displayed(code)}</code><${CopyButton} text=${program()} words=${t.numpy} />
  </div>`;
