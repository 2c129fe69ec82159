import { moved } from '../../../ui/grid.js';

/** The minimum and maximum size of a thumbnail, in CSS pixels. */
const [MIN_SIZE, MAX_SIZE] = [26, 96];
/** The size below which thumbnails are not reduced to fit the height, in CSS pixels. */
const LEGIBLE = 56;
/** The gap between thumbnails, in CSS pixels. */
const GAP = 2;
/** The space for the numbers of layers, in CSS pixels. */
const NUMBERS = 20;
/** The space for the numbers of heads, in CSS pixels. */
const TOP = 15;
/** The height of a label below a thumbnail: its value, and its head if there is no grid. In CSS pixels. */
const LINE = 13;
/** The minimum and maximum side of a cell of the index, in CSS pixels. */
const [MIN_CELL, MAX_CELL] = [6, 23];
/** The rows that Page Up and Page Down move by. */
const PAGE = 6;

/**
 * The layout of the thumbnails, in CSS pixels. A place is the index of a thumbnail in reading order.
 *
 * @typedef {object} Geometry
 * @property {boolean} flow - whether the thumbnails flow like text; otherwise they are a grid of layers and
 *   heads, with numbers
 * @property {boolean} isIndex - whether heads are cells without a picture and a label
 * @property {number} size - of a thumbnail
 * @property {number} columns
 * @property {number} count
 * @property {number} left - the space for the numbers of layers
 * @property {number} top - the space for the numbers of heads
 * @property {number} across - the distance between columns
 * @property {number} down - the distance between rows
 * @property {number} width - of all thumbnails
 * @property {number} height
 */

/**
 * Computes the largest layout that fits, with whole pixels for each cell if that makes it little smaller.
 *
 * @param {object} options
 * @param {number} options.space - the available width, in CSS pixels
 * @param {number} [options.height] - the height to fit, as long as the thumbnails are legible
 * @param {number} options.ratio - device pixels in a CSS pixel
 * @param {boolean} options.flow
 * @param {number} options.count - of thumbnails
 * @param {number} options.columns - of the grid
 * @param {number} options.cells - across a thumbnail
 * @param {number | null} [options.wanted] - the size of a thumbnail; null for the largest one
 * @param {boolean} [options.isIndex] - whether heads are cells without a picture and a label
 * @returns {Geometry}
 */
export function layOut({
  space,
  height = Infinity,
  ratio,
  flow,
  count,
  columns,
  cells,
  wanted = null,
  isIndex = false,
}) {
  const left = flow ? 0 : NUMBERS;
  if (isIndex) {
    const size = Math.max(MIN_CELL, Math.min(MAX_CELL, Math.floor((space - left) / columns) - GAP));
    const [across, down, top] = [size + GAP, size + GAP, TOP];
    const width = left + columns * across;
    const tall = top + Math.ceil(count / columns) * down;
    return { flow, isIndex, size, columns, count, left, top, across, down, width, height: tall };
  }
  const maxColumns = Math.floor((space + GAP) / (MIN_SIZE + GAP));
  const fitted = flow ? Math.max(1, Math.min(columns, maxColumns)) : columns;
  const perHeight = flow ? Infinity : Math.floor((height - TOP) / Math.ceil(count / columns)) - LINE - GAP;
  const widest = Math.min(MAX_SIZE, Math.floor((space - left) / fitted) - GAP);
  const available = Math.max(MIN_SIZE, Math.min(widest, Math.max(LEGIBLE, perHeight)));
  const size = wholeCells((wanted ?? available) * ratio, cells, MIN_SIZE * ratio) / ratio;
  const across = size + GAP;
  const top = flow ? 0 : TOP;
  const perRow = flow ? Math.max(1, Math.floor((space + GAP) / across)) : columns;
  const down = size + LINE * (flow ? 2 : 1) + GAP;
  return {
    flow,
    isIndex,
    size,
    columns: perRow,
    count,
    left,
    top,
    across,
    down,
    width: left + Math.min(perRow, Math.max(count, 1)) * across,
    height: top + Math.ceil(count / perRow) * down,
  };
}

/** The width of a grid of the smallest thumbnails, in CSS pixels. @param {number} columns */
export const leastWidth = (columns) => NUMBERS + columns * (MIN_SIZE + GAP);

/**
 * The largest multiple of `cells` up to `pixels`, unless it is much smaller or below the minimum.
 *
 * @param {number} pixels @param {number} cells @param {number} min
 */
function wholeCells(pixels, cells, min) {
  const multiple = Math.floor(pixels / cells) * cells;
  return multiple >= Math.max(min, pixels * 0.8) ? multiple : Math.floor(pixels);
}

/** The upper left corner of a thumbnail. @param {Geometry} geometry @param {number} place */
export function cornerOf({ left, top, across, down, columns }, place) {
  return { x: left + (place % columns) * across, y: top + Math.floor(place / columns) * down };
}

/**
 * A target of the pointer and the cursor: a thumbnail by its place. In a grid also a row or a column by its
 * number, or the corner, which stands for all heads.
 *
 * @typedef {{ place: number } | { row: number } | { column: number } | { all: true }} Spot
 */

/**
 * The spot at a point.
 *
 * @param {Geometry} geometry
 * @param {number} x
 * @param {number} y
 * @param {{ left: number, top: number }} scrolled - the numbers stay visible
 * @returns {Spot | null}
 */
export function spotAt(geometry, x, y, scrolled) {
  const { flow, left, top, across, down, columns, count } = geometry;
  const column = Math.floor((x - left) / across);
  const row = Math.floor((y - top) / down);
  if (!flow) {
    const [beside, above] = [x - scrolled.left < left, y - scrolled.top < top];
    const rows = count / columns;
    if (beside && above) return { all: true };
    if (beside) return row >= 0 && row < rows ? { row } : null;
    if (above) return column >= 0 && column < columns ? { column } : null;
  }
  const place = row * columns + column;
  return column >= 0 && column < columns && row >= 0 && place < count ? { place } : null;
}

/**
 * The places of visible thumbnails, including partly visible ones.
 *
 * @param {Geometry} geometry @param {{ left: number, top: number, width: number, height: number }} viewport
 */
export function visiblePlaces({ left, top, across, down, columns, count }, viewport) {
  const firstRow = Math.max(0, Math.floor((viewport.top - top) / down));
  const firstCol = Math.max(0, Math.floor((viewport.left - left) / across));
  const endRow = Math.ceil((viewport.top + viewport.height - top) / down);
  const endCol = Math.min(columns, Math.ceil((viewport.left + viewport.width - left) / across));
  const places = [];
  for (let row = firstRow; row < endRow; row += 1)
    for (let col = firstCol; col < endCol && row * columns + col < count; col += 1)
      places.push(row * columns + col);
  return places;
}

/**
 * The position to which a key moves the cursor, or null. In a grid the cursor can also be on the number of a
 * row (column -1), of a column (row -1) and in the corner.
 *
 * @param {{ key: string, ctrlKey: boolean, metaKey: boolean }} event
 * @param {{ row: number, col: number }} cursor
 * @param {Geometry} geometry
 */
export function moveByKey(event, cursor, { flow, columns, count }) {
  const size = { rows: Math.ceil(count / columns), cols: columns };
  const target = moved(event, cursor, size, { page: PAGE, first: flow ? 0 : -1 });
  if (!target) return null;
  const { row, col } = target;
  // The last row of a flow may be shorter.
  return row >= 0 && col >= 0 && row * columns + col >= count ? { row, col: (count - 1) % columns } : target;
}
