import { cellText, number } from '../format/display.js';
import { printMatrix, repr } from '../format/numpy.js';
/** @import { Lesson, MatrixData, Model, PrintOptions, State } from '../types.js' */

/** Matrices of the second half of a lesson, which its notebook prints with other settings. */
const CONCEPTS = ['ratings', 'u', 's', 'vT', 'uK', 'sK', 'vK', 'approximation', 'difference', 'rowConcepts', 'viewers', 'viewerConcepts'];

/**
 * How the notebook printed a matrix.
 *
 * @param {Lesson} lesson
 * @param {string} id
 * @returns {PrintOptions}
 */
export function printOptions(lesson, id) {
  return lesson.ratings && CONCEPTS.includes(id) ? lesson.ratings.print : lesson.print;
}

/**
 * The digits of a matrix as its table shows them: as the notebook printed them, or as many as the reader asked for.
 *
 * @param {Pick<Model, 'state' | 'lesson' | 'matrices'>} model
 * @param {string} id
 * @returns {string[]} row-major
 */
export function tableTexts({ state, lesson, matrices }, id) {
  const matrix = matrices[id];
  if (state.digits === 'full') return Array.from(matrix.data, repr).map(plainInfinity);
  if (state.digits !== 'auto') return Array.from(matrix.data, fixed(state.digits));
  const texts = printMatrix(matrix, printOptions(lesson, id)).flat();
  // NumPy ends a whole number among floats with a bare point. The digits are the same without it.
  return texts.map((text) => plainInfinity(text.replace(/\.$/, '')));
}

/**
 * The digits in the cells, when the reader asked for a number of decimals. Else the cells show what fits.
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
  return (value) => (Number.isFinite(value) ? value.toFixed(decimals) : plainInfinity(repr(value)));
}

/** @param {string} text */
function plainInfinity(text) {
  return text.replace('inf', '∞').replace('nan', 'NaN').replace('-∞', '−∞');
}

export { cellText };
