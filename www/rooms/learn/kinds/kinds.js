import { concepts } from './concepts/kind.js';
import { heads } from './heads/kind.js';
import { oneHead } from './one-head/kind.js';
import { schemes } from './schemes/kind.js';
import { stories } from './stories/kind.js';
import { isStory } from '../lessons/stories.js';
import { numpyOf } from '../numpy.js';
import { NumpyLine } from '../views/numpy-line.js';
import { html } from '../../../ui/html.js';
/** @import { Lesson, Model } from '../../../types.js' */
/** @import { StageStep } from '../stage/stage.js' */
/** @import { StageTools } from '../stage/matrix-step.js' */

/**
 * A kind of lesson: how its steps stand on the stage.
 *
 * @typedef {object} Kind
 * @property {(lesson: Lesson) => boolean} owns - whether a lesson is of this kind
 * @property {(model: Model, tools: StageTools) => StageStep[]} steps - one for each of the lesson's steps, in their order
 */

/** All kinds; the first that owns a lesson has it. @type {Kind[]} */
const KINDS = [stories, schemes, concepts, heads, oneHead];

/** How the steps of a lesson stand on the stage, each with its line of NumPy. @param {Lesson} lesson @returns {Pick<Kind, 'steps'>} */
export function kindOf(lesson) {
  const kind = KINDS.find(({ owns }) => owns(lesson));
  if (!kind) throw new Error(`no kind of lesson owns ${lesson.id}`);
  return { steps: (model, tools) => kind.steps(model, tools).map((step) => withNumpy(step, model)) };
}

/** @param {StageStep} step @param {Model} model @returns {StageStep} */
function withNumpy(step, model) {
  const line = isStory(model.lesson.id) ? null : numpyOf(model, step.id);
  if (line === null) return step;
  // A question has the room to itself.
  if (step.reveal) return step;
  return { ...step, aside: html`${step.aside}<${NumpyLine} line=${line} t=${model.t} />` };
}
