import { element, setText } from './dom.js';
/** @import { MatrixData, Model } from '../types.js' */

const SVG = 'http://www.w3.org/2000/svg';
const SIZE = 300;
const MARGIN = 34;

/** Films are directions of length at most 1. Drawn at this share of the plane they can be read beside the people. */
const FILM_REACH = 0.8;

/** The concept plane: people and viewers as points, films as directions, on the first two concepts. */
export function planeView() {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', `0 0 ${SIZE} ${SIZE}`);
  svg.setAttribute('role', 'img');
  const note = element('p', { class: 'note' });
  const node = element('figure', { class: 'plane' });
  node.append(svg, note);

  return {
    node,
    /** @param {Model} model */
    update(model) {
      const { matrices, lesson, t } = model;
      const { rowConcepts, vK, viewerConcepts } = matrices;
      svg.setAttribute('aria-label', t.figure.plane);
      const flat = !rowConcepts || rowConcepts.cols < 2;
      setText(note, flat ? t.figure.planeNeeds : t.figure.plane);
      svg.toggleAttribute('hidden', flat);
      svg.style.display = flat ? 'none' : '';
      if (flat || !lesson.ratings) return;
      const reach = Math.max(1e-9, largest(rowConcepts), viewerConcepts ? largest(viewerConcepts) : 0);
      const place = (/** @type {number} */ x, /** @type {number} */ y) => at(x / reach, y / reach);
      svg.replaceChildren(
        ...axes(t.figure.inspector.concept),
        ...rows(vK).flatMap(([x, y], film) => direction(at(x * FILM_REACH, y * FILM_REACH), lesson.ratings?.films[film] ?? '')),
        ...rows(rowConcepts).flatMap(([x, y], person) => point(place(x, y), lesson.ratings?.people[person] ?? '', 'person')),
        ...(viewerConcepts ? rows(viewerConcepts) : []).flatMap(([x, y], viewer) => point(place(x, y), lesson.ratings?.newViewers[viewer] ?? '', 'viewer')),
      );
    },
  };
}

/** Concept 1 across, concept 2 up, both from −1 to 1. @param {number} x @param {number} y */
function at(x, y) {
  const half = SIZE / 2 - MARGIN;
  return { x: SIZE / 2 + x * half, y: SIZE / 2 - y * half };
}

/** @param {MatrixData} matrix */
function rows({ rows: count, cols, data }) {
  return Array.from({ length: count }, (_, row) => [data[row * cols], data[row * cols + 1]]);
}

/** @param {MatrixData} matrix */
function largest(matrix) {
  return Math.max(...rows(matrix).flat().map(Math.abs));
}

/** @param {string} tag @param {Record<string, string | number>} attributes @param {string} [text] */
function shape(tag, attributes, text) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  if (text !== undefined) made.textContent = text;
  return made;
}

/** @param {(n: number) => string} name */
function axes(name) {
  const middle = SIZE / 2;
  return [
    shape('line', { class: 'axis', x1: MARGIN / 2, y1: middle, x2: SIZE - MARGIN / 2, y2: middle }),
    shape('line', { class: 'axis', x1: middle, y1: MARGIN / 2, x2: middle, y2: SIZE - MARGIN / 2 }),
    shape('text', { class: 'axis-name', x: SIZE - 4, y: middle - 5, 'text-anchor': 'end' }, name(1)),
    shape('text', { class: 'axis-name', x: middle + 5, y: 11 }, name(2)),
  ];
}

/** @param {{ x: number, y: number }} end @param {string} label */
function direction({ x, y }, label) {
  const middle = SIZE / 2;
  return [
    shape('line', { class: 'film', x1: middle, y1: middle, x2: x, y2: y }),
    shape('text', { class: 'film-name', x: x + (x < middle ? -3 : 3), y: y - 3, 'text-anchor': x < middle ? 'end' : 'start' }, label),
  ];
}

/** @param {{ x: number, y: number }} place @param {string} label @param {string} kind */
function point({ x, y }, label, kind) {
  return [
    shape('circle', { class: kind, cx: x, cy: y, r: kind === 'viewer' ? 5 : 3.5 }),
    shape('text', { class: `${kind}-name`, x: x + 7, y: y + 4 }, label),
  ];
}
