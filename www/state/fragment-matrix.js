import { LIMITS } from '../lessons/own.js';
import { BrokenLink, integer, number } from './fragment-values.js';
/** @import { MatrixData } from '../types.js' */

/**
 * A matrix as text: `2x3:1,2,3,4,5,6`, row by row. Every digit is kept: JavaScript prints the shortest text that reads back as the same number.
 *
 * @param {MatrixData} matrix
 */
export function writeMatrix(matrix) {
  return `${matrix.rows}x${matrix.cols}:${Array.from(matrix.data).join(',')}`;
}

/**
 * @param {string} text
 * @returns {MatrixData}
 */
export function readMatrix(text) {
  const [shape, values, ...rest] = text.split(':');
  const [rows, cols, ...more] = shape.split('x').map((size) => integer(size, 1, LIMITS.features));
  const data = (values ?? '').split(',').map(number);
  if (rest.length > 0 || more.length > 0 || data.length !== rows * cols) throw new BrokenLink(text);
  return { rows, cols, data: Float64Array.from(data) };
}
