/**
 * Where the matrices of a step stand, in CSS pixels. These are pure functions of the room and of the lengths
 * of texts, so tests need no browser.
 *
 * @typedef {'page' | 'narrow' | 'present'} Size
 * @typedef {{ id: string, x: number, y: number, rows: number, cols: number, cell: { width: number, height: number }, digits: number, precision?: import('./numbers.js').Precision }} Placed -
 *   without `precision`, numbers are as precise as they can be
 * @typedef {{ id: string, x: number, y: number, align: 'start' | 'end', size: number }} Name - `y` is the
 *   middle of the line
 * @typedef {{ text: string, x: number, y: number, size: number }} Sign - an operator between two matrices, by
 *   its middle
 * @typedef {object} Scene
 * @property {Placed[]} matrices
 * @property {Name[]} names
 * @property {Sign[]} signs
 * @property {number} labels - the width of the row labels with the space after them
 * @property {number} label - the size of labels
 * @property {string} rowsOf - the matrix whose rows the labels stand beside, the leftmost
 * @property {string[]} colsOf - the matrices whose columns are labelled
 * @property {number} width
 * @property {number} height
 */

/**
 * The sizes of the design. `ratio` is the height of a cell by its width, `most` the widest cell, `ground`
 * what is left beside a number, both sides together, `share` what digits take of the height of a cell.
 */
const SIZES = {
  page: { gap: 16, most: 72, ratio: 0.95, digits: 24, name: 24, label: 14, ground: 6, share: 0.46 },
  narrow: { gap: 9, most: 64, ratio: 1.25, digits: 20, name: 19, label: 12.5, ground: 4, share: 0.46 },
  present: { gap: 18, most: 130, ratio: 0.95, digits: 44, name: 31, label: 20, ground: 6, share: 0.6 },
};

/**
 * The sizes in a room: on a screen that is larger than that of the design, everything is.
 *
 * @param {Size} size @param {number} [large] - how much larger
 */
export function sizesIn(size, large = 1) {
  const { ratio, share, ...lengths } = SIZES[size];
  const entries = Object.entries(lengths).map(([name, length]) => [name, Math.round(length * large)]);
  return { .../** @type {typeof lengths} */ (large === 1 ? lengths : Object.fromEntries(entries)), ratio };
}

/** Digits smaller than this cannot be read and are left out. */
export const LEAST_DIGITS = 11;
/** Digits that can be read from a distance: cells give way to them before they get smaller. */
export const WANTED_DIGITS = 16;
/** Digits that can be read, where there is no room for larger ones. */
export const TIGHT_DIGITS = 12.5;
/** Digits on a phone: a matrix that has no room for the least is scrolled, and then has larger ones. */
const PHONE_DIGITS = 11.5;
const SCROLLED_DIGITS = 13;
/** What is left beside digits of that size where there is no room for more, both sides together. */
export const TIGHT_GROUND = 4;
/** The same on a phone, where the matrix would have to be scrolled otherwise. */
const LEAST_GROUND = 1;
/** A digit's width as a share of the font size, in the widest monospaced font of the list. */
export const ADVANCE = 0.605;
/** The least height of a row, which can still be touched. */
const LEAST_HEIGHT = 22;
/** The least height of a row, and the size of names, where a phone would have to be scrolled otherwise. */
const LOW = { row: 20, name: 16 };
/** Where a figure that is scrolled fades at its end. */
const SHADOW = 20;
/** Between two names, one below the other. */
const TIGHT = 4;
/** Cells without digits; less where the matrix would have to be scrolled otherwise. */
const LEAST_WIDTH = 8;
const PHONE_WIDTH = 5;
/** Between a name and what it names. */
const NAME_GAP = 16;

/**
 * The width of a cell that holds so many characters.
 *
 * @param {number} length @param {number} digits @param {number} ground
 */
export const widthFor = (length, digits, ground) => Math.ceil(length * digits * ADVANCE + ground);

/**
 * The size of digits that fits a cell; 0 if they could not be read.
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
 * What a layout has to know of a matrix.
 *
 * @typedef {object} Shape
 * @property {string} id
 * @property {number} rows
 * @property {number} cols
 * @property {number} length - of its longest number
 * @property {number} name - the width of its name
 * @property {(width: number) => number} [heading] - the height of its column labels over cells of a width;
 *   without it there are none
 * @property {string} [columns] - what its column labels say
 *
 * @typedef {{ width: number, height: number, size: Size, rowLabel: number, colLabel?: number, large?: number, isLow?: boolean, isFolded?: boolean }} Room -
 *   `rowLabel` and `colLabel` are the widths of the widest labels; so that nothing is
 *   scrolled, rows may be lower (`isLow`), and the left operand may give up its digits (`isFolded`)
 */

/** Between column labels and the cells. */
const LABEL_GAP = 10;

/** Cells get so much wider at most for the sake of column labels. */
const WIDER = 1.5;

/**
 * The height of cells by their width: a figure in a text has no height to fill, so its cells need not be
 * higher than wide.
 *
 * @param {Room} room @param {number} ratio
 */
export const ratioIn = ({ height }, ratio) => (Number.isFinite(height) ? ratio : Math.min(ratio, 1));

/** The height of a line of names, as the style sets it. @param {Size} size @param {number} name */
export const nameLine = (size, name) => Math.ceil(name * (size === 'narrow' ? 1.3 : 1.45));

/** The sizes in a room, with cells that are wide enough for its column labels. @param {Room} room */
export function sizesFor({ size, large, colLabel = 0, isLow = false, isFolded = false }) {
  const sizes = { row: LEAST_HEIGHT, ...sizesIn(size, large), ...(isLow ? LOW : {}) };
  // What is scrolled in any case has larger digits.
  const least = size === 'narrow' ? SCROLLED_DIGITS : LEAST_DIGITS;
  const wanted = WANTED_DIGITS * (large ?? 1);
  return {
    ...sizes,
    least,
    wanted,
    isNarrow: size === 'narrow',
    isFolded,
    most: Math.max(sizes.most, Math.min(sizes.most * WIDER, Math.ceil(colLabel))),
  };
}

/** The least width of a cell of a phone that need not be scrolled. @param {number} length */
const squeezed = (length) => widthFor(length, PHONE_DIGITS, LEAST_GROUND);

/**
 * The least width of a cell. On a phone its digits get smaller before the matrix is scrolled.
 *
 * @param {number} length @param {number} room - the width that a cell can have without scrolling
 * @param {Pick<ReturnType<typeof sizesFor>, 'least' | 'ground' | 'isNarrow'>} sizes
 */
export const leastCell = (length, room, { least, ground, isNarrow }) =>
  isNarrow && room >= squeezed(length) ? squeezed(length) : widthFor(length, least, ground);

/** The width that row labels take, with the gap after them. @param {Pick<Room, 'rowLabel' | 'size'>} room */
export const labelRoom = ({ rowLabel, size }) =>
  rowLabel > 0 ? Math.ceil(rowLabel) + (size === 'narrow' ? 5 : 10) : 0;

/** The room above a matrix for its column labels. @param {Shape} shape @param {number} width - of a cell */
export function headingOf({ heading }, width) {
  const height = heading?.(width) ?? 0;
  return height > 0 ? height + LABEL_GAP : 0;
}

/**
 * A product as it is worked by hand: the left operand to the left of the result, the right operand above it.
 * Names stand in the free corners.
 *
 * @param {{ left: Shape, right: Shape, result: Shape, over?: Shape | null }} product - `over` stands above
 *   the left operand and has its columns
 * @param {Room} room
 * @returns {Scene}
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
  // The name of the left operand needs its line above it, also where the right operand has few rows.
  const operands = Math.max(above * height + sizes.gap, (over ? height + 4 : 0) + line + 4);
  const nameLeft = labels + left.cols * leftCell + sizes.gap - 6 - left.name;
  // The name of the right operand stands in the same corner. Where both are wide, it needs the line before.
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
  ) => ({
    id: shape.id,
    x: at,
    y: down,
    rows: shape.rows,
    cols: shape.cols,
    cell: { width, height },
    digits: digitsIn(
      { width, height },
      width === leftCell ? Math.max(left.length, width === cell ? length : 0) : length,
      room.size,
      room.large,
    ),
  });
  const matrices = [
    place(left, labels, y, leftCell),
    place(right, x, y - sizes.gap - above * height),
    place(result, x, y),
    ...(over ? [place(over, labels, y - 4 - height, leftCell)] : []),
  ];
  const end = x + result.cols * cell;
  const nameAbove = y - (over ? height + 8 : 4) - line / 2;
  const rightTop = y - sizes.gap - above * height;
  const names = [
    // A name that is wider than its matrix begins over the labels, or stands below, where nothing is in its
    // way.
    nameLeft >= 0
      ? {
          id: left.id,
          x: nameStart,
          y: nameAbove,
          align: /** @type {const} */ ('start'),
          size: sizes.name,
        }
      : {
          id: left.id,
          x: 0,
          y: y + result.rows * height + 4 + line / 2,
          align: /** @type {const} */ ('start'),
          size: sizes.name,
        },
    isBeside
      ? {
          id: right.id,
          x: end + NAME_GAP,
          y: rightTop + (above * height) / 2,
          align: /** @type {const} */ ('start'),
          size: sizes.name,
        }
      : {
          id: right.id,
          x: x - 10,
          y: isTight ? nameAbove - line - TIGHT : rightTop + line / 2,
          align: /** @type {const} */ ('end'),
          size: sizes.name,
        },
    isBeside
      ? {
          id: result.id,
          x: end + NAME_GAP,
          y: y + (result.rows * height) / 2,
          align: /** @type {const} */ ('start'),
          size: sizes.name,
        }
      : {
          id: result.id,
          // What is scrolled begins with its name visible.
          x: Math.min(end, Math.max(room.width - SHADOW, x + result.name)),
          y: y + result.rows * height + 4 + line / 2,
          align: /** @type {const} */ ('end'),
          size: sizes.name,
        },
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
 * The widths of cells: equal ones if all digits can be read, else as each operand needs, with somewhat
 * smaller digits if need be; else the left operand gives way, whose numbers stand in the sum.
 *
 * @param {number} inner @param {number} leftLength @param {number} cols @param {number} length @param {number} free @param {number} beside -
 *   of names
 * @param {ReturnType<typeof sizesFor>} sizes
 */
function widths(inner, leftLength, cols, length, free, beside, sizes) {
  const { most, ground, wanted, isNarrow, isFolded } = sizes;
  // On a phone the cells need the room more than the names.
  for (const isBeside of isNarrow ? [false] : [true, false]) {
    const equal = Math.floor(Math.min(most, (free - (isBeside ? beside : 0)) / (inner + cols)));
    if (equal >= widthFor(Math.max(leftLength, length), wanted, ground))
      return { cell: equal, leftCell: equal, isBeside };
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
 * The width that a figure needs for digits that can be read from a distance.
 *
 * @param {{ cols: number, length: number }[]} columns - the matrices that stand side by side
 */
export function wantedWidth(columns) {
  return columns.reduce(
    (sum, { cols, length }) => sum + cols * widthFor(length, WANTED_DIGITS, SIZES.page.ground),
    110,
  );
}
