import { allDigits, plainInfinity } from '../format/cell-text.js';
import { cellText, number } from '../format/display.js';
import { printMatrix } from '../format/numpy.js';
import { isOfConcepts } from './matrices.js';
import { BLANK, cellStates } from './reveal.js';
/** @import { Lesson, MatrixData, Model, PrintOptions, State } from '../types.js' */

/**
 * NumPy's print options in the notebook. Those for concepts are different.
 *
 * @param {Lesson} lesson
 * @param {string} id
 * @returns {PrintOptions}
 */
function printOptions(lesson, id) {
  return lesson.ratings && isOfConcepts(id) ? lesson.ratings.print : lesson.print;
}

/**
 * The texts of a matrix in its table: as the notebook printed them, or with the decimals that the reader
 * chose. Hidden rows are empty and do not affect the format of the others, so that a single query is printed
 * as in the notebook.
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
  const numbers = shown.flatMap((row) => Array.from(data.subarray(row * cols, (row + 1) * cols)));
  const part = { rows: shown.length, cols, data: Float64Array.from(numbers) };
  const partTexts = printed(state, lesson, id, part);
  const texts = new Array(rows * cols).fill('');
  shown.forEach((row, index) =>
    texts.splice(row * cols, cols, ...partTexts.slice(index * cols, (index + 1) * cols)),
  );
  return texts;
}

/**
 * @param {State} state
 * @param {Lesson} lesson
 * @param {string} id
 * @param {MatrixData} matrix
 * @returns {string[]}
 */
function printed({ digits }, lesson, id, matrix) {
  if (digits === 'full') return Array.from(matrix.data, allDigits);
  // Tables have hyphens as minus signs, as in NumPy.
  if (digits !== 'auto') return Array.from(matrix.data, (value) => cellText(value, digits).replace('−', '-'));
  // NumPy prints whole floats with a trailing point.
  return printMatrix(matrix, printOptions(lesson, id))
    .flat()
    .map((text) => plainInfinity(text.replace(/\.$/, '')));
}

/**
 * The text of a number in a sentence or a sum.
 *
 * @param {Pick<State, 'digits'>} state
 * @param {number} value
 */
export function inSum({ digits }, value) {
  if (digits === 'full') return allDigits(value).replace('-', '−');
  return number(value, digits === 'auto' ? 4 : digits);
}
