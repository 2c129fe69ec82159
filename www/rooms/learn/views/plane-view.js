import { html } from '../../../ui/html.js';
import { apart, frameOf, merged } from './plane.js';
/** @import { MatrixData, Model } from '../../../types.js' */

/** The size of the drawing and its margin, in CSS pixels. */
const SIZE = 300;
const MARGIN = 30;

/**
 * The plane of the first two concepts: people and viewers are points, films are directions.
 *
 * @param {{ model: Model }} props
 */
export function Plane({ model }) {
  const { matrices, lesson, t } = model;
  const hasPlane = matrices.vK.cols >= 2 && lesson.ratings !== null;
  return html`<figure class="plane">
    ${hasPlane && html`<${Drawing} model=${model} />`}
    <p class="note">${hasPlane ? t.figure.plane : t.figure.planeNeeds}</p>
  </figure>`;
}

/** @param {{ model: Model }} props */
function Drawing({ model: { matrices, lesson, t } }) {
  const people = points(matrices.rowConcepts, lesson.ratings?.people ?? []);
  const viewers = matrices.viewerConcepts
    ? points(matrices.viewerConcepts, lesson.ratings?.newViewers ?? [])
    : [];
  const frame = frameOf([...people, ...viewers], SIZE, MARGIN);
  const origin = frame.place({ x: 0, y: 0 });
  // A film is a vector of length 1 at most. The vectors are enlarged, so that they can be compared with the
  // people.
  const films = points(matrices.vK, lesson.ratings?.films ?? []).map(({ x, y, label }) => ({
    x: x * frame.reach,
    y: y * frame.reach,
    label,
  }));
  /** @param {ReturnType<typeof points>} found */
  const placed = (found) => merged(found.map((point) => ({ ...frame.place(point), label: point.label })));
  const [ends, dots, stars] = [placed(films), placed(people), placed(viewers)];
  const labels = apart(
    [
      ...stars.map((each) => ({ ...each, kind: 'viewer' })),
      ...dots.map((each) => ({ ...each, kind: 'person' })),
      ...ends.map((each) => ({ ...each, kind: 'film' })),
    ],
    SIZE,
  );
  const { concept } = t.figure.inspector;
  return html`<svg viewBox=${`0 0 ${SIZE} ${SIZE}`} role="img" aria-label=${t.figure.plane}>
    <line class="axis" x1="4" y1=${origin.y} x2=${SIZE - 4} y2=${origin.y} />
    <line class="axis" x1=${origin.x} y1="4" x2=${origin.x} y2=${SIZE - 4} />
    <text class="axis-name" x="4" y=${Math.min(SIZE - 4, origin.y + 13)}>${`← ${concept({ n: 1 })} →`}</text>
    <text class="axis-name" x="4" y="12">${`↑ ${concept({ n: 2 })}`}</text>
    ${ends.map(({ x, y }) => html`<line class="film" x1=${origin.x} y1=${origin.y} x2=${x} y2=${y} />`)}
    ${dots.map(({ x, y }) => html`<circle class="person" cx=${x} cy=${y} r="3.5" />`)}
    ${stars.map(({ x, y }) => html`<circle class="viewer" cx=${x} cy=${y} r="5" />`)}
    ${labels.map(
      ({ x, y, label, kind, anchor }) =>
        html`<text class=${`${kind}-name`} x=${x} y=${y} text-anchor=${anchor}>${label}</text>`,
    )}
  </svg>`;
}

/** @param {MatrixData} matrix @param {string[]} labels */
function points({ rows, cols, data }, labels) {
  return Array.from({ length: rows }, (_, row) => ({
    x: data[row * cols],
    y: data[row * cols + 1],
    label: labels[row] ?? '',
  }));
}
