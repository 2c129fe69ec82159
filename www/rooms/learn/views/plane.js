/** @typedef {{ x: number, y: number, label: string }} Point */

/**
 * Maps points to a square of pixels. Both axes have the same scale, so that angles are preserved, and the
 * origin is visible.
 *
 * @param {{ x: number, y: number }[]} points
 * @param {number} size - of the square, pixels
 * @param {number} margin
 */
export function frameOf(points, size, margin) {
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
export function merged(points) {
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
export function apart(points, size) {
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
