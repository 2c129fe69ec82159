import { rounded } from '../stage/numbers.js';
/** @import { MatrixData } from '../../../types.js' */

/**
 * Decimals of given numbers that are not whole: enough that results differ by little from those of the exact
 * numbers.
 */
const GIVEN = 3;
/** Decimals of results. */
const RESULT = 2;
/** From here on decimals are no help. */
const LARGE = 1000;

/**
 * What stands in the cells of a matrix, row by row.
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

/** The decimals that all numbers need, at most as many as are given. @param {Float64Array} values */
function decimalsOf(values) {
  let decimals = 0;
  for (const value of values)
    while (decimals < GIVEN && Number(value.toFixed(decimals)) !== value) decimals += 1;
  return decimals;
}
