import { rounded } from '../stage/numbers.js';
/** @import { MatrixData } from '../../../types.js' */

/** The maximum number of decimals of given numbers. Results then differ little from the exact ones. */
const GIVEN = 3;
/** Decimals of results. */
const RESULT = 2;
/** Matrices with a number of this size are rounded to whole numbers. */
const LARGE = 1000;

/**
 * The texts of the cells of a matrix, row by row.
 *
 * @param {MatrixData} matrix
 * @param {boolean} isGiven
 */
export function textsOf({ data }, isGiven) {
  const finite = data.filter(Number.isFinite);
  const isWhole = finite.every(Number.isInteger) || finite.some((value) => Math.abs(value) >= LARGE);
  const decimals = isWhole ? 0 : isGiven ? Math.min(GIVEN, decimalsOf(finite)) : RESULT;
  return Array.from(data, (value) => rounded(value, decimals));
}

/** The decimals that represent all numbers exactly, at most GIVEN. @param {Float64Array} values */
function decimalsOf(values) {
  let decimals = 0;
  for (const value of values)
    while (decimals < GIVEN && Number(value.toFixed(decimals)) !== value) decimals += 1;
  return decimals;
}
