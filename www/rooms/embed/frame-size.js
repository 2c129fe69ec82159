/**
 * The layout of a page with one figure (embed.html or a saved file), in px: the padding of both sides, the
 * line of text below with its upper margin, and the largest width. The style sheet is in page/frame/page.js.
 */
const FRAME = Object.freeze({ padding: 24, line: 19, margin: 8, maxWidth: 984 });

/**
 * The width of a figure in a frame.
 *
 * @param {number | null} width - of the frame; null for the column of the page
 */
export function frameWidth(width) {
  return Math.min(width ?? Infinity, FRAME.maxWidth) - FRAME.padding;
}

/** @typedef {{ width: number, height: number, above: number, below: number }} Size - of a figure, with its margins above and below, in px */

/** The size of the frame for a figure. @param {Size} figure */
export function frameSize({ width, height, above, below }) {
  const { padding, line } = FRAME;
  return {
    width: Math.round(width) + padding,
    // Margins collapse.
    height: Math.ceil(padding + above + height + Math.max(below, FRAME.margin) + line),
  };
}
