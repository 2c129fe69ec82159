import { concepts } from './concepts/kind.js';
import { heads } from './heads/kind.js';
import { oneHead } from './one-head/kind.js';
import { schemes } from './schemes/kind.js';
import { stories } from './stories/kind.js';
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

/** @param {Lesson} lesson */
export function kindOf(lesson) {
  const kind = KINDS.find(({ owns }) => owns(lesson));
  if (!kind) throw new Error(`no kind of lesson owns ${lesson.id}`);
  return kind;
}
