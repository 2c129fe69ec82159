/** The weights of patches, and where patches are. */
/** @import { Grid } from './settings.js' */

/**
 * The row and the column of a token in the picture; null if it is no patch.
 *
 * @param {number} token @param {Grid} grid
 */
export function placeOf(token, { columns, rows, before }) {
  const at = token - before;
  return at >= 0 && at < columns * rows ? { row: Math.floor(at / columns), column: at % columns } : null;
}

/** The token of a patch. @param {{ row: number, column: number }} place @param {Grid} grid */
export const tokenAt = ({ row, column }, { columns, before }) => before + row * columns + column;

/**
 * The weights of all patches, row by row.
 *
 * @param {Float32Array} weights - of all tokens @param {Grid} grid
 */
export const ofPatches = (weights, { columns, rows, before }) =>
  weights.slice(before, before + columns * rows);

/**
 * How much of the weights is on the patches, on the other tokens, and where most of it is on a patch. What is
 * not finite counts as 0.
 *
 * @param {Float32Array} weights - of all tokens
 * @param {Grid} grid
 * @returns {{ picture: number, others: number, most: number, largest: number }} `most`: the patch with the
 *   largest weight, as a token
 */
export function sharesOf(weights, grid) {
  const end = grid.before + grid.columns * grid.rows;
  let [picture, others, most, largest] = [0, 0, grid.before, 0];
  weights.forEach((weight, token) => {
    if (!Number.isFinite(weight)) return;
    if (token < grid.before || token >= end) others += weight;
    else {
      picture += weight;
      if (weight > largest) [most, largest] = [token, weight];
    }
  });
  return { picture, others, most, largest };
}

/**
 * The part of a picture that a model sees: all of it if it is stretched, else its middle in the shape of the
 * grid, as ViT and CLIP cut it.
 *
 * @param {{ width: number, height: number }} picture @param {Grid} grid @param {'cut' | 'stretched'} fit
 * @returns {[x: number, y: number, width: number, height: number]}
 */
export function partOf({ width, height }, { columns, rows }, fit) {
  if (fit === 'stretched') return [0, 0, width, height];
  const [w, h] = [Math.min(width, (height * columns) / rows), Math.min(height, (width * rows) / columns)];
  return [(width - w) / 2, (height - h) / 2, w, h];
}

/**
 * Whether a picture has another shape than the grid, by more than a fiftieth.
 *
 * @param {{ width: number, height: number }} picture @param {Grid} grid
 */
export const hasOtherShape = ({ width, height }, { columns, rows }) =>
  Math.abs((width * rows) / (height * columns) - 1) > 0.02;
