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

/** How many decimals the cells of a matrix show: none if all of its numbers are whole. @param {Model['state']} state @param {MatrixData} matrix */
function decimalsOf({ digits }, { data }) {
  if (typeof digits === 'number') return digits;
  if (data.every((value) => Number.isInteger(value) || !Number.isFinite(value))) return 0;
  return data.some((value) => Number.isFinite(value) && Math.abs(value) >= LARGE) ? 0 : DECIMALS;
}

/** A number with so many decimals. There is no negative zero. @param {number} value @param {number} decimals */
export function rounded(value, decimals) {
  if (!Number.isFinite(value)) return number(value, 0);
  const text = fixed(Math.abs(value), decimals);
  return value < 0 && /[1-9]/.test(text) ? `−${text}` : text;
}

/** The rounded numbers of a matrix, by how they are rounded: a motion needs them in every frame. @type {WeakMap<MatrixData, { digits: unknown, texts: string[] }>} */
const known = new WeakMap();

/** @param {Model['state']} state @param {MatrixData} matrix */
function roundedIn(state, matrix) {
  const before = known.get(matrix);
  if (before?.digits === state.digits) return before.texts;
  const decimals = decimalsOf(state, matrix);
  const texts = Array.from(matrix.data, (value) => rounded(value, decimals));
  known.set(matrix, { digits: state.digits, texts });
  return texts;
}

/**
 * What stands in the cells of a matrix on the stage, row by row, in a new list.
 *
 * @param {Model} model
 * @param {string} id
 * @param {MatrixData} matrix - the matrix, or the part of it that is shown
 */
export function textsOf(model, id, matrix) {
  const texts = roundedIn(model.state, matrix);
  const states = matrix === model.matrices[id] ? cellStates(model, id) : null;
  return texts.map((text, cell) => {
    if (states?.[cell] === BLANK) return '';
    if (states?.[cell] === MASKED) return ['additive', 'masked'].includes(baseOf(id)) ? '−∞' : '';
    return text;
  });
}

/** A number in a sum: as few decimals as let it be checked by eye. @param {Model['state']} state @param {number} value */
export function inLine({ digits }, value) {
  const text = number(value, typeof digits === 'number' ? digits : IN_SUM);
  // An exponent in a sum stops the reader: what is that small shows as many zeros.
  return text.includes('e−') && typeof digits !== 'number' ? rounded(value, IN_SUM + 1) : text;
}

/** A factor or a term: negative ones stand in parentheses. @param {Model['state']} state @param {number} value */
export function factor(state, value) {
  const text = inLine(state, value);
  return text.startsWith('−') ? `(${text})` : text;
}
