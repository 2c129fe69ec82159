/** The maximum number of characters of a label. No real token is longer. */
const MAX_LENGTH = 256;

/**
 * Makes a label visible: line ends and tabs become symbols; invisible characters and those that change the
 * writing direction become replacement characters.
 *
 * @param {unknown} label
 */
export function plainLabel(label) {
  const characters = Array.from(String(label ?? ''));
  const shown = characters.length > MAX_LENGTH ? [...characters.slice(0, MAX_LENGTH - 1), '…'] : characters;
  return shown.map(visible).join('');
}

/** The same for a text of any length. @param {string} text */
export const plainText = (text) => Array.from(text, visible).join('');

/** @param {string} character */
function visible(character) {
  const code = character.codePointAt(0) ?? 0;
  if (character === '\n') return '↵';
  if (character === '\t') return '⇥';
  // Joiners (U+200C, U+200D) stay, because Persian words and many emoji contain them.
  const isInvisible = code < 0x20 || (code >= 0x7f && code < 0xa0) || code === 0x200b || code === 0xfeff;
  const changesDirection =
    code === 0x200e ||
    code === 0x200f ||
    (code >= 0x202a && code <= 0x202e) ||
    (code >= 0x2060 && code <= 0x206f);
  return isInvisible || changesDirection ? '\ufffd' : character;
}

/**
 * The angle of sloping column labels, in degrees. At a steep angle they hardly extend beyond their column.
 */
export const SLOPE = 62;
/** Maximum lengths of labels, in CSS pixels. */
export const WIDEST_ROW_LABEL = 116;
const WIDEST_COLUMN_LABEL = 88;
const LINE_HEIGHT = 16;
/**
 * The minimum gap between two horizontal labels, and how far a label may exceed its column, in CSS pixels.
 */
const [GAP, EXCESS] = [3, 10];

/**
 * The layout of the column labels: horizontal if they do not overlap, else all sloping. A long label may
 * extend over the column of a short one.
 *
 * @param {number[]} widths - the widths of the labels, in CSS pixels
 * @param {number} cellWidth
 * @returns {{ sloping: boolean, height: number, clip: number }} the common height, and the width at which labels are clipped
 */
export function columnLayout(widths, cellWidth) {
  const widest = Math.max(0, ...widths);
  const overlap = widths.some((width, at) => at > 0 && (width + widths[at - 1]) / 2 > cellWidth - GAP);
  if (!overlap && widest <= cellWidth + EXCESS)
    return { sloping: false, height: LINE_HEIGHT, clip: Math.max(cellWidth, widest) };
  const radians = (SLOPE * Math.PI) / 180;
  const length = Math.min(widest, WIDEST_COLUMN_LABEL);
  const height = Math.ceil(length * Math.sin(radians) + LINE_HEIGHT * Math.cos(radians));
  return { sloping: true, height, clip: WIDEST_COLUMN_LABEL };
}

/** The intervals 1, 2, 5, 10, 20, … and 1, 2, 4, 8, … */
const [DECIMAL, BINARY] = [
  { steps: [1, 2, 5], base: 10 },
  { steps: [1], base: 2 },
];

/**
 * The interval of the labels of an axis at which they do not touch: 1, 2, 5, 10, 20, …
 *
 * @param {number} size - of a cell
 * @param {number} space - that a label takes
 * @param {number} [most] - a larger interval would leave one label
 */
export function labelInterval(size, space, most = Infinity, { steps, base } = DECIMAL) {
  let interval = 1;
  for (let at = 0; interval * size < space && interval < most; at += 1)
    interval = steps[at % steps.length] * base ** Math.floor(at / steps.length);
  return interval;
}

/**
 * The cells whose labels are drawn: all if there is space, else every second, fifth, tenth, and so on. One
 * cell may always have a label; labels that would touch it are omitted.
 *
 * @param {{ first: number, last: number, size: number }} cells - the visible ones, both ends included, and
 *   their size
 * @param {number} space - that a label takes
 * @param {number | null} always
 * @returns {{ at: number[], step: number }}
 */
export function thinned({ first, last, size }, space, always) {
  const step = labelInterval(size, space, last + 1);
  const at = [];
  for (let index = Math.ceil(first / step) * step; index <= last; index += step)
    if (always === null || index === always || Math.abs(index - always) * size >= space) at.push(index);
  if (always !== null && always >= first && always <= last && !at.includes(always)) at.push(always);
  return { at: at.sort((a, b) => a - b), step };
}

/**
 * The numbers at an axis: all of them if there is space, else every second, fourth, eighth, and so on.
 *
 * @param {number} count
 * @param {number} length - of the axis
 * @param {number} space - for a number, in the unit of `length`
 */
export function ticks(count, length, space) {
  const step = labelInterval(length / count, space, count, BINARY);
  return Array.from({ length: Math.ceil(count / step) }, (_, tick) => tick * step);
}

/**
 * Truncates a text to a width, with an ellipsis.
 *
 * @param {string} text
 * @param {number} width
 * @param {(text: string) => number} measure - the width of a text
 */
export function truncated(text, width, measure) {
  if (measure(text) <= width) return text;
  const characters = Array.from(text);
  const start = (/** @type {number} */ count) => `${characters.slice(0, count).join('')}…`;
  // Binary search: `fits` characters fit, and `tooMany` do not.
  let [fits, tooMany] = [0, characters.length];
  while (tooMany - fits > 1) {
    const middle = (fits + tooMany) >> 1;
    if (measure(start(middle)) <= width) fits = middle;
    else tooMany = middle;
  }
  return start(fits);
}

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
