import { fixed } from '../../../format/decimal.js';
import { number } from '../../../format/display.js';
import { baseOf } from '../../../figure/heads.js';
import { cellStates, BLANK, MASKED } from '../../../figure/reveal.js';
/** @import { MatrixData, Model } from '../../../types.js' */

/** Decimals of numbers that are not whole. */
const DECIMALS = 2;
/** From here on decimals are no help: so many digits before the point say enough. */
const LARGE = 1000;
/** Decimals in a sum, which is there to be checked. */
const IN_SUM = 2;

/** From here on one decimal is enough where there is no room for two, and then none. */
const TENS = 10;
const HUNDREDS = 100;

/**
 * How precise the numbers of a matrix are: where there is no room, large ones have fewer decimals (`short`);
 * on a phone, all have one at most (`least`).
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
 * A number with so many decimals. There is no negative zero.
 *
 * @param {number} value @param {number} decimals
 */
export function rounded(value, decimals) {
  if (!Number.isFinite(value)) return number(value, 0);
  const text = fixed(Math.abs(value), decimals);
  return value < 0 && /[1-9]/.test(text) ? `−${text}` : text;
}

/**
 * The rounded numbers of a matrix, by how they are rounded: a motion needs them in every frame.
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
 * What stands in the cells of a matrix on the stage, row by row, in a new list.
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
 * A number in a sum: as few decimals as let it be checked by eye.
 *
 * @param {Model['state']} state @param {number} value
 */
export function inLine({ digits }, value) {
  const text = number(value, typeof digits === 'number' ? digits : IN_SUM);
  // An exponent in a sum stops the reader: what is that small shows as many zeros.
  return text.includes('e−') && typeof digits !== 'number' ? rounded(value, IN_SUM + 1) : text;
}

/**
 * A factor or a term: negative ones stand in parentheses.
 *
 * @param {Model['state']} state @param {number} value
 */
export function factor(state, value) {
  const text = inLine(state, value);
  return text.startsWith('−') ? `(${text})` : text;
}
