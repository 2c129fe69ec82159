import { number, localized } from '../../../../format/display.js';
import { html } from '../../../../ui/html.js';
import { ConceptBands } from '../../later-view.js';
import { matrixStep } from '../../stage/matrix-step.js';
import { oneHead } from '../one-head/kind.js';
import { only, specFor, specOf } from '../../stage/spec.js';
import { isInLines } from '../../views/bands.js';
import { Rank } from '../../views/rank.js';
/** @import { Model, Node } from '../../../../types.js' */
/** @import { Kind } from '../kind.js' */
/** @import { StageTools } from '../../stage/matrix-step.js' */

/** All factors, whose product is the ratings. @satisfies {Node} */
const FACTORS = /** @type {const} */ ({ kind: 'lowRank', u: 'u', s: 's', v: 'vK', vT: 'vT' });

/** The rank of the approximation. @param {Model} model @param {StageTools} tools */
const rankSlider = (model, { change }) =>
  html`<label class="slider"
    ><span>k</span><${Rank} ...${{ model, change, label: model.t.stage.rank }}
  /></label>`;

/** The cosine between the two new viewers, by films and by concepts. @param {Model} model */
function cosines({ concepts, language, t }) {
  const cosine = concepts?.cosine;
  if (!cosine) return null;
  const text = (/** @type {number | null} */ value) =>
    value === null ? '–' : localized(number(value, 2), language);
  return html`<dl class="facts">
    <div>
      <dt>${t.stage.cosineFilms}</dt>
      <dd>${text(cosine.raw)}</dd>
    </div>
    <div>
      <dt>${t.stage.cosineConcepts}</dt>
      <dd>${text(cosine.concept)}</dd>
    </div>
  </dl>`;
}

/** Attention with one head, and then concepts found in ratings. @type {Kind} */
export const concepts = {
  id: 'concepts',
  owns: (lesson) => lesson.ratings !== null,
  whole: (model) => (isInLines(model) ? ConceptBands : null),
  steps(model, tools) {
    const { says } = model.t.stage;
    return [
      ...oneHead.steps(model, tools),
      matrixStep(model, tools, 'ratings', says.ratings, only('ratings')),
      matrixStep(model, tools, 'factor', says.factor, { ...specFor(FACTORS, 'ratings'), node: FACTORS }),
      matrixStep(
        model,
        tools,
        'cut',
        says.cut({ k: model.state.rank }),
        model.state.rank > 0 ? specOf(model.graph, 'approximation') : only('approximation'),
        { aside: rankSlider(model, tools) },
      ),
      matrixStep(
        model,
        tools,
        'compare',
        says.compare,
        model.matrices.viewerConcepts && model.state.rank > 0
          ? specOf(model.graph, 'viewerConcepts')
          : only('viewers'),
        { aside: [cosines(model), rankSlider(model, tools)] },
      ),
    ];
  },
};
