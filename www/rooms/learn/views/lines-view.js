import { inSum } from '../numbers.js';
import { percent } from '../../../format/display.js';
import { repr } from '../../../format/numpy.js';
import { bandsOf } from './bands.js';
import { html } from '../../../ui/html.js';
import { MatrixBand } from './matrix.js';
import { Plane } from './plane-view.js';
import { Rank } from './rank.js';
/** @import { Model } from '../../../types.js' */
/** @import { WholeProps } from './whole-view.js' */

/** The maximum height above the view that is taken into account, in CSS pixels. */
const MAX_ABOVE = 200;
/** The least and greatest height of a cell, in CSS pixels. */
const [LOWEST, HIGHEST] = [18, 30];
/** The rows of cells below one another, and the height of the rest of the view in CSS pixels. */
const ROWS = 16;
const FRAME = 236;
/** The additional height of sloping names, in CSS pixels. */
const SLOPING = 110;

/**
 * The second half of notebook 004: ratings, their factors, the approximation of rank k, and two new viewers
 * in concept space.
 *
 * @param {WholeProps} props
 */
export function ConceptBands({ model, marks, host, actions }) {
  const { concepts, t } = model;
  if (!concepts) return null;
  const space = innerHeight - Math.min(host.getBoundingClientRect().top + scrollY, MAX_ABOVE) - FRAME;
  const isLow = space - SLOPING < ROWS * LOWEST;
  const height = Math.floor((space - (isLow ? 0 : SLOPING)) / ROWS);
  const error = t.figure.error({
    absolute: inSum(model, concepts.error.frobenius),
    relative: percent(concepts.error.relative),
  });
  const rank = html`<label class="rank"
    ><span>${t.computation.rank}</span><${Rank} model=${model} change=${actions.change}
  /></label>`;
  const shared = { model, marks, actions, isLine: true, options: { shortNames: isLow } };
  return html`<div class="concepts">
    ${bandsOf(model).map(
      (band) =>
        html`<${MatrixBand}
          key=${band.name}
          ...${{ ...shared, band, height: Math.max(LOWEST, Math.min(HIGHEST, height)) }}
          head=${band.name === 'cut' && rank}
          below=${band.name === 'cut' && html`<p class="figures" role="status">${error}</p>`}
        >
          ${band.name === 'compare' && html`<div class="cosine"><${Cosines} model=${model} /></div>`}
        <//>`,
    )}
    <section class="band plane-band"><${Plane} model=${model} /></section>
  </div>`;
}

/** The height of a cell in a view that is not fitted to the screen, in CSS pixels. */
const LINE_HEIGHT = 28;

/** The bands of a lesson whose matrices stand in lines: one for each step. @param {WholeProps} props */
export const LineBands = ({ model, marks, actions }) =>
  html`<div class="concepts lines">
    ${bandsOf(model).map(
      (band) =>
        html`<${MatrixBand}
          key=${band.name}
          ...${{ model, band, marks, actions, isLine: true, height: LINE_HEIGHT }}
        />`,
    )}
  </div>`;

/** The cosine between the two new viewers, by films and by concepts. @param {{ model: Model }} props */
function Cosines({ model: { concepts, lesson, t } }) {
  const [a, b] = lesson.ratings?.newViewers ?? [];
  const { raw = null, concept = null } = concepts?.cosine ?? {};
  const text = (/** @type {number | null} */ value) =>
    value === null ? t.figure.noCosine : repr(value).replace('-', '−');
  return html`<p>${t.figure.cosine({ a, b })}</p>
    <p class="raw">${t.figure.cosineRaw}: <b>${text(raw)}</b></p>
    <p class="concept">${t.figure.cosineConcept}: <b>${text(concept)}</b></p>`;
}
