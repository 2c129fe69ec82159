/**
 * The bars of a row, as three shapes: the weight that a key had without the mask and still has, what came to it from the removed keys, and what was
 * removed. Each is a path in a box of `width` by `height`.
 *
 * @param {ArrayLike<number>} before - the row's weights without the mask
 * @param {ArrayLike<number>} after - with it
 * @param {{ width: number, height: number, high: number }} box - `high` is the weight that reaches its upper edge
 * @returns {{ stays: string, gains: string, removed: string }}
 */
export function flow(before, after, { width, height, high }) {
  const step = width / before.length;
  const wide = step > 4 ? step - 1 : step;
  const up = (/** @type {number} */ weight) => height - (high > 0 ? weight / high : 0) * height;
  let [stays, gains, removed] = ['', '', ''];
  for (let key = 0; key < before.length; key += 1) {
    const bar = (/** @type {number} */ from, /** @type {number} */ to) => `M${round(key * step)} ${round(up(from))}V${round(up(to))}h${round(wide)}V${round(up(from))}z`;
    const kept = Math.min(before[key], after[key]);
    if (kept > 0) stays += bar(0, kept);
    if (after[key] > kept) gains += bar(kept, after[key]);
    if (before[key] > kept) removed += bar(kept, before[key]);
  }
  return { stays, gains, removed };
}

/** @param {number} pixels */
function round(pixels) {
  return Math.round(pixels * 10) / 10;
}

/**
 * Weights on their way from one row to another.
 *
 * @param {ArrayLike<number>} from
 * @param {ArrayLike<number>} to
 * @param {number} share - of the way, 0 to 1
 */
export function between(from, to, share) {
  const eased = 1 - (1 - share) ** 3;
  return Float64Array.from(to, (weight, key) => from[key] + (weight - from[key]) * eased);
}
