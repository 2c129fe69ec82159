/** @type {CanvasRenderingContext2D | null | undefined} */
let context;
/** Widths that were measured before, by font and text. @type {Map<string, number>} */
const known = new Map();
/** A page shows some hundred different labels; more than this is a page that goes on and on. */
const MOST_KNOWN = 4096;

/**
 * The width of a text, without asking the page to lay itself out.
 *
 * @param {string} text
 * @param {string} font - as in CSS
 */
export function widthOf(text, font) {
  const key = `${font}\n${text}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  context ??= document.createElement('canvas').getContext('2d');
  // Without a canvas an estimate keeps the labels in place.
  if (!context) return text.length * 7;
  context.font = font;
  const { width } = context.measureText(text);
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(key, width);
  return width;
}
