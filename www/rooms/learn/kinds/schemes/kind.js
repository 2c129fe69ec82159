import { px } from '../../stage/box.js';
import { html } from '../../../../ui/html.js';
import { SCHEMES, WEIGHTS } from '../../../../figure/schemes.js';
import { matrixStep, matrixPicker, switchOf } from '../../stage/matrix-step.js';
import { specOf } from '../../stage/spec.js';
import { Curve, Schemes } from '../../later-view.js';
/** @import { Model } from '../../../../types.js' */
/** @import { StageStep } from '../../stage/stage.js' */
/** @import { StageTools } from '../../stage/matrix-step.js' */
/** @import { Kind } from '../kind.js' */

/** The inputs of the first step. The reader chooses one. */
const INPUTS = ['x', 'q', 'k'];

/** Maximum width and height of the curves with their controls and numbers, in CSS pixels. */
const [WIDEST_CURVE, HIGHEST_CURVE] = [1100, 640];
/** The scale of the curves in a presentation. */
const PRESENTED_CURVE = 1.3;

/** The curves over distance. @param {Model} model @param {StageTools} tools @returns {StageStep} */
function apartStep(model, { moveDistance, redraw }) {
  return {
    id: 'apart',
    name: model.t.stepNames.apart,
    sentence: model.t.stage.says.apart,
    words: 'above',
    figure({ width, height, size, large = 1 }) {
      const zoom = size === 'present' ? PRESENTED_CURVE * large : large;
      const wide = Math.min(width / zoom, WIDEST_CURVE);
      const isGrown = Number.isFinite(height) && height > 0;
      const minHeight = isGrown ? px(Math.min(height / zoom, HIGHEST_CURVE)) : null;
      return html`<div
        class="schemes curve-figure"
        style=${{ width: px(wide), minHeight, zoom: String(zoom) }}
      >
        <${Curve} ...${{ model, width: wide, isGrown, change: moveDistance, redraw }} />
      </div>`;
    },
  };
}

/** The comparison of position encodings on the same tokens. @type {Kind} */
export const schemes = {
  id: 'schemes',
  owns: (lesson) => Boolean(lesson.schemes),
  whole: (model) => (model.compared ? Schemes : null),
  steps(model, tools) {
    const { t, state } = model;
    const { says } = t.stage;
    const shown = INPUTS.find((id) => id === state.cursor?.matrix) ?? 'x';
    const { x, q, k } = t.stage.names;
    const inputs = matrixPicker(model, tools, shown, { x, q, k });
    return [
      matrixStep(model, tools, 'tokens', says.tokens, specOf(model.graph, shown), { aside: inputs }),
      ...SCHEMES.map((scheme) =>
        matrixStep(model, tools, scheme, says[scheme], specOf(model.graph, WEIGHTS[scheme]), {
          aside: switchOf(model, tools, 'mask'),
        }),
      ),
      apartStep(model, tools),
    ];
  },
};
