/** @import { Cell } from './figure.js' */

/**
 * The cell to which a key moves the cursor. At an edge the cursor stays.
 *
 * @param {{ key: string, ctrlKey?: boolean, metaKey?: boolean }} pressed
 * @param {Cell} cell
 * @param {{ rows: number, cols: number }} size
 * @returns {Cell | null} null if the key does not move the cursor
 */
export function moved({ key, ctrlKey = false, metaKey = false }, { row, col }, { rows, cols }) {
  const lastRow = rows - 1;
  const lastCol = cols - 1;
  const hasModifier = ctrlKey || metaKey;
  // Browsers and operating systems use other keys with a modifier.
  if (hasModifier && key !== 'Home' && key !== 'End') return null;
  switch (key) {
    case 'ArrowUp':
      return { row: Math.max(0, row - 1), col };
    case 'ArrowDown':
      return { row: Math.min(lastRow, row + 1), col };
    case 'ArrowLeft':
      return { row, col: Math.max(0, col - 1) };
    case 'ArrowRight':
      return { row, col: Math.min(lastCol, col + 1) };
    case 'Home':
      return { row: hasModifier ? 0 : row, col: 0 };
    case 'End':
      return { row: hasModifier ? lastRow : row, col: lastCol };
    case 'PageUp':
      return { row: 0, col };
    case 'PageDown':
      return { row: lastRow, col };
    default:
      return null;
  }
}

/**
 * The next or the previous cell in reading order; null after the last and before the first.
 *
 * @param {Cell} cell
 * @param {{ rows: number, cols: number }} size
 * @param {1 | -1} by
 * @returns {Cell | null}
 */
export function neighbour({ row, col }, { rows, cols }, by) {
  const index = row * cols + col + by;
  if (index < 0 || index >= rows * cols) return null;
  return { row: Math.floor(index / cols), col: index % cols };
}
