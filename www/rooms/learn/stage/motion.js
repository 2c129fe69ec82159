/**
 * The motion of a step as a function of time. It shows how the result is computed: cell by cell in the first
 * row, then row by row. With a question, it stops at the cell that is asked for; after the answer, the rest
 * follows. The motion until then takes at most 2.8 seconds, the rest 0.62.
 *
 * @typedef {'product' | 'rows' | 'curtain' | 'bars' | 'none'} Motion
 * @typedef {{ row: number, col: number }} Place
 * @typedef {{ rows: number, cols: number }} Size - of the result
 *
 * @typedef {object} Moment
 * @property {(row: number, col: number) => boolean} isShown - whether a cell of the result is already computed
 * @property {Place} at - the cell that is being computed
 * @property {number} part - the progress of this cell, or of its row if a row is computed at once; from 0 to 1
 * @property {number} all - the progress of the motion until the question, from 0 to 1
 * @property {boolean} isAsked - whether the motion has reached the cell of the question
 *
 * @typedef {object} Timeline
 * @property {Beat[]} beats
 * @property {number} asksAt - the time of the question, in milliseconds; Infinity without one
 * @property {number} lasts - the duration of the whole motion
 *
 * @typedef {{ row: number, from: number, to: number, start: number, end: number }} Beat - neighboring cells of
 *   a row, from column `from` to column `to`, that are computed in a time
 */

/** Milliseconds: the first cell of a product, another cell in its row, and all of these others at most. */
const FIRST_CELL = 900;
const CELL = 350;
const OTHER_CELLS = 1050;
/** The other rows of a product: one, and all at most. */
const ROW = 300;
const OTHER_ROWS = 850;
/** A cell before the cell of the question in its row, and all of these at most. */
const CELL_BEFORE = 275;
const CELLS_BEFORE = 550;
/** A row of an operation on single cells or of softmax, the first row of softmax, and all others at most. */
const LINE = 220;
const FIRST_BAR = 740;
const LINES = 1740;
/** The curtain of a mask. */
const CURTAIN = 900;
/** After the answer: its cell, the rest of its row, and all rows below. */
const AFTER = { cell: 200, row: 120, below: 300 };

/** The part of a cell's time in which its row and its column are outlined, before the terms appear. */
export const OUTLINED = 0.3;
/** The part of a cell's time after which the result is in its cell. */
export const DROPPED = 0.8;

/**
 * The parts of a motion in order.
 *
 * @param {Motion} motion @param {Size} size
 * @param {Place | null} [asked] - the cell of a question, open or answered
 * @returns {Timeline}
 */
export function timelineOf(motion, size, asked = null) {
  if (motion === 'none') return { beats: [], asksAt: asked ? 0 : Infinity, lasts: 0 };
  if (motion === 'curtain') return { beats: [], asksAt: asked ? CURTAIN : Infinity, lasts: CURTAIN };
  /** @type {Beat[]} */
  const beats = [];
  const last = size.cols - 1;
  let now = 0;
  const add = (
    /** @type {number} */ row,
    /** @type {number} */ from,
    /** @type {number} */ to,
    lasts = 0,
  ) => {
    beats.push({ row, from, to, start: now, end: now + lasts });
    now += lasts;
  };
  /** Rows that are computed one after the other, each at once. */
  const rows = (/** @type {number} */ from, /** @type {number} */ to, each = 0, most = Infinity) => {
    const lasts = Math.min(each, most / (to - from));
    for (let row = from; row < to; row += 1) add(row, 0, last, lasts);
  };
  /** The cells of a row before a column, one by one. */
  const cells = (
    /** @type {number} */ row,
    /** @type {number} */ from,
    /** @type {number} */ to,
    each = 0,
  ) => {
    for (let col = from; col < to; col += 1) add(row, col, col, each);
  };
  const before = asked?.row ?? size.rows;
  // Softmax computes a row at once.
  const inRow = asked && motion !== 'bars' ? asked.col : 0;
  const eachBefore = Math.min(CELL_BEFORE, CELLS_BEFORE / inRow);
  if (motion === 'product') {
    const count = before === 0 ? inRow : size.cols;
    cells(0, 0, Math.min(1, count), FIRST_CELL);
    cells(0, 1, count, Math.min(CELL, OTHER_CELLS / (count - 1)));
    if (before > 1) rows(1, before, ROW, OTHER_ROWS - inRow * (inRow > 0 ? eachBefore : 0));
    if (before > 0) cells(before, 0, inRow, eachBefore);
  } else {
    const first = motion === 'bars' && before > 0 ? 1 : 0;
    rows(0, first, FIRST_BAR);
    rows(first, before, LINE, LINES);
    cells(before, 0, inRow, eachBefore);
  }
  if (!asked) return { beats, asksAt: Infinity, lasts: now };
  const asksAt = now;
  if (motion === 'bars') add(asked.row, 0, last, AFTER.cell + AFTER.row);
  else {
    add(asked.row, asked.col, asked.col, AFTER.cell);
    if (asked.col < last) add(asked.row, asked.col + 1, last, AFTER.row);
  }
  rows(asked.row + 1, size.rows, AFTER.below, AFTER.below);
  return { beats, asksAt, lasts: now };
}

/**
 * @param {Motion} motion @param {Size} size
 * @param {number} time - milliseconds since it began
 * @param {Place | null} [asked] - the cell of a question, open or answered
 * @returns {Moment}
 */
export function momentOf(motion, size, time, asked = null) {
  const { beats, asksAt, lasts } = timelineOf(motion, size, asked);
  const isAsked = time >= asksAt;
  const until = Math.min(asksAt, lasts);
  const all = until === 0 ? 1 : Math.min(1, time / until);
  if (motion === 'curtain') {
    const edge = size.cols * (1 - all);
    const at = { row: 0, col: Math.max(0, Math.ceil(edge) - 1) };
    const isHidden = (/** @type {number} */ row, /** @type {number} */ col) =>
      row === asked?.row && col === asked.col;
    return { isShown: (row, col) => col >= edge && !isHidden(row, col), at, part: all, all, isAsked };
  }
  const { row, from, to, start, end } = beats.find((each) => time < each.end) ?? beats[beats.length - 1];
  const part = Math.min(1, (time - start) / (end - start));
  const isCell = from === to;
  const place = isCell ? from + (part >= DROPPED ? 1 : 0) : from + part * (to - from + 1);
  return {
    isShown: (each, col) => each < row || (each === row && col < place),
    at: { row, col: isCell ? from : Math.min(to, Math.floor(place)) },
    part: isCell || motion === 'bars' ? part : 1,
    all,
    isAsked,
  };
}

/** The part of its time at which a computed cell is held. */
const HELD = 0.9;

/**
 * The times at which each cell in turn has just been computed, for readers who move through a motion. Softmax
 * computes a row at once, and a mask a column. The first time is 0, with no cell.
 *
 * @param {Motion} motion @param {Size} size
 * @param {Place | null} [asked] - the cell of a question, open or answered
 */
export function cellTimes(motion, size, asked = null) {
  if (motion === 'none') return [];
  if (motion === 'curtain') return Array.from({ length: size.cols }, (_, col) => (CURTAIN * col) / size.cols);
  const times = timelineOf(motion, size, asked).beats.flatMap(({ from, to, start, end }) => {
    const lasts = end - start;
    const count = to - from + 1;
    if (count === 1 || motion === 'bars') return [start + HELD * lasts];
    return Array.from({ length: count }, (_, place) => start + ((place + 0.5) / count) * lasts);
  });
  return [0, ...times];
}
