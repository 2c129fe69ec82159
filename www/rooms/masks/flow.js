/**
 * The bars of a row, as three shapes: the weight that a key had without the mask and still has, what came to
 * it from the removed keys, and what was removed. Each is a path in a box of `width` by `height`. Of more
 * keys than the box is wide several share a bar, which is that of the largest among them: nothing that stands
 * out is lost, and a long row is drawn within a frame.
 *
 * @param {ArrayLike<number>} before - the row's weights without the mask
 * @param {ArrayLike<number>} after - with it
 * @param {{ width: number, height: number, high: number }} box - `high` is the weight that reaches its upper
 *   edge
 * @returns {{ stays: string, gains: string, removed: string }}
 */
export function flow(before, after, { width, height, high }) {
  const shared = Math.ceil(before.length / width);
  const step = (width * shared) / before.length;
  const wide = step > 4 ? step - 1 : step;
  const up = (/** @type {number} */ weight) => height - (high > 0 ? weight / high : 0) * height;
  let [stays, gains, removed] = ['', '', ''];
  for (let place = 0; place * shared < before.length; place += 1) {
    const key = largestIn(before, after, place * shared, Math.min(before.length, (place + 1) * shared));
    const bar = (/** @type {number} */ from, /** @type {number} */ to) =>
      `M${round(place * step)} ${round(up(from))}V${round(up(to))}h${round(wide)}V${round(up(from))}z`;
    const kept = Math.min(before[key], after[key]);
    if (kept > 0) stays += bar(0, kept);
    if (after[key] > kept) gains += bar(kept, after[key]);
    if (before[key] > kept) removed += bar(kept, before[key]);
  }
  return { stays, gains, removed };
}

/**
 * The key with the largest weight of either row.
 *
 * @param {ArrayLike<number>} before
 * @param {ArrayLike<number>} after
 * @param {number} first
 * @param {number} end
 */
function largestIn(before, after, first, end) {
  let found = first;
  for (let key = first + 1; key < end; key += 1) {
    if (Math.max(before[key], after[key]) > Math.max(before[found], after[found])) found = key;
  }
  return found;
}

/** @param {number} pixels */
function round(pixels) {
  return Math.round(pixels * 10) / 10;
}

/**
 * Interpolates between the weights of two rows.
 *
 * @param {ArrayLike<number>} from
 * @param {ArrayLike<number>} to
 * @param {number} share - of the way, 0 to 1
 */
export function between(from, to, share) {
  const eased = 1 - (1 - share) ** 3;
  return Float64Array.from(to, (weight, key) => from[key] + (weight - from[key]) * eased);
}
