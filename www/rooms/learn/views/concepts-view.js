import { inSum } from '../../../figure/digits.js';
import { wideEnough } from '../../../ui/cell-digits.js';
import { percent } from '../../../format/display.js';
import { repr } from '../../../format/numpy.js';
import { CONCEPT_BANDS as BANDS, LABELLED_ROWS } from './concept-bands.js';
import { element, setText } from '../../../ui/dom.js';
import { html, render } from '../../../ui/html.js';
import { mapView } from './map-view.js';
import { marksOf } from '../marks.js';
import { Plane } from './plane-view.js';
/** @import { Cell, Model, State } from '../../../types.js' */
/** @import { MapActions } from './map-view.js' */

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
 * @param {MapActions} actions
 * @param {(patch: Partial<State>, phase: 'drag' | 'commit') => void} change
 */
export function conceptsView(actions, change) {
  const node = element('div', { class: 'concepts' });
  const plane = element('section', { class: 'band plane-band' });
  const slider = element('input', {
    type: 'range',
    min: 0,
    step: 1,
    oninput: () => change({ rank: Number(slider.value) }, 'drag'),
    onchange: () => change({ rank: Number(slider.value) }, 'commit'),
  });
  const rank = element('output');
  const error = element('p', { class: 'figures', role: 'status' });
  const cosine = element('div', { class: 'cosine' });
  /** @type {Map<string, { view: ReturnType<typeof mapView>, width: number }>} */
  const maps = new Map();
  /** @type {[HTMLElement, keyof typeof BANDS][]} */
  const headings = [];
  const label = element('span');

  for (const [name, { ids, width }] of Object.entries(BANDS)) {
    const heading = element('h3');
    headings.push([heading, /** @type {keyof typeof BANDS} */ (name)]);
    const line = element(
      'div',
      { class: 'line' },
      ...ids.map((id) => {
        const view = mapView(id, actions);
        maps.set(id, { view, width });
        return view.node;
      }),
    );
    const head = element(
      'div',
      { class: 'head' },
      heading,
      name === 'cut' ? element('label', { class: 'rank' }, label, slider, rank) : null,
    );
    if (name === 'compare') line.append(cosine);
    node.append(
      element(
        'section',
        { class: `band ${name}` },
        head,
        element('div', { class: 'scroller' }, line),
        name === 'cut' ? error : null,
      ),
    );
  }
  node.append(plane);

  return {
    node,
    /** @param {Model} model @param {Cell | null} activeCell */
    update(model, activeCell) {
      const { state, concepts, matrices, t } = model;
      if (!concepts) return;
      node.classList.toggle('tables', state.tables === 'all');
      const marks = marksOf(model, activeCell);
      const above = Math.min(node.getBoundingClientRect().top + scrollY, MAX_ABOVE);
      const space = innerHeight - above - FRAME;
      const isLow = space - SLOPING < ROWS * LOWEST;
      const height = Math.max(LOWEST, Math.min(HIGHEST, Math.floor((space - (isLow ? 0 : SLOPING)) / ROWS)));
      for (const [id, { view, width }] of maps) {
        const shown = Boolean(matrices[id]) && matrices[id].cols > 0;
        view.node.hidden = !shown;
        if (shown)
          view.update(model, {
            cellWidth: wideEnough(state.digits, width),
            cellHeight: height,
            shortNames: isLow,
            rowLabels: LABELLED_ROWS.includes(id),
            cursor: state.cursor,
            marks: marks[id] ?? [],
          });
      }
      for (const [heading, name] of headings) setText(heading, t.figure.bands[name]);
      setText(label, t.controls.rank);
      slider.max = String(Math.min(matrices.ratings.rows, matrices.ratings.cols));
      slider.value = String(state.rank);
      setText(rank, String(state.rank));
      setText(
        error,
        t.figure.error({
          absolute: inSum(state, concepts.error.frobenius),
          relative: percent(concepts.error.relative),
        }),
      );
      render(html`<${Cosines} model=${model} />`, cosine);
      render(html`<${Plane} model=${model} />`, plane);
    },
  };
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
