/**
 * The layout of the matrices of a step, in CSS pixels. These are pure functions of the available size and of
 * text widths, so tests need no browser.
 *
 * @typedef {'page' | 'narrow' | 'present'} Size
 * @typedef {{ id: string, x: number, y: number, rows: number, cols: number, cell: { width: number, height: number }, digits: number, precision?: import('../numbers.js').Precision }} Placed -
 *   `precision`: its numbers have fewer decimals, because the cells are narrow
 * @typedef {{ id: string, x: number, y: number, align: 'start' | 'end', size: number }} Name - `y` is the
 *   middle of the line
 * @typedef {{ text: string, x: number, y: number, size: number }} Sign - an operator between two matrices;
 *   `x` and `y` are its center
 * @typedef {object} StepLayout
 * @property {Placed[]} matrices
 * @property {Name[]} names
 * @property {Sign[]} signs
 * @property {number} labels - the width of the row labels with the gap after them
 * @property {number} label - the font size of labels
 * @property {string} rowsOf - the matrix with row labels: the leftmost, or `*` for all
 * @property {string[]} colsOf - the matrices with column labels
 * @property {number} width
 * @property {number} height
 */

/**
 * The sizes of the design. `most` is the maximum width of a cell, `ratio` its height divided by its width,
 * `ground` the horizontal padding of a number (both sides), and `share` the font size of digits relative to
 * the height of their cell.
 */
const SIZES = {
  page: { gap: 16, most: 72, ratio: 0.95, digits: 24, name: 24, label: 14, ground: 6, share: 0.46 },
  narrow: { gap: 9, most: 64, ratio: 1.25, digits: 20, name: 19, label: 12.5, ground: 4, share: 0.46 },
  present: { gap: 18, most: 130, ratio: 0.95, digits: 44, name: 31, label: 20, ground: 6, share: 0.6 },
};

/**
 * The sizes, scaled for large screens.
 *
 * @param {Size} size @param {number} [large] - the scale
 */
export function sizesIn(size, large = 1) {
  const { ratio, share, ...lengths } = SIZES[size];
  const entries = Object.entries(lengths).map(([name, length]) => [name, Math.round(length * large)]);
  return { .../** @type {typeof lengths} */ (large === 1 ? lengths : Object.fromEntries(entries)), ratio };
}

/** Smaller digits are left out, because they cannot be read. */
export const LEAST_DIGITS = 11;
/** Size of digits that can be read from a distance. Cells lose padding before digits get smaller. */
export const WANTED_DIGITS = 16;
/** Minimum size of digits on dense figures. */
export const TIGHT_DIGITS = 12.5;
/** Minimum size of digits on a phone. A matrix that still does not fit is scrolled, with larger digits. */
const PHONE_DIGITS = 11.5;
const SCROLLED_DIGITS = 13;
/** Minimum horizontal padding of a number, both sides together. */
export const TIGHT_GROUND = 4;
/** The same on a phone, to avoid scrolling. */
const LEAST_GROUND = 1;
/** A digit's width as a share of the font size, in the widest monospaced font of the list. */
export const ADVANCE = 0.605;
/** Minimum height of a row, for touch. */
const LEAST_HEIGHT = 22;
/** Minimum height of a row, and size of names, on a phone that would have to be scrolled otherwise. */
const LOW = { row: 20, name: 16 };
/** The same on a phone that lies down, which has half the height. */
const LYING = { row: 18, name: 14 };
/** A room that is lower and narrower than this, in CSS pixels, is on a phone that lies down. */
const SHORT = { width: 900, height: 330 };

/** Whether a room is on a phone that lies down. @param {{ width: number, height: number }} room */
export const isShort = ({ width, height }) => width < SHORT.width && height < SHORT.height;
/** Width of the shadow at the end of a scrolled figure. */
const SHADOW = 20;
/** Gap between two names, one below the other. */
const TIGHT = 4;
/** Minimum width of cells without digits, and on a phone that would have to be scrolled otherwise. */
const LEAST_WIDTH = 8;
const PHONE_WIDTH = 5;
/** Gap between a matrix and its name. */
const NAME_GAP = 16;

/**
 * The width of a cell for a number of characters.
 *
 * @param {number} length @param {number} digits @param {number} ground
 */
export const widthFor = (length, digits, ground) => Math.ceil(length * digits * ADVANCE + ground);

/**
 * The size of the digits in a cell; 0 if they would be too small.
 *
 * @param {{ width: number, height: number }} cell
 * @param {number} length - characters of the longest number
 * @param {Size} size
 * @param {number} [large]
 */
export function digitsIn({ width, height }, length, size, large) {
  const { ground, digits } = sizesIn(size, large);
  const inside = (/** @type {number} */ edge) => (width - edge) / (length * ADVANCE);
  const tight = Math.max(inside(ground), Math.min(WANTED_DIGITS, inside(TIGHT_GROUND)));
  const byWidth = size === 'narrow' ? Math.max(tight, Math.min(PHONE_DIGITS, inside(LEAST_GROUND))) : tight;
  const fits = Math.min(digits, byWidth, Math.max(WANTED_DIGITS, height * SIZES[size].share), height - 6);
  return fits < (size === 'narrow' ? PHONE_DIGITS : LEAST_DIGITS) ? 0 : Math.floor(fits * 2) / 2;
}

/**
 * The properties of a matrix that a layout needs.
 *
 * @typedef {object} Shape
 * @property {string} id
 * @property {number} rows
 * @property {number} cols
 * @property {number} length - characters of its longest number
 * @property {number} name - width of its name
 * @property {(width: number) => number} [heading] - the height of its column labels for a cell width; omitted
 *   without labels
 * @property {string} [columns] - the text of its column labels
 *
 * @typedef {{ width: number, height: number, size: Size, rowLabel: number, colLabel?: number, large?: number, isLow?: boolean, isFolded?: boolean }} Space -
 *   `rowLabel` and `colLabel` are the widths of the widest labels. To avoid scrolling, rows may be lower
 *   (`isLow`), and the left operand may give width to the right one, and even its digits (`isFolded`)
 */

/** Gap between column labels and cells. */
const LABEL_GAP = 10;

/** Maximum factor by which cells are widened for column labels. */
const WIDER = 1.5;

/**
 * The height of cells divided by their width. Without a fixed height, cells are not higher than wide.
 *
 * @param {Space} room @param {number} ratio
 */
const ratioIn = ({ height }, ratio) => (Number.isFinite(height) ? ratio : Math.min(ratio, 1));

/** The line height of names, as in the style sheet. @param {Size} size @param {number} name */
export const nameLine = (size, name) => Math.ceil(name * (size === 'narrow' ? 1.3 : 1.45));

/** The sizes, with cells wide enough for column labels. @param {Space} room */
export function sizesFor({ size, width, height, large, colLabel = 0, isLow = false, isFolded = false }) {
  const isLying = size === 'page' && isShort({ width, height });
  const low = isLying ? LYING : LOW;
  const sizes = { row: LEAST_HEIGHT, ...sizesIn(size, large), ...(isLow ? low : {}) };
  // A figure that has to be scrolled anyway has larger digits.
  const least = size === 'narrow' ? SCROLLED_DIGITS : LEAST_DIGITS;
  // On a phone that lies down, names beside the matrices save a line, and digits may be smaller for that.
  const wanted = isLow && isLying ? TIGHT_DIGITS : WANTED_DIGITS * (large ?? 1);
  return {
    ...sizes,
    least,
    wanted,
    isNarrow: size === 'narrow',
    isFolded,
    most: Math.max(sizes.most, Math.min(sizes.most * WIDER, Math.ceil(colLabel))),
  };
}

/** The minimum width of a cell on a phone. @param {number} length */
const squeezed = (length) => widthFor(length, PHONE_DIGITS, LEAST_GROUND);

/**
 * The minimum width of a cell. On a phone, digits are made smaller before the matrix is scrolled.
 *
 * @param {number} length @param {number} room - the cell width that needs no scrolling
 * @param {Pick<ReturnType<typeof sizesFor>, 'least' | 'ground' | 'isNarrow'>} sizes
 */
export const leastCell = (length, room, { least, ground, isNarrow }) =>
  isNarrow && room >= squeezed(length) ? squeezed(length) : widthFor(length, least, ground);

/** The width of row labels with the gap after them. @param {Pick<Space, 'rowLabel' | 'size'>} room */
export const labelRoom = ({ rowLabel, size }) =>
  rowLabel > 0 ? Math.ceil(rowLabel) + (size === 'narrow' ? 5 : 10) : 0;

/** The height of column labels and their gap. @param {Shape} shape @param {number} width - of a cell */
export function headingOf({ heading }, width) {
  const height = heading?.(width) ?? 0;
  return height > 0 ? height + LABEL_GAP : 0;
}

/**
 * A matrix at a place, in cells of a size with digits of a size.
 *
 * @param {Pick<Shape, 'id' | 'rows' | 'cols'>} shape @param {number} x @param {number} y
 * @param {Placed['cell']} cell @param {number} digits @returns {Placed}
 */
export const placed = ({ id, rows, cols }, x, y, cell, digits) => ({ id, x, y, rows, cols, cell, digits });

/**
 * The layout of a matrix product as it is computed by hand: the left operand is to the left of the result,
 * the right operand above it, and the names are in the free corners.
 *
 * @param {{ left: Shape, right: Shape, result: Shape, over?: Shape | null }} product - `over` is a row above
 *   the left operand, with the same columns
 * @param {Space} room
 * @returns {StepLayout}
 */
export function productScene({ left, right, result, over = null }, room) {
  const sizes = sizesFor(room);
  const labels = labelRoom(room);
  const line = nameLine(room.size, sizes.name);
  const length = Math.max(right.length, result.length);
  const beside = Math.max(right.name, result.name) + NAME_GAP;
  const free = room.width - labels - sizes.gap;
  const { cell, leftCell, isBeside } = widths(
    left.cols,
    Math.max(left.length, over?.length ?? 0),
    result.cols,
    length,
    free,
    beside,
    sizes,
  );
  const top = headingOf(right, cell);
  const above = right.rows;
  const below = isBeside ? 0 : line + 4;
  const high = Math.min(
    ratioIn(room, sizes.ratio) * Math.max(cell, room.size === 'narrow' ? 34 : 40),
    Math.floor((room.height - top - sizes.gap - below) / (result.rows + above)),
  );
  const height = Math.max(sizes.row, Math.floor(high));
  // The name of the left operand needs a line above it, even if the right operand has few rows.
  const operands = Math.max(above * height + sizes.gap, (over ? height + 4 : 0) + line + 4);
  const nameLeft = labels + left.cols * leftCell + sizes.gap - 6 - left.name;
  // The name of the right operand is in the same corner. If both are wide, it needs a line of its own.
  const nameStart = Math.min(labels + 1, nameLeft);
  const areBothWide =
    !isBeside && nameLeft >= 0 && nameStart + left.name + right.name > nameLeft + left.name - 4;
  const isTight = areBothWide && operands < (over ? height + 8 : 4) + sizes.gap + 2 * (line + TIGHT);
  const y = top + operands + (isTight ? line + TIGHT : 0);
  const x = labels + left.cols * leftCell + sizes.gap;
  const place = (
    /** @type {Shape} */ shape,
    /** @type {number} */ at,
    /** @type {number} */ down,
    width = cell,
  ) => {
    const longest = width === leftCell ? Math.max(left.length, width === cell ? length : 0) : length;
    const box = { width, height };
    return placed(shape, at, down, box, digitsIn(box, longest, room.size, room.large));
  };
  const matrices = [
    place(left, labels, y, leftCell),
    place(right, x, y - sizes.gap - above * height),
    place(result, x, y),
    ...(over ? [place(over, labels, y - 4 - height, leftCell)] : []),
  ];
  const end = x + result.cols * cell;
  const nameAbove = y - (over ? height + 8 : 4) - line / 2;
  const rightTop = y - sizes.gap - above * height;
  const low = y + result.rows * height + 4 + line / 2;
  const nameOf = (
    /** @type {Shape} */ { id },
    /** @type {number} */ at,
    /** @type {number} */ middle,
    /** @type {Name['align']} */ align = 'start',
  ) => ({ id, x: at, y: middle, align, size: sizes.name });
  const names = [
    // A name that is wider than its matrix starts above the labels or, if it is too wide for that, is placed
    // below the matrix.
    nameLeft >= 0 ? nameOf(left, nameStart, nameAbove) : nameOf(left, 0, low),
    isBeside
      ? nameOf(right, end + NAME_GAP, rightTop + (above * height) / 2)
      : nameOf(right, x - 10, isTight ? nameAbove - line - TIGHT : rightTop + line / 2, 'end'),
    isBeside
      ? nameOf(result, end + NAME_GAP, y + (result.rows * height) / 2)
      : // The name must be visible before a figure is scrolled.
        nameOf(result, Math.min(end, Math.max(room.width - SHADOW, x + result.name)), low, 'end'),
  ];
  return {
    matrices,
    names,
    signs: [],
    labels,
    label: sizes.label,
    rowsOf: left.id,
    colsOf: [right.id],
    width: end + (isBeside ? beside : 0),
    height: y + result.rows * height + below,
  };
}

/**
 * The widths of cells. They are equal if the digits have their wanted size. Otherwise each operand has the
 * width that it needs, with smaller digits if necessary. If that is not enough, the left operand is made
 * narrower and loses its digits, which are in the sum.
 *
 * @param {number} inner @param {number} leftLength @param {number} cols @param {number} length @param {number} free @param {number} beside -
 *   of names
 * @param {ReturnType<typeof sizesFor>} sizes
 */
function widths(inner, leftLength, cols, length, free, beside, sizes) {
  const { most, ground, wanted, isNarrow, isFolded } = sizes;
  // On a phone, cells need the width more than names.
  for (const isBeside of isNarrow ? [false] : [true, false]) {
    const equal = Math.floor(Math.min(most, (free - (isBeside ? beside : 0)) / (inner + cols)));
    if (equal < widthFor(Math.max(leftLength, length), wanted, ground)) continue;
    if (!isFolded) return { cell: equal, leftCell: equal, isBeside };
    const leftCell = Math.min(equal, widthFor(leftLength, wanted, ground));
    const left = free - (isBeside ? beside : 0) - inner * leftCell;
    return { cell: Math.floor(Math.min(most, left / cols)), leftCell, isBeside };
  }
  const [left, right] = [leftLength, length].map((each) => widthFor(each, wanted, TIGHT_GROUND));
  const spare = (free - inner * left - cols * right) / (inner + cols);
  if (spare >= 0)
    return { cell: Math.floor(right + spare), leftCell: Math.floor(left + spare), isBeside: false };
  const digits = (free - (inner + cols) * TIGHT_GROUND) / ((inner * leftLength + cols * length) * ADVANCE);
  if (digits >= TIGHT_DIGITS && !isFolded)
    return {
      cell: Math.floor(length * digits * ADVANCE + TIGHT_GROUND),
      leftCell: Math.floor(leftLength * digits * ADVANCE + TIGHT_GROUND),
      isBeside: false,
    };
  const shrunk = (/** @type {number} */ narrowest) => Math.floor((free - inner * narrowest) / cols);
  const narrowest = isNarrow && shrunk(LEAST_WIDTH) < squeezed(length) ? PHONE_WIDTH : LEAST_WIDTH;
  const cell = Math.max(Math.min(right, shrunk(narrowest)), leastCell(length, shrunk(narrowest), sizes));
  const leftCell = Math.max(narrowest, Math.floor((free - cols * cell) / inner));
  return { cell, leftCell, isBeside: false };
}

/**
 * The width that matrices side by side need for digits of the wanted size.
 *
 * @param {{ cols: number, length: number }[]} columns
 */
export function wantedWidth(columns) {
  return columns.reduce(
    (sum, { cols, length }) => sum + cols * widthFor(length, WANTED_DIGITS, SIZES.page.ground),
    110,
  );
}
