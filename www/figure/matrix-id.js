/**
 * The ids of matrices. The id of a matrix of one head ends with the number of the head: `weights2` belongs to
 * the second query head, `k1` to the first key-value head. Links and attributes contain these ids.
 */

/**
 * The id of a matrix of one head.
 *
 * @param {string} base
 * @param {number | null} head - counted from 0; null for the matrix of all heads, or of the only one
 */
export function ofHead(base, head) {
  return head === null ? base : `${base}${head + 1}`;
}

/** The id without the head. @param {string} id */
export function baseOf(id) {
  return id.replace(/\d$/, '');
}

/** The head of a matrix, counted from 0, or null. @param {string} id @returns {number | null} */
export function headOf(id) {
  const digit = /\d$/.exec(id);
  return digit ? Number(digit[0]) - 1 : null;
}
