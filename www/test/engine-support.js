/** Shared by the tests of the engine. */
import { readFile } from 'node:fs/promises';
/** @import { MatrixData, PaintOptions, WorkOptions } from '../engine.js' */

/** @type {WorkOptions} */
export const OPTIONS = {
  embeddingScale: 'none',
  positions: 'none',
  firstPosition: 0,
  scale: 'sqrt',
  mask: 'none',
  softmaxAxis: 'rows',
  softmaxForm: 'stable',
  query: null,
};

/** @type {PaintOptions} */
export const PAINT = {
  rows: 1,
  cols: 3,
  cellWidth: 20,
  cellHeight: 20,
  gap: 0,
  map: 'ember',
  kind: 'sequential',
  low: 0,
  high: 1,
  theme: 'light',
};

/** Two matrices of two rows and two columns make a whole computation. */
export const TINY = {
  q: matrix([
    [1, 2],
    [3, 4],
  ]),
  k: matrix([
    [1, 0],
    [0, 1],
  ]),
  v: matrix([
    [5, 6],
    [7, 8],
  ]),
};

/** @param {number[][]} rows @returns {MatrixData} */
export function matrix(rows) {
  return { rows: rows.length, cols: rows[0].length, data: Float64Array.from(rows.flat()) };
}

/** @param {MatrixData} matrix @returns {number[][]} */
export function rowsOf({ rows, cols, data }) {
  return Array.from({ length: rows }, (_, row) => Array.from(data.slice(row * cols, (row + 1) * cols)));
}

/**
 * The message of the error that a call throws; every error of the engine has a message.
 *
 * @param {() => unknown} call
 * @returns {string}
 */
export function refusal(call) {
  try {
    call();
  } catch (error) {
    if (!(error instanceof Error) || error.constructor !== Error || error.message.length < 8) throw error;
    return error.message;
  }
  throw new Error('nothing was refused');
}

/** @param {string} name - of a file in fixtures/ */
export async function fixture(name) {
  return JSON.parse(await readFile(new URL(`../../fixtures/${name}`, import.meta.url), 'utf8'));
}
