import { element, setText } from '../../../ui/dom.js';
import { apart, frameOf, merged } from './plane.js';
/** @import { MatrixData, Model } from '../../../types.js' */

const SVG = 'http://www.w3.org/2000/svg';
const SIZE = 300;
const MARGIN = 30;

/** The plane of the first two concepts: people and viewers are points, films are directions. */
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
      svg.setAttribute('aria-label', t.figure.plane);
      const flat = matrices.vK.cols < 2 || !lesson.ratings;
      setText(note, flat ? t.figure.planeNeeds : t.figure.plane);
      svg.style.display = flat ? 'none' : '';
      if (!flat) svg.replaceChildren(...drawing(model));
    },
  };
}

/** @param {Model} model */
function drawing({ matrices, lesson, t }) {
  const people = points(matrices.rowConcepts, lesson.ratings?.people ?? []);
  const viewers = matrices.viewerConcepts
    ? points(matrices.viewerConcepts, lesson.ratings?.newViewers ?? [])
    : [];
  const frame = frameOf([...people, ...viewers], SIZE, MARGIN);
  const origin = frame.place({ x: 0, y: 0 });
  // A film is a vector of length 1 at most. The vectors are enlarged, so that they can be compared with the
  // people.
  const films = points(matrices.vK, lesson.ratings?.films ?? []).map((film) => ({
    ...film,
    x: film.x * frame.reach,
    y: film.y * frame.reach,
  }));
  const ends = merged(films.map((film) => ({ ...frame.place(film), label: film.label })));
  const dots = merged(people.map((person) => ({ ...frame.place(person), label: person.label })));
  const stars = merged(viewers.map((viewer) => ({ ...frame.place(viewer), label: viewer.label })));
  const labels = apart(
    [
      ...stars.map((each) => ({ ...each, kind: 'viewer' })),
      ...dots.map((each) => ({ ...each, kind: 'person' })),
      ...ends.map((each) => ({ ...each, kind: 'film' })),
    ],
    SIZE,
  );
  return [
    shape('line', { class: 'axis', x1: 4, y1: origin.y, x2: SIZE - 4, y2: origin.y }),
    shape('line', { class: 'axis', x1: origin.x, y1: 4, x2: origin.x, y2: SIZE - 4 }),
    shape(
      'text',
      { class: 'axis-name', x: 4, y: Math.min(SIZE - 4, origin.y + 13) },
      `← ${t.figure.inspector.concept(1)} →`,
    ),
    shape('text', { class: 'axis-name', x: 4, y: 12 }, `↑ ${t.figure.inspector.concept(2)}`),
    ...ends.map(({ x, y }) => shape('line', { class: 'film', x1: origin.x, y1: origin.y, x2: x, y2: y })),
    ...dots.map(({ x, y }) => shape('circle', { class: 'person', cx: x, cy: y, r: 3.5 })),
    ...stars.map(({ x, y }) => shape('circle', { class: 'viewer', cx: x, cy: y, r: 5 })),
    ...labels.map(({ x, y, label, kind, anchor }) =>
      shape('text', { class: `${kind}-name`, x, y, 'text-anchor': anchor }, label),
    ),
  ];
}

/** @param {MatrixData} matrix @param {string[]} labels */
function points({ rows, cols, data }, labels) {
  return Array.from({ length: rows }, (_, row) => ({
    x: data[row * cols],
    y: data[row * cols + 1],
    label: labels[row] ?? '',
  }));
}

/**
 * Creates an SVG element.
 *
 * @param {string} tag @param {Record<string, string | number>} attributes @param {string} [text]
 */
export function shape(tag, attributes, text) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  if (text !== undefined) made.textContent = text;
  return made;
}
