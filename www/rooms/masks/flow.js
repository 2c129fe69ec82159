/**
 * Draws the weights of a row as bars, in three SVG paths: what each key keeps of its weight without the mask,
 * what it gains from removed keys, and what is removed. If there are more keys than units of width, several
 * keys share a bar, which shows the largest of them: peaks stay visible, and a long row is drawn within a
 * frame.
 *
 * @param {ArrayLike<number>} before - the row's weights without the mask
 * @param {ArrayLike<number>} after - with it
 * @param {{ width: number, height: number, high: number }} box - `high` is the weight at its upper edge
 * @returns {{ stays: string, gains: string, removed: string }}
 */
export function flow(before, after, { width, height, high }) {
  const shared = Math.ceil(before.length / width);
  const step = (width * shared) / before.length;
  const wide = step > 4 ? step - 1 : step;
  const yOf = (/** @type {number} */ weight) => height - (high > 0 ? weight / high : 0) * height;
  let [stays, gains, removed] = ['', '', ''];
  for (let place = 0; place * shared < before.length; place += 1) {
    const key = largestKey(before, after, place * shared, Math.min(before.length, (place + 1) * shared));
    const bar = (/** @type {number} */ from, /** @type {number} */ to) =>
      `M${round(place * step)} ${round(yOf(from))}V${round(yOf(to))}h${round(wide)}V${round(yOf(from))}z`;
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
 * @param {number} end - exclusive
 */
function largestKey(before, after, first, end) {
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
 * @param {number} share - the progress from 0 to 1, before easing
 */
export function between(from, to, share) {
  const eased = 1 - (1 - share) ** 3;
  return Float64Array.from(to, (weight, key) => from[key] + (weight - from[key]) * eased);
}
