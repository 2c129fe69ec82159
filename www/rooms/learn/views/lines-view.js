import { inSum } from '../numbers.js';
import { wideEnough } from '../../../ui/cell-digits.js';
import { percent } from '../../../format/display.js';
import { repr } from '../../../format/numpy.js';
import { lineBands } from './bands.js';
import { element } from '../../../ui/dom.js';
import { html, render } from '../../../ui/html.js';
import { Band, TitledMap } from './matrix.js';
import { marksOf } from '../marks.js';
import { Plane } from './plane-view.js';
/** @import { Cell, Model, State } from '../../../types.js' */
/** @import { MapActions } from './matrix.js' */
/** @import { View } from '../../../ui/html.js' */

/** The maximum height above the view that is taken into account, in CSS pixels. */
const MAX_ABOVE = 200;
/** The least and greatest height of a cell, in CSS pixels. */
const [LOWEST, HIGHEST] = [18, 30];
/** The rows of cells below one another, and the height of the rest of the view in CSS pixels. */
const ROWS = 16;
const FRAME = 236;
/** The additional height of sloping names, in CSS pixels. */
const SLOPING = 110;

/** @typedef {(patch: Partial<State>, phase: 'drag' | 'commit') => unknown} Change */

/**
 * The second half of notebook 004: ratings, their factors, the approximation of rank k, and two new viewers
 * in concept space.
 *
 * @param {MapActions} actions
 * @param {Change} change
 */
export function conceptsView(actions, change) {
  const node = element('div', { class: 'concepts' });
  return {
    node,
    /** @param {Model} model @param {Cell | null} activeCell */
    update(model, activeCell) {
      node.classList.toggle('tables', model.state.tables === 'all');
      const above = Math.min(node.getBoundingClientRect().top + scrollY, MAX_ABOVE);
      const space = innerHeight - above - FRAME;
      render(html`<${Bands} ...${{ model, activeCell, actions, change, space }} />`, node);
    },
  };
}

/**
 * @param {{ model: Model, activeCell: Cell | null, actions: MapActions, change: Change, space: number }} props -
 *   `space` is the height for cells and sloping names
 */
function Bands({ model, activeCell, actions, change, space }) {
  const { concepts, t } = model;
  if (!concepts) return null;
  const marks = marksOf(model, activeCell);
  const isLow = space - SLOPING < ROWS * LOWEST;
  const height = Math.floor((space - (isLow ? 0 : SLOPING)) / ROWS);
  const error = t.figure.error({
    absolute: inSum(model, concepts.error.frobenius),
    relative: percent(concepts.error.relative),
  });
  return html`${lineBands(model).map((band) => {
      const { name } = band;
      const head = html`<label class="rank"
        ><span>${t.controls.rank}</span><${Rank} ...${{ model, change }}
      /></label>`;
      const isCut = name === 'cut';
      return html`<${LineBand}
        key=${name}
        ...${{ model, band, actions, marks, shortNames: isLow, height: Math.max(LOWEST, Math.min(HIGHEST, height)) }}
        head=${isCut && head}
        below=${isCut && html`<p class="figures" role="status">${error}</p>`}
      >
        ${name === 'compare' && html`<div class="cosine"><${Cosines} model=${model} /></div>`}
      <//>`;
    })}
    <section class="band plane-band"><${Plane} model=${model} /></section>`;
}

/**
 * A band whose matrices stand in a line.
 *
 * @param {{ model: Model, band: ReturnType<typeof lineBands>[number], actions: MapActions, marks: ReturnType<typeof marksOf>, height: number, shortNames?: boolean, head?: View, below?: View, children?: View }} props
 */
const LineBand = ({ model, band, actions, marks, height, shortNames, head, below, children }) =>
  html`<${Band} ...${{ name: band.name, heading: band.heading, head, below }}>
    <div class="line">
      ${band.places.map(
        ({ matrix, rowLabels }) =>
          html`<${TitledMap}
            key=${matrix}
            ...${{ model, id: matrix, actions }}
            options=${{
              cellWidth: wideEnough(model.state.digits, band.width),
              cellHeight: height,
              shortNames,
              rowLabels,
              marks: marks[matrix],
            }}
          />`,
      )}
      ${children}
    </div>
  <//>`;

/** The height of a cell in a view that is not fitted to the screen, in CSS pixels. */
const LINE_HEIGHT = 28;

/**
 * The whole view of a lesson whose matrices stand in lines: one band for each step.
 *
 * @param {MapActions} actions
 */
export function linesView(actions) {
  const node = element('div', { class: 'concepts lines' });
  return {
    node,
    /** @param {Model} model @param {Cell | null} activeCell */
    update(model, activeCell) {
      node.classList.toggle('tables', model.state.tables === 'all');
      const shared = { model, actions, marks: marksOf(model, activeCell), height: LINE_HEIGHT };
      const bands = lineBands(model);
      render(
        html`${bands.map((band) => html`<${LineBand} key=${band.name} ...${{ ...shared, band }} />`)}`,
        node,
      );
    },
  };
}

/**
 * The rank of the approximation: a slider and its number.
 *
 * @param {{ model: Model, change: Change, label?: string }} props
 */
export function Rank({ model: { matrices, state }, change, label }) {
  const { rows, cols } = matrices.ratings;
  const move = (/** @type {any} */ event, /** @type {'drag' | 'commit'} */ phase) =>
    change({ rank: Number(event.currentTarget.value) }, phase);
  return html`<input
      type="range"
      min="0"
      max=${Math.min(rows, cols)}
      value=${state.rank}
      aria-label=${label}
      onInput=${(/** @type {any} */ event) => move(event, 'drag')}
      onChange=${(/** @type {any} */ event) => move(event, 'commit')}
    /><output>${state.rank}</output>`;
}

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
