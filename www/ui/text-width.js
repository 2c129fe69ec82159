/** @type {CanvasRenderingContext2D | null | undefined} */
let context;
/** The cache of widths, by font and text. @type {Map<string, number>} */
const known = new Map();
/** The most entries of the cache. A page has a few hundred different labels. */
const MOST_KNOWN = 4096;

/**
 * The width of a text, measured without a layout of the page.
 *
 * @param {string} text
 * @param {string} font - as in CSS
 */
export function widthOf(text, font) {
  const key = `${font}\n${text}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  context ??= document.createElement('canvas').getContext('2d');
  // Without a canvas, the width is estimated.
  if (!context) return text.length * 7;
  context.font = font;
  const { width } = context.measureText(text);
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(key, width);
  return width;
}
