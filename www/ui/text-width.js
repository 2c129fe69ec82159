/** @type {CanvasRenderingContext2D | null | undefined} */
let context;
/** Widths by font and text. @type {Map<string, number>} */
const cache = new Map();
/** The maximum number of cache entries. A page has a few hundred different labels. */
const CACHE_SIZE = 4096;

/**
 * The width of a text in pixels, measured without a layout of the page.
 *
 * @param {string} text
 * @param {string} font - a CSS `font`
 */
export function widthOf(text, font) {
  const key = `${font}\n${text}`;
  const cached = cache.get(key);
  if (cached !== undefined) return cached;
  context ??= document.createElement('canvas').getContext('2d');
  // An estimate, for browsers that disable canvases.
  if (!context) return text.length * 7;
  context.font = font;
  const { width } = context.measureText(text);
  if (cache.size >= CACHE_SIZE) cache.clear();
  cache.set(key, width);
  return width;
}
