/** @import { MaskMatrix } from '../../engine/masks.js' */

/**
 * The cells of a thumbnail as two SVG paths in units of cells: those that the mask allows too, and those that
 * only the part allows.
 *
 * @param {MaskMatrix} matrix - see `maskThumbnails`
 * @returns {{ allowed: string, removed: string }}
 */
export function thumbnailPaths({ rows, cols, data }) {
  const paths = ['', '', ''];
  for (let row = 0; row < rows; row += 1) {
    let start = 0;
    while (start < cols) {
      const value = data[row * cols + start];
      let end = start + 1;
      while (end < cols && data[row * cols + end] === value) end += 1;
      paths[value] += `M${start} ${row}h${end - start}v1h${start - end}z`;
      start = end;
    }
  }
  return { allowed: paths[2], removed: paths[1] };
}
