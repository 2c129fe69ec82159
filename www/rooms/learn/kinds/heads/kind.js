import { baseOf, headOf, ofHead, queryHeadOf } from '../../../../figure/heads.js';
import { ofOpenHead, openHead } from '../../numpy.js';
import { chosenCell } from '../../stage/scene.js';
import { matrixStep, picker, switchOf } from '../../stage/matrix-step.js';
import { specOf } from '../../stage/spec.js';
import { chosenOfThree, embedStep, projectStep, threePicker } from '../one-head/kind.js';
/** @import { Model } from '../../../../types.js' */
/** @import { Kind } from '../kind.js' */
/** @import { StageTools } from '../../stage/matrix-step.js' */
/** @import { MatrixSpec } from '../../stage/spec.js' */

/**
 * A choice of the head.
 *
 * @param {Model} model @param {number} head - the current one @param {(head: number) => void} choose
 */
function headPicker({ lesson, t }, head, choose) {
  const count = lesson.heads?.heads ?? 1;
  return picker(
    t.figure.heads.open,
    String(head),
    Array.from({ length: count }, (_, each) => [String(each), String(each + 1)]),
    (each) => choose(Number(each)),
  );
}

/**
 * The part of a head that is on the stage.
 *
 * @param {Model} model @returns {'scores' | 'weights' | 'output'}
 */
function partOf({ state: { cursor } }) {
  const base = cursor ? baseOf(cursor.matrix) : 'scores';
  if (base === 'output' && cursor && headOf(cursor.matrix) !== null) return 'output';
  return ['weights', 'scaled', 'masked'].includes(base) ? 'weights' : 'scores';
}

/**
 * The concatenated outputs of the heads. The operand is the output of the selected cell's head.
 *
 * @param {Model} model @param {StageTools} tools
 */
function concatenateStep(model, tools) {
  const size = model.matrices[ofHead('output', 0)].cols;
  /** @type {(head: number) => MatrixSpec} */
  const specFor = (head) => ({
    form: 'line',
    parts: [ofHead('output', head), 'merged'],
    signs: ['→'],
    result: 'merged',
    shift: -head * size,
    first: head * size,
  });
  const question = tools.questionIn('merged');
  const { activeCell } = tools;
  const current = (activeCell && queryHeadOf(activeCell.matrix)) ?? openHead(model);
  const { row, col } =
    question && !question.state.open
      ? question.cell
      : chosenCell(model, specFor(current), activeCell, question?.cell);
  const head = Math.floor(col / size);
  return matrixStep(model, tools, 'concatenate', model.t.stage.says.concatenate, specFor(head), {
    aside: headPicker(model, head, (each) => tools.select({ matrix: 'merged', row, col: each * size })),
  });
}

/** Several heads: split, attend head by head, concatenate, project. @type {Kind} */
export const heads = {
  id: 'heads',
  owns: (lesson) => lesson.heads !== null,
  steps(model, tools) {
    const { t } = model;
    const { says } = t.stage;
    const head = openHead(model);
    const of = ofOpenHead(model);
    const openPicker = headPicker(model, head, tools.open);
    const part = partOf(model);
    const parts = picker(
      t.stage.shown,
      part,
      /** @type {const} */ (['scores', 'weights', 'output']).map((each) => [each, t.stage.parts[each]]),
      (each) => tools.select({ matrix: of(each), row: 0, col: 0 }),
    );
    const split = of(chosenOfThree(model));
    return [
      embedStep(model, tools),
      projectStep(model, tools),
      matrixStep(model, tools, 'split', says.split({ head: head + 1 }), specOf(model.graph, split), {
        aside: [openPicker, threePicker(model, tools)],
      }),
      matrixStep(
        model,
        tools,
        'attend',
        says.attend[part]({ head: head + 1 }),
        specOf(model.graph, of(part)),
        {
          aside: [openPicker, parts, switchOf(model, tools, 'mask')],
        },
      ),
      concatenateStep(model, tools),
      ...(model.matrices.projectedOutput
        ? [matrixStep(model, tools, 'out', says.out, specOf(model.graph, 'projectedOutput'))]
        : []),
    ];
  },
};
