/**
 * The motion of a step as a function of time. It shows how the result is computed: cell by cell in the first
 * row, then row by row. No motion takes longer than 1.8 seconds.
 *
 * @typedef {'product' | 'rows' | 'curtain' | 'bars' | 'none'} Motion
 * @typedef {object} Moment
 * @property {(row: number, col: number) => boolean} isShown - whether a cell of the result is already computed
 * @property {{ row: number, col: number }} at - the cell that is being computed
 * @property {number} part - the progress of this cell, from 0 to 1
 * @property {number} all - the progress of the motion, from 0 to 1
 */

/** Milliseconds: the first row, cell by cell; all other rows; the curtain of a mask. */
const CELL = 260;
const FIRST_ROW = 1040;
const ROW = 220;
const OTHER_ROWS = 700;
const CURTAIN = 900;

/** The part of a cell's time in which its row and its column are outlined, before the terms appear. */
export const OUTLINED = 0.3;
/** The part of a cell's time after which the result is in its cell. */
export const DROPPED = 0.8;

/** @param {Motion} motion @param {{ rows: number, cols: number }} size */
function times(motion, { rows, cols }) {
  if (motion === 'curtain') return { first: CURTAIN, other: 0, count: 0 };
  if (motion === 'product') {
    const first = Math.min(CELL * cols, FIRST_ROW);
    return { first, other: Math.min(ROW * (rows - 1), OTHER_ROWS), count: rows - 1 };
  }
  const each = motion === 'bars' ? 1.7 * ROW : ROW;
  return { first: 0, other: Math.min(each * rows, FIRST_ROW + OTHER_ROWS), count: rows };
}

/**
 * The duration of a motion, in milliseconds.
 *
 * @param {Motion} motion @param {{ rows: number, cols: number }} size
 */
export function durationOf(motion, size) {
  if (motion === 'none') return 0;
  const { first, other } = times(motion, size);
  return first + other;
}

/**
 * @param {Motion} motion
 * @param {{ rows: number, cols: number }} size - of the result
 * @param {number} time - milliseconds since it began
 * @returns {Moment}
 */
export function momentOf(motion, size, time) {
  const { rows, cols } = size;
  const { first, other, count } = times(motion, size);
  const all = Math.min(1, time / durationOf(motion, size));
  if (motion === 'curtain') {
    const edge = cols * (1 - all);
    return {
      isShown: (_, col) => col >= edge,
      at: { row: 0, col: Math.max(0, Math.ceil(edge) - 1) },
      part: all,
      all,
    };
  }
  if (time < first) {
    const place = (time / first) * cols;
    const col = Math.min(cols - 1, Math.floor(place));
    const part = place - col;
    return {
      isShown: (row, each) => row === 0 && (each < col || (each === col && part >= DROPPED)),
      at: { row: 0, col },
      part,
      all,
    };
  }
  const place = other === 0 ? count : ((time - first) / other) * count;
  const before = rows - count;
  const row = Math.max(0, Math.min(rows - 1, before + Math.floor(place)));
  const part = Math.min(1, place + before - row);
  const col = Math.min(cols - 1, Math.floor(part * cols));
  return { isShown: (each, at) => each < row || (each === row && at <= col), at: { row, col }, part, all };
}
