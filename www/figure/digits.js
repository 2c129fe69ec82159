import { cellText, number } from '../format/display.js';
import { printMatrix, repr } from '../format/numpy.js';
import { isOfConcepts } from './matrices.js';
import { BLANK, cellStates } from './reveal.js';
/** @import { Lesson, MatrixData, Model, PrintOptions, State } from '../types.js' */

/**
 * The print options of the notebook for a matrix. Concepts have their own.
 *
 * @param {Lesson} lesson
 * @param {string} id
 * @returns {PrintOptions}
 */
function printOptions(lesson, id) {
  return lesson.ratings && isOfConcepts(id) ? lesson.ratings.print : lesson.print;
}

/**
 * The digits of a matrix in its table: as the notebook printed them, or the number that the reader chose.
 * Hidden cells are empty and do not affect the format of the others: a single query is printed as the
 * notebook printed it.
 *
 * @param {Pick<Model, 'state' | 'lesson' | 'matrices' | 'switches'>} model
 * @param {string} id
 * @returns {string[]} row-major
 */
export function tableTexts(model, id) {
  const { state, lesson, matrices } = model;
  const { rows, cols, data } = matrices[id];
  const states = cellStates(model, id);
  const shown = Array.from({ length: rows }, (_, row) => row).filter((row) => states[row * cols] !== BLANK);
  const part = {
    rows: shown.length,
    cols,
    data: Float64Array.from(shown.flatMap((row) => Array.from(data.subarray(row * cols, (row + 1) * cols)))),
  };
  const texts = printed(state, lesson, id, part);
  const out = new Array(rows * cols).fill('');
  shown.forEach((row, place) =>
    out.splice(row * cols, cols, ...texts.slice(place * cols, (place + 1) * cols)),
  );
  return out;
}

/**
 * @param {State} state
 * @param {Lesson} lesson
 * @param {string} id
 * @param {MatrixData} matrix
 * @returns {string[]}
 */
function printed({ digits }, lesson, id, matrix) {
  if (digits === 'full') return Array.from(matrix.data, repr).map(plainInfinity);
  // Tables use NumPy's minus sign.
  if (digits !== 'auto') return Array.from(matrix.data, (value) => fixed(digits)(value).replace('−', '-'));
  // NumPy prints whole floats with a trailing point, which is removed here.
  return printMatrix(matrix, printOptions(lesson, id))
    .flat()
    .map((text) => plainInfinity(text.replace(/\.$/, '')));
}

/**
 * The digits in the cells if the reader chose a number of decimals. Otherwise the cells show what fits.
 *
 * @param {State} state
 * @param {MatrixData} matrix
 * @returns {string[] | undefined}
 */
export function cellTexts({ digits }, matrix) {
  if (digits === 'auto') return undefined;
  return Array.from(matrix.data, digits === 'full' ? (value) => plainInfinity(repr(value)) : fixed(digits));
}

/**
 * A number in a sentence or a sum.
 *
 * @param {State} state
 * @param {number} value
 */
export function inSum({ digits }, value) {
  if (digits === 'full') return plainInfinity(repr(value)).replace('-', '−');
  return number(value, digits === 'auto' ? 4 : digits);
}

/** @param {number} decimals @returns {(value: number) => string} */
function fixed(decimals) {
  return (value) => cellText(value, decimals);
}

/** @param {string} text */
function plainInfinity(text) {
  return text.replace('inf', '∞').replace('nan', 'NaN').replace('-∞', '−∞');
}
