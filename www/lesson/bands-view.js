import { bandsOf, cellHeight, cellWidth, columnWidths, wideEnough } from '../figure/layout.js';
import { element, setText } from './dom.js';
import { mapView } from './map-view.js';
import { marksOf } from './marks.js';
/** @import { Cell, Model } from '../types.js' */
/** @import { MapActions } from './map-view.js' */

/** Between two matrices, in CSS pixels. */
const GAP = 18;

/** What stands above the bands: the head of a page, the title, the steps and their text. */
const ABOVE = 228;

/**
 * The seven steps as two bands of matrices.
 *
 * @param {MapActions} actions
 * @param {{ node: HTMLElement, update: (model: Model) => void }} queries - the control over which queries are shown; it stands in the last band's head
 */
export function bandsView(actions, queries) {
  const node = element('div', { class: 'bands' });
  const note = element('p', { class: 'note', role: 'status' });
  const figures = element('p', { class: 'figures' });
  /** @type {Map<string, ReturnType<typeof mapView>>} */
  const maps = new Map();
  /** @type {{ heading: HTMLElement, name: string }[]} */
  let headings = [];
  let built = '';

  /** @param {ReturnType<typeof bandsOf>} bands */
  function build(bands) {
    maps.clear();
    headings = [];
    const sections = bands.map((band) => {
      const heading = element('h3');
      headings.push({ heading, name: band.name });
      const grid = element('div', { class: 'grid' });
      for (const place of band.places) {
        const view = mapView(place.matrix, actions);
        view.node.style.gridRow = String(place.row);
        view.node.style.gridColumn = String(place.column);
        maps.set(place.id, view);
        grid.append(view.node);
      }
      const head = element('div', { class: 'head' }, heading, band.name === 'attend' ? queries.node : null);
      const scroller = element('div', { class: 'scroller' }, grid);
      return element('section', { class: `band ${band.name}` }, head, scroller, ...(band.name === 'attend' ? [note, figures] : []));
    });
    node.replaceChildren(...sections);
  }

  return {
    node,
    /** @param {Model} model @param {Cell | null} looked - the cell that is looked at */
    update(model, looked) {
      const bands = bandsOf(model.lesson, model.graph);
      const now = bands.flatMap(({ places }) => places.map(({ id }) => id)).join();
      if (now !== built) build(bands);
      built = now;
      const width = wideEnough(model.state.digits, cellWidth(bands, model, roomIn(node), GAP, labelRoom(model)));
      const height = cellHeight(bands, model, innerHeight - ABOVE);
      const marks = marksOf(model, looked);
      for (const band of bands) {
        const widths = columnWidths(band, model, width);
        for (const { id, matrix, row, column } of band.places) {
          const rowLabels = (row === 2 && column === 1) || (matrix === 'v' && row === 1);
          maps.get(id)?.update(model, { cellWidth: widths[column - 1], cellHeight: height, rowLabels, cursor: model.state.cursor, marks: marks[matrix] ?? [] });
        }
      }
      node.classList.toggle('tables', model.state.tables === 'all');
      for (const { heading, name } of headings) setText(heading, model.t.figure.bands[/** @type {'embed'} */ (name)]);
      queries.update(model);
      setText(note, noteOf(model));
      note.hidden = note.textContent === '';
      setText(figures, variances(model));
    },
  };
}

/** @param {HTMLElement} node */
function roomIn(node) {
  return (node.clientWidth || 1000) - 38;
}

/** Row labels stand beside the first matrix and beside V above. @param {Model} model */
function labelRoom({ lesson }) {
  const longest = Math.max(...lesson.tokens.map((token) => token.length));
  return Math.min(124, 18 + longest * 6.2) * 2;
}

/** What went wrong, in words, when a switch stands where people commonly err. @param {Model} model */
function noteOf({ switches, matrices, t }) {
  if (matrices.weights.data.some(Number.isNaN)) return matrices.scaled.data.every(Number.isFinite) ? t.figure.naive : t.figure.inspector.notFinite;
  return switches.softmaxAxis === 'rows' ? '' : t.figure.wrongAxis[switches.softmaxAxis];
}

/** Every digit where the notebook printed them all. @param {Model} model */
function variances({ lesson, variance, t }) {
  const names = /** @type {const} */ (['q', 'k', 'scores', 'scaled']);
  const texts = names.map((name) => `${t.figure.variances[name]} ${lesson.variances ? variance[name] : Number(variance[name].toPrecision(4))}`);
  return `${t.figure.variance}: ${texts.join(' · ')}`;
}
