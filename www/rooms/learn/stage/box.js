import { boxOf } from '../../../ui/grid.js';
/** @import { Cell } from '../../../ui/grid.js' */
/** @import { Placed } from './layout.js' */

/** A length in CSS. @param {number} length - in CSS pixels */
export const px = (length) => `${length}px`;

/**
 * The style of a box in a figure.
 *
 * @param {number} x @param {number} y @param {number} width @param {number} height - in CSS pixels
 */
export const boxStyle = (x, y, width, height) => ({
  left: px(x),
  top: px(y),
  width: px(width),
  height: px(height),
});

/**
 * The box of cells of a matrix in a figure.
 *
 * @param {Pick<Placed, 'x' | 'y' | 'cell'>} place @param {Cell & { rows?: number, cols?: number }} cells
 * @param {number} [outside] - how far it exceeds them on each side
 */
export function boxIn({ x, y, cell }, cells, outside = 0) {
  const { left, top, width, height } = boxOf({ cellWidth: cell.width, cellHeight: cell.height }, cells);
  return {
    x: x + left - outside,
    y: y + top - outside,
    width: width + 2 * outside,
    height: height + 2 * outside,
  };
}

/** The same as a style. @param {Parameters<typeof boxIn>} of */
export const cellStyle = (...of) => {
  const { x, y, width, height } = boxIn(...of);
  return boxStyle(x, y, width, height);
};
