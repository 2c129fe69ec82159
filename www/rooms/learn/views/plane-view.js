import { html } from '../../../ui/html.js';
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

/** @typedef {{ x: number, y: number, label: string }} Point */

/**
 * Maps points to a square of pixels. Both axes have the same scale, so that angles are preserved, and the
 * origin is visible.
 *
 * @param {{ x: number, y: number }[]} points
 * @param {number} size - of the square, pixels
 * @param {number} margin
 */
function frameOf(points, size, margin) {
  const xs = [0, ...points.map(({ x }) => x)];
  const ys = [0, ...points.map(({ y }) => y)];
  const [left, right, low, high] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const extent = Math.max(right - left, high - low, 1e-9);
  const unit = (size - 2 * margin) / extent;
  const shift = { x: (size - (right - left) * unit) / 2, y: (size - (high - low) * unit) / 2 };
  /** @param {{ x: number, y: number }} point */
  const place = ({ x, y }) => ({ x: shift.x + (x - left) * unit, y: size - shift.y - (y - low) * unit });
  return { place, reach: extent * 0.75 };
}

/** The distance below which points cannot be distinguished, in pixels. */
const NEAR = 6;

/**
 * Merges points at the same place into one with all their labels.
 *
 * @param {Point[]} points - in pixels
 * @returns {Point[]}
 */
function merged(points) {
  /** @type {Point[]} */
  const out = [];
  for (const point of points) {
    const same = out.find(({ x, y }) => Math.hypot(x - point.x, y - point.y) < NEAR);
    if (same) same.label = `${same.label}, ${point.label}`;
    else out.push({ ...point });
  }
  return out;
}

/** The approximate width and height of a letter, in pixels. */
const LETTER = 6;
const LINE = 12;

/**
 * Places labels beside their points, moved up or down so that they do not overlap. Earlier points have
 * priority.
 *
 * @param {(Point & { kind: string })[]} points
 * @param {number} size - of the square; a label that would leave it is on the other side of its point
 */
function apart(points, size) {
  /** @type {{ left: number, right: number, y: number }[]} */
  const taken = [];
  return points.map((point) => {
    const width = point.label.length * LETTER;
    const flipped = point.x + 8 + width > size;
    const left = flipped ? point.x - 8 - width : point.x + 8;
    const free = (/** @type {number} */ y) =>
      taken.every(
        (other) => Math.abs(other.y - y) >= LINE || other.right < left || other.left > left + width,
      );
    const y =
      [0, -1, 1, -2, 2, -3, 3, -4, 4].map((lines) => point.y + 4 + lines * LINE).find(free) ?? point.y + 4;
    taken.push({ left, right: left + width, y });
    return { ...point, x: flipped ? point.x - 8 : point.x + 8, y, anchor: flipped ? 'end' : 'start' };
  });
}
