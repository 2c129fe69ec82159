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
