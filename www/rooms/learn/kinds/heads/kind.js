import { baseOf, headOf, ofHead, queryHeadOf } from '../../../../figure/heads.js';
import { matrixStep, picker, switchOf } from '../../stage/matrix-step.js';
import { specOf } from '../../stage/spec.js';
import { chosenOfThree, embedStep, projectStep, threePicker } from '../one-head/kind.js';
/** @import { Model } from '../../../../types.js' */
/** @import { Kind } from '../kind.js' */
/** @import { StageTools } from '../../stage/matrix-step.js' */

/** The head of keys and values that a query head reads. @param {Model} model @param {number} head */
const kvOf = ({ heads }, head) => heads?.each[head].kvHead ?? 0;

/** The head that is on the stage. @param {Model} model */
function openHead({ state }) {
  return (state.cursor && queryHeadOf(state.cursor.matrix)) ?? state.head;
}

/** Chooses a head. @param {Model} model @param {StageTools} tools */
function headPicker(model, tools) {
  const count = model.lesson.heads?.heads ?? 1;
  return picker(
    model.t.figure.heads.open,
    String(openHead(model)),
    Array.from({ length: count }, (_, head) => [String(head), String(head + 1)]),
    (head) => tools.open(Number(head)),
  );
}

/** What of a head is on the stage. @param {Model} model @returns {'scores' | 'weights' | 'output'} */
function partOf({ state: { cursor } }) {
  const base = cursor ? baseOf(cursor.matrix) : 'scores';
  if (base === 'output' && cursor && headOf(cursor.matrix) !== null) return 'output';
  return ['weights', 'scaled', 'masked'].includes(base) ? 'weights' : 'scores';
}

/** Several heads: split, attended one at a time, put side by side, projected. @type {Kind} */
export const heads = {
  id: 'heads',
  owns: (lesson) => lesson.heads !== null,
  steps(model, tools) {
    const { t } = model;
    const { says } = t.stage;
    const head = openHead(model);
    const kv = kvOf(model, head);
    const of = (/** @type {string} */ base) => ofHead(base, head);
    const part = partOf(model);
    const parts = picker(
      t.stage.shown,
      part,
      /** @type {const} */ (['scores', 'weights', 'output']).map((each) => [each, t.stage.parts[each]]),
      (each) => tools.actions.select({ matrix: of(each), row: 0, col: 0 }),
    );
    const three = chosenOfThree(model);
    const split = ofHead(three, three === 'q' ? head : kv);
    return [
      embedStep(model, tools),
      projectStep(model, tools),
      matrixStep(
        model,
        tools,
        'split',
        says.split(head + 1),
        { form: 'line', parts: [three, split], signs: ['→'], result: split },
        { aside: [headPicker(model, tools), threePicker(model, tools)] },
      ),
      matrixStep(model, tools, 'attend', says.attend[part](head + 1), specOf(model.graph, of(part)), {
        aside: [headPicker(model, tools), parts, switchOf(model, tools, 'mask')],
      }),
      matrixStep(
        model,
        tools,
        'concatenate',
        says.concatenate,
        {
          form: 'line',
          parts: [of('output'), 'merged'],
          signs: ['→'],
          result: 'merged',
        },
        { aside: headPicker(model, tools) },
      ),
      ...(model.matrices.projectedOutput
        ? [matrixStep(model, tools, 'out', says.out, specOf(model.graph, 'projectedOutput'))]
        : []),
    ];
  },
};
