/**
 * The form of a word after a count, in English, Spanish and Portuguese.
 *
 * @param {number | string} count
 * @param {string} one
 * @param {string} other
 */
export function plural(count, one, other) {
  return Number(count) === 1 ? one : other;
}

/**
 * A count and its noun: "1 head", "12 heads".
 *
 * @param {number | string} count
 * @param {string} one
 * @param {string} other
 */
export function counted(count, one, other) {
  return `${count} ${plural(count, one, other)}`;
}
