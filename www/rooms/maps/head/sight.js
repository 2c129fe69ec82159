/** @import { MapsState } from '../types.js' */

/**
 * The viewport of a map: the position of its cells on the screen, in CSS pixels.
 *
 * @typedef {object} Frame
 * @property {number} rows
 * @property {number} cols
 * @property {number} cell - the size in the state: of the side that is not stretched
 * @property {number} least - the size of a cell at which the whole map is visible
 * @property {{ x: number, y: number }} all - the width and height of a cell then
 * @property {number} x - the width of a cell
 * @property {number} y - its height
 * @property {number} row - the first visible one, with its fraction
 * @property {number} col
 * @property {number} width - of what is visible
 * @property {number} height
 */

/** @typedef {NonNullable<MapsState['sight']>} Sight */
/** @typedef {{ query: number, key: number }} Pair */

/** The largest size of a cell if the whole map is visible, and otherwise, in CSS pixels. */
const [LARGEST, MOST] = [40, 64];
/** The least share of the space that a map of few rows and many keys takes. */
const LEAST_SHARE = 1 / 3;
/** Cells of fewer whole device pixels would leave too much of the space empty. */
const LEAST_WHOLE = 4;
/** The number of cells between the cursor and the edge of the viewport. */
const AHEAD = 1.5;
/** Rows of a page. */
const PAGE = 16;

/**
 * The viewport of a map. Cells are square if possible, so that diagonals look diagonal; a map that is much
 * wider than high is stretched.
 *
 * @param {{ rows: number, cols: number }} shape
 * @param {{ width: number, height: number }} room - CSS pixels
 * @param {number} ratio - device pixels in a CSS pixel
 * @param {Sight | null} sight - null: all
 * @returns {Frame}
 */
export function layOut({ rows, cols }, room, ratio, sight) {
  const square = Math.min(room.width / cols, room.height / rows, LARGEST);
  const whole = (/** @type {number} */ size) =>
    size * ratio >= LEAST_WHOLE ? Math.floor(size * ratio) / ratio : size;
  const least = whole(square);
  const all = {
    x: whole(stretched(square, cols, room.width)),
    y: whole(stretched(square, rows, room.height)),
  };
  const cell = Math.max(least, Math.min(MOST, sight?.cell ?? least));
  const [x, y] = [grown(all.x, cell / least), grown(all.y, cell / least)];
  const [width, height] = [
    Math.min(room.width, cols * x),
    Math.min(room.height, rows * y, Math.max(rows * all.y, room.width)),
  ];
  return {
    rows,
    cols,
    cell,
    least,
    all,
    x,
    y,
    width,
    height,
    row: within(sight?.row ?? 0, rows - height / y),
    col: within(sight?.col ?? 0, cols - width / x),
  };
}

/** @param {number} square @param {number} count @param {number} room */
function stretched(square, count, room) {
  return Math.max(square, Math.min(LARGEST, (room * LEAST_SHARE) / count));
}

/** A stretched side is at most as large as the other one. @param {number} size @param {number} by */
function grown(size, by) {
  return Math.min(Math.max(size, MOST), size * by);
}

/** @param {number} value @param {number} most */
function within(value, most) {
  return Math.max(0, Math.min(Math.max(0, most), value));
}

/**
 * The viewport after zooming, with the cell under a point in place.
 *
 * @param {Frame} frame
 * @param {{ x: number, y: number }} at - CSS pixels from the upper left
 * @param {number} by - the factor; above 1 zooms in
 * @returns {Sight | null}
 */
export function zoomed(frame, at, by) {
  const cell = Math.min(MOST, frame.cell * by);
  if (cell <= frame.least * 1.001) return null;
  const {
    all: { x, y },
    least,
  } = frame;
  return {
    cell,
    col: frame.col + at.x / frame.x - at.x / grown(x, cell / least),
    row: frame.row + at.y / frame.y - at.y / grown(y, cell / least),
  };
}

/**
 * The viewport after panning by a distance in CSS pixels.
 *
 * @param {Frame} frame
 * @param {number} right
 * @param {number} down
 * @returns {Sight | null}
 */
export function panned(frame, right, down) {
  if (frame.cell <= frame.least) return null;
  const { cell, row, col, x, y, rows, cols, width, height } = frame;
  return {
    cell,
    row: within(row + down / y, rows - height / y),
    col: within(col + right / x, cols - width / x),
  };
}

/**
 * The viewport after scrolling to the cursor.
 *
 * @param {Frame} frame
 * @param {Pair} cursor
 * @returns {Sight | null}
 */
export function followed(frame, { query, key }) {
  /**
   * The distance of a cell from the viewport; 0 if it is inside.
   *
   * @param {number} at @param {number} first @param {number} seen
   */
  const off = (at, first, seen) =>
    Math.min(0, at - AHEAD - first) + Math.max(0, at + 1 + AHEAD - first - seen);
  const [down, right] = [
    off(query, frame.row, frame.height / frame.y),
    off(key, frame.col, frame.width / frame.x),
  ];
  return panned(frame, right * frame.x, down * frame.y);
}

/** The least size of a cell after a jump to it, in CSS pixels. */
const SEEN = 8;

/**
 * The viewport with a cell in the middle, in a visible size.
 *
 * @param {Frame} frame
 * @param {Pair} cell
 * @returns {Sight | null}
 */
export function centred(frame, { query, key }) {
  const by = Math.max(1, SEEN / Math.min(frame.x, frame.y));
  const near = zoomed(frame, { x: 0, y: 0 }, by);
  if (!near) return null;
  const [x, y] = [grown(frame.all.x, near.cell / frame.least), grown(frame.all.y, near.cell / frame.least)];
  return {
    cell: near.cell,
    row: within(query + 0.5 - frame.height / y / 2, frame.rows - frame.height / y),
    col: within(key + 0.5 - frame.width / x / 2, frame.cols - frame.width / x),
  };
}

/**
 * The cell under a point, or null outside the visible part.
 *
 * @param {Frame} frame
 * @param {{ x: number, y: number }} at
 * @returns {Pair | null}
 */
export function cellAt(frame, { x, y }) {
  if (x < 0 || y < 0 || x >= frame.width || y >= frame.height) return null;
  return {
    query: Math.min(frame.rows - 1, Math.floor(frame.row + y / frame.y)),
    key: Math.min(frame.cols - 1, Math.floor(frame.col + x / frame.x)),
  };
}

/**
 * The level to draw: the finest one whose cells are at least a device pixel on their larger side. The other
 * side is pooled in addition, so that a map of four rows keeps all four.
 *
 * @param {Pick<Frame, 'x' | 'y'>} cells
 * @param {number} ratio
 * @param {number} levels - how many there are
 */
export function levelOf({ x, y }, ratio, levels) {
  const finest = (/** @type {number} */ size) =>
    Math.max(0, Math.min(levels - 1, Math.ceil(-Math.log2(size * ratio) - 1e-6)));
  const level = Math.min(finest(x), finest(y));
  return { level, poolX: 2 ** (finest(x) - level), poolY: 2 ** (finest(y) - level) };
}

/**
 * The cell to which a key moves the cursor, or null if the key does not move it.
 *
 * @param {{ key: string, ctrlKey?: boolean, metaKey?: boolean }} pressed
 * @param {Pair} cursor
 * @param {{ rows: number, cols: number }} shape
 * @returns {Pair | null}
 */
export function moved({ key: name, ctrlKey = false, metaKey = false }, { query, key }, { rows, cols }) {
  const corner = ctrlKey || metaKey;
  // With a modifier the arrows belong to the browser and the system.
  if (corner && name !== 'Home' && name !== 'End') return null;
  const steps = /** @type {Record<string, [number, number]>} */ ({
    ArrowUp: [-1, 0],
    ArrowDown: [1, 0],
    ArrowLeft: [0, -1],
    ArrowRight: [0, 1],
    PageUp: [-PAGE, 0],
    PageDown: [PAGE, 0],
    Home: [corner ? -rows : 0, -cols],
    End: [corner ? rows : 0, cols],
  });
  const by = Object.hasOwn(steps, name) ? steps[name] : null;
  return by && { query: within(query + by[0], rows - 1), key: within(key + by[1], cols - 1) };
}
