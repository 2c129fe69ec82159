import { fixed } from '../../format/decimal.js';
import { number } from '../../format/display.js';
import { inSum } from '../../figure/digits.js';
import { baseOf } from '../../figure/heads.js';
import { cellStates, BLANK, MASKED } from '../../figure/reveal.js';
/** @import { MatrixData, Model } from '../../types.js' */

/** Decimals of numbers that are not whole. */
const DECIMALS = 2;
/** Larger numbers have no decimals. */
const LARGE = 1000;
/** Decimals in a sum. */
const IN_SUM = 2;

/** In short form, larger numbers have one decimal, or none. */
const TENS = 10;
const HUNDREDS = 100;

/**
 * The precision of the numbers of a matrix. In narrow cells, large numbers have fewer decimals (`short`). On
 * a phone, all numbers may have one decimal at most (`least`).
 *
 * @typedef {'full' | 'short' | 'least'} Precision
 */

/**
 * How many decimals the cells of a matrix show: none if all of its numbers are whole.
 *
 * @param {Model['state']} state @param {MatrixData} matrix @param {Precision} precision
 */
function decimalsOf({ digits }, { data }, precision) {
  if (typeof digits === 'number') return digits;
  if (data.every((value) => Number.isInteger(value) || !Number.isFinite(value))) return 0;
  const reaches = (/** @type {number} */ size) =>
    data.some((value) => Number.isFinite(value) && Math.abs(value) >= size);
  if (reaches(LARGE)) return 0;
  if (precision === 'full' || (precision === 'short' && !reaches(TENS))) return DECIMALS;
  return reaches(HUNDREDS) ? 0 : DECIMALS - 1;
}

/**
 * Formats a number with a fixed number of decimals, without negative zero.
 *
 * @param {number} value @param {number} decimals
 */
export function rounded(value, decimals) {
  if (!Number.isFinite(value)) return number(value, 0);
  const text = fixed(Math.abs(value), decimals);
  return value < 0 && /[1-9]/.test(text) ? `−${text}` : text;
}

/**
 * Cache of rounded numbers by matrix and rounding, because a motion needs them in every frame.
 *
 * @type {WeakMap<MatrixData, Map<string, string[]>>}
 */
const known = new WeakMap();

/** @param {Model['state']} state @param {MatrixData} matrix @param {Precision} precision @returns {string[]} */
function roundedIn(state, matrix, precision) {
  const before = known.get(matrix) ?? new Map();
  known.set(matrix, before);
  const how = `${state.digits} ${precision}`;
  const found = before.get(how);
  if (found) return found;
  const decimals = decimalsOf(state, matrix, precision);
  const texts = Array.from(matrix.data, (value) => rounded(value, decimals));
  before.set(how, texts);
  return texts;
}

/**
 * The texts in the cells of a matrix on the stage, row by row, as a new array.
 *
 * @param {Model} model
 * @param {string} id
 * @param {MatrixData} matrix - the matrix, or the part of it that is shown
 * @param {Precision} [precision]
 * @returns {string[]}
 */
export function textsOf(model, id, matrix, precision = 'full') {
  const texts = roundedIn(model.state, matrix, precision);
  const states = matrix === model.matrices[id] ? cellStates(model, id) : null;
  return texts.map((text, cell) => {
    if (states?.[cell] === BLANK) return '';
    if (states?.[cell] === MASKED) return ['additive', 'masked'].includes(baseOf(id)) ? '−∞' : '';
    return text;
  });
}

/**
 * Formats a number in a sum, with few decimals so that the sum can be checked by eye.
 *
 * @param {Model['state']} state @param {number} value
 */
export function inLine({ digits }, value) {
  const text = number(value, typeof digits === 'number' ? digits : IN_SUM);
  // Exponents are hard to read in a sum, so tiny numbers are rounded to zeros.
  return text.includes('e−') && typeof digits !== 'number' ? rounded(value, IN_SUM + 1) : text;
}

/**
 * The number that a sum shows.
 *
 * @param {Model['state']} state @param {number} value
 */
export const asShown = (state, value) =>
  Number.isFinite(value) ? Number(inLine(state, value).replace('−', '-')) : value;

/** A negative number in parentheses, as a factor or a term. @param {string} text */
const inParentheses = (text) => (text.startsWith('−') ? `(${text})` : text);

/**
 * Formats a factor or a term of a sum below a step.
 *
 * @param {Model['state']} state @param {number} value
 */
export const factor = (state, value) => inParentheses(inLine(state, value));

/**
 * Formats a factor or a term of an explanation, with more digits.
 *
 * @param {Model} model @param {number} value
 */
export const term = ({ state }, value) => inParentheses(inSum(state, value));

/**
 * The maximum number of decimals of given numbers on a worksheet. Results then differ little from the exact
 * ones.
 */
const GIVEN = 3;

/**
 * The texts of the cells of a matrix on a worksheet, row by row.
 *
 * @param {MatrixData} matrix
 * @param {boolean} isGiven
 */
export function worksheetTexts({ data }, isGiven) {
  const finite = data.filter(Number.isFinite);
  const isWhole = finite.every(Number.isInteger) || finite.some((value) => Math.abs(value) >= LARGE);
  const decimals = isWhole ? 0 : isGiven ? Math.min(GIVEN, exactDecimals(finite)) : DECIMALS;
  return Array.from(data, (value) => rounded(value, decimals));
}

/** The decimals that represent all numbers exactly, at most GIVEN. @param {Float64Array} values */
function exactDecimals(values) {
  let decimals = 0;
  for (const value of values)
    while (decimals < GIVEN && Number(value.toFixed(decimals)) !== value) decimals += 1;
  return decimals;
}
