import { SCHEMES, WEIGHTS } from '../../../../figure/schemes.js';
import { matrixStep, picker, switchOf } from '../../stage/matrix-step.js';
import { specOf } from '../../stage/spec.js';
import { curveView } from '../../schemes/curve-view.js';
import { schemesView } from '../../schemes/view.js';
/** @import { Kind } from '../kind.js' */

/** The inputs of the first step. The reader chooses one. */
const INPUTS = ['x', 'q', 'k'];

/** The comparison of position encodings on the same tokens. @type {Kind} */
export const schemes = {
  id: 'schemes',
  owns: (lesson) => Boolean(lesson.schemes),
  isWhole: (model) => model.compared !== undefined,
  whole: ({ map, moveDistance, choose, isEmbedded }) =>
    schemesView(map, { change: moveDistance, mask: (mask) => choose('mask', mask) }, isEmbedded),
  curve: ({ moveDistance }) => curveView(moveDistance),
  steps(model, tools) {
    const { t, state } = model;
    const { says } = t.stage;
    const shown = INPUTS.find((id) => id === state.cursor?.matrix) ?? 'x';
    const inputs = picker(
      t.stage.shown,
      shown,
      INPUTS.map((id) => [id, t.stage.names[id]]),
      (id) => tools.actions.select({ matrix: id, row: 0, col: 0 }),
    );
    return [
      matrixStep(model, tools, 'tokens', says.tokens, specOf(model.graph, shown), { aside: inputs }),
      ...SCHEMES.map((scheme) =>
        matrixStep(model, tools, scheme, says[scheme], specOf(model.graph, WEIGHTS[scheme]), {
          aside: switchOf(model, tools, 'mask'),
        }),
      ),
      tools.apart(says.apart),
    ];
  },
};
