import { LIMITS } from '../lessons/index.js';
import { fromBase64Url, toBase64Url } from '../../../state/packed-link.js';
import { BrokenLink, integer, number } from '../../../state/fragment-values.js';
/** @import { MatrixData } from '../../../types.js' */

/** The prefix of packed numbers. No decimal number begins with it. */
const PACKED = '*';

/**
 * A matrix as text: `2x3:1,2,3,4,5,6`, row by row. It is lossless: JavaScript prints the shortest text that
 * parses to the same number. If the bytes of the numbers in base64url are shorter, they are written instead.
 *
 * @param {MatrixData} matrix
 */
export function writeMatrix(matrix) {
  const written = Array.from(matrix.data).join(',');
  const packed = PACKED + pack(matrix.data);
  return `${matrix.rows}x${matrix.cols}:${packed.length < written.length ? packed : written}`;
}

/**
 * @param {string} text
 * @returns {MatrixData}
 */
export function readMatrix(text) {
  const [shape, values = '', ...rest] = text.split(':');
  const [rows, cols, ...more] = shape.split('x').map((size) => integer(size, 1, LIMITS.features));
  const data = values.startsWith(PACKED)
    ? unpack(values.slice(PACKED.length))
    : values.split(',').map(number);
  if (rest.length > 0 || more.length > 0 || data.length !== rows * cols) throw new BrokenLink(text);
  return { rows, cols, data: Float64Array.from(data) };
}

/** The numbers as little-endian 64-bit floats in base64url. @param {Float64Array} data */
function pack(data) {
  const view = new DataView(new ArrayBuffer(data.length * 8));
  data.forEach((value, index) => view.setFloat64(index * 8, value, true));
  return toBase64Url(new Uint8Array(view.buffer));
}

/** @param {string} text */
function unpack(text) {
  const bytes = fromBase64Url(text);
  if (bytes.length % 8 !== 0) throw new BrokenLink(text);
  const view = new DataView(bytes.buffer);
  const data = Array.from({ length: bytes.length / 8 }, (_, index) => view.getFloat64(index * 8, true));
  if (!data.every(Number.isFinite)) throw new BrokenLink(text);
  return data;
}
