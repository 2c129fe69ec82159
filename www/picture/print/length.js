/** Lengths of figures for print, in points: 1 inch is 72 points, and 25.4 mm. */

/** Points in a unit. */
export const POINTS = Object.freeze({ mm: 72 / 25.4, in: 72, pt: 1 });

/** @typedef {keyof typeof POINTS} Unit */

/** The range of the width of a figure, in points: 10 mm to 1 m. */
export const WIDTHS = Object.freeze({ least: 10 * POINTS.mm, most: 1000 * POINTS.mm });
/** The range of the size of type, in points. */
export const SIZES = Object.freeze({ least: 3, most: 72 });
/** The range of the resolution of a PNG, in dots per inch. */
export const RESOLUTIONS = Object.freeze({ least: 30, most: 2400 });

const LENGTH = /^(\d{1,6}(?:[.,]\d{1,6})?)\s*(mm|in|pt)?$/i;

/**
 * A length in points.
 *
 * @param {string} text - such as `84mm`, `3.3 in` or `84`
 * @param {Unit} [unit] - of a number alone
 * @returns {number | null} null if it is no length
 */
export function pointsIn(text, unit = 'mm') {
  const [, number, own] = LENGTH.exec(text.trim()) ?? [];
  if (number === undefined) return null;
  return Number(number.replace(',', '.')) * POINTS[/** @type {Unit} */ (own?.toLowerCase() ?? unit)];
}

/**
 * Whether a number is in a range.
 *
 * @param {number | null} number
 * @param {{ least: number, most: number }} range
 */
export const isWithin = (number, { least, most }) =>
  // Half a thousandth, because 10 mm are no whole number of points.
  number !== null && number >= least - 5e-4 && number <= most + 5e-4;

/** A length in a unit, with at most two decimals. @param {number} points @param {Unit} unit */
export const lengthIn = (points, unit) => Math.round((100 * points) / POINTS[unit]) / 100;
