/**
 * The geometry of grids of equal cells: heatmaps, masks, heads and their thumbnails. A cell is
 * `{ row, col }`; lengths are CSS pixels.
 *
 * @typedef {{ row: number, col: number }} Cell
 * @typedef {{ query: number, key: number }} Pair - a cell of a grid of queries and keys
 */

/**
 * @typedef {object} Grid
 * @property {number} rows
 * @property {number} cols
 * @property {number} cellWidth - from one cell to the next
 * @property {number} cellHeight
 * @property {number} width - of the visible part
 * @property {number} height
 * @property {number} [row] - the first visible row, 0 by default; the fraction is hidden
 * @property {number} [col]
 */

/**
 * A grid whose cells have whole device pixels, so that all cells have the same size and sharp edges.
 *
 * @typedef {Required<Omit<Grid, 'row' | 'col'>> & PixelSizes} PixelGrid
 * @typedef {object} PixelSizes
 * @property {number} ratio - device pixels per CSS pixel
 * @property {number} deviceCellWidth - device pixels, from one cell to the next
 * @property {number} deviceCellHeight
 * @property {number} gap - the gap between two cells, device pixels
 */

/** The smallest share of the space for a side of few cells, unless they would be too large. */
const LEAST_SHARE = 1 / 3;
/** Cells of fewer device pixels are not rounded down to whole ones: too much space would stay empty. */
const LEAST_WHOLE = 4;
/** The smallest row or column that is outlined, and the smallest frame of a cell. */
const [LEAST_OUTLINED, LEAST_FRAME] = [3, 7];
/** The rows that Page Up and Page Down move by. */
const PAGE = 16;

/** A cell by its query and key. @param {Pair} pair @returns {Cell} */
export const cellOf = ({ query, key }) => ({ row: query, col: key });

/** The query and the key of a cell. @param {Cell | null} cell @returns {Pair | null} */
export const pairOf = (cell) => cell && { query: cell.row, key: cell.col };

/**
 * The grid for cells of about this size. For example, with 1.25 device pixels per CSS pixel, a cell of 34
 * CSS pixels becomes 43 device pixels, which are 34.4 CSS pixels.
 *
 * @param {{ rows: number, cols: number }} size
 * @param {number} cellWidth - the requested width
 * @param {number} cellHeight
 * @param {number} ratio - device pixels per CSS pixel
 * @param {number} [cellGap]
 * @returns {PixelGrid}
 */
export function pixelGrid({ rows, cols }, cellWidth, cellHeight, ratio, cellGap = 1) {
  const deviceCellWidth = Math.max(1, Math.round(cellWidth * ratio));
  const deviceCellHeight = Math.max(1, Math.round(cellHeight * ratio));
  return {
    rows,
    cols,
    ratio,
    deviceCellWidth,
    deviceCellHeight,
    // Cells too small for a gap have none.
    gap: Math.min(deviceCellWidth, deviceCellHeight) < 4 ? 0 : Math.max(1, Math.round(ratio * cellGap)),
    cellWidth: deviceCellWidth / ratio,
    cellHeight: deviceCellHeight / ratio,
    width: (cols * deviceCellWidth) / ratio,
    height: (rows * deviceCellHeight) / ratio,
  };
}

/**
 * The largest cells with which a grid fits into a space. They are square if possible, so that diagonals look
 * diagonal. If one side of the grid is much shorter, it is stretched.
 *
 * @param {{ rows: number, cols: number }} size
 * @param {{ width: number, height: number }} space
 * @param {number} largest - the largest side of a cell
 */
export function fittedCell({ rows, cols }, { width, height }, largest) {
  const square = Math.min(width / cols, height / rows, largest);
  const stretched = (/** @type {number} */ space, /** @type {number} */ count) =>
    Math.max(square, Math.min(largest, (space * LEAST_SHARE) / count));
  return { square, width: stretched(width, cols), height: stretched(height, rows) };
}

/**
 * A side of a cell rounded down to whole device pixels, unless it is too small for that.
 *
 * @param {number} side @param {number} ratio - device pixels per CSS pixel
 */
export function wholePixels(side, ratio) {
  return side * ratio >= LEAST_WHOLE ? Math.floor(side * ratio + 1e-9) / ratio : side;
}

/** Whether the sides of cells are whole device pixels. @param {number[]} sides @param {number} ratio */
export const areWhole = (sides, ratio) => sides.every((side) => side * ratio >= LEAST_WHOLE);

/**
 * The cell at a point of the visible part; null outside of it.
 *
 * @param {Grid} grid
 * @param {number} x - from the left edge
 * @param {number} y - from the upper edge
 * @returns {Cell | null}
 */
export function cellAt({ rows, cols, cellWidth, cellHeight, width, height, row = 0, col = 0 }, x, y) {
  if (!(x >= 0 && x < width && y >= 0 && y < height)) return null;
  return {
    row: Math.min(rows - 1, Math.floor(row + y / cellHeight)),
    col: Math.min(cols - 1, Math.floor(col + x / cellWidth)),
  };
}

/**
 * The rectangle of some cells, from the upper left corner of the visible part.
 *
 * @param {Pick<Grid, 'cellWidth' | 'cellHeight' | 'row' | 'col'>} grid
 * @param {Cell & { rows?: number, cols?: number }} area
 */
export function boxOf(
  { cellWidth, cellHeight, row: firstRow = 0, col: firstCol = 0 },
  { row, col, rows = 1, cols = 1 },
) {
  return {
    left: (col - firstCol) * cellWidth,
    top: (row - firstRow) * cellHeight,
    width: cols * cellWidth,
    height: rows * cellHeight,
  };
}

/**
 * The cells of a rectangle, row by row.
 *
 * @param {Partial<Cell> & { rows: number, cols: number }} area @returns {Cell[]}
 */
export const cellsIn = ({ row = 0, col = 0, rows, cols }) =>
  Array.from({ length: rows * cols }, (_, at) => ({
    row: row + Math.floor(at / cols),
    col: col + (at % cols),
  }));

/**
 * The position of a pointer in a grid. The page may scale the grid with a transform.
 *
 * @param {Element} host - covers the visible part of the grid
 * @param {{ width: number, height: number } | null} grid - by default it is not scaled
 * @param {{ clientX: number, clientY: number }} event
 */
export function pointIn(host, grid, { clientX, clientY }) {
  const { left, top, width, height } = host.getBoundingClientRect();
  return {
    x: (clientX - left) * ((grid?.width ?? width) / (width || 1)),
    y: (clientY - top) * ((grid?.height ?? height) / (height || 1)),
  };
}

/**
 * Frames around the row, the column and the cell of a pair, which are visible even if they are smaller than a
 * pixel. A thin frame of a row or column is one line: two would hide its cells.
 *
 * @param {Pick<Grid, 'cellWidth' | 'cellHeight' | 'width' | 'height' | 'row' | 'col'>} grid
 * @param {Pair} pair
 */
export function framesOf(grid, pair) {
  const { left, top, width, height } = boxOf(grid, cellOf(pair));
  const [across, down] = [Math.max(width, LEAST_FRAME), Math.max(height, LEAST_FRAME)];
  return {
    row: {
      isThin: height < LEAST_OUTLINED,
      box: { left: 0, top, width: grid.width, height: Math.max(height, 1) },
    },
    column: {
      isThin: width < LEAST_OUTLINED,
      box: { left, top: 0, width: Math.max(width, 1), height: grid.height },
    },
    cell: {
      isThin: false,
      box: { left: left + (width - across) / 2, top: top + (height - down) / 2, width: across, height: down },
    },
  };
}

/**
 * The steps of keys, in cells across, cells down and pages down.
 *
 * @type {Map<string, [across: number, down: number, pages: number]>}
 */
const STEPS = new Map([
  ['ArrowLeft', [-1, 0, 0]],
  ['ArrowRight', [1, 0, 0]],
  ['ArrowUp', [0, -1, 0]],
  ['ArrowDown', [0, 1, 0]],
  ['PageUp', [0, 0, -1]],
  ['PageDown', [0, 0, 1]],
]);

/**
 * The cell to which a key moves the cursor. At an edge the cursor stays.
 *
 * @param {{ key: string, ctrlKey?: boolean, metaKey?: boolean }} pressed
 * @param {Cell} cell
 * @param {{ rows: number, cols: number }} size
 * @param {{ page?: number, first?: number }} [options] - `page`: the rows of a page. `first` is -1 if the
 *   arrows also reach the headers of rows and columns
 * @returns {Cell | null} null if the key does not move the cursor
 */
export function moved(pressed, { row, col }, { rows, cols }, { page = PAGE, first = 0 } = {}) {
  const { key, ctrlKey = false, metaKey = false } = pressed;
  const hasModifier = ctrlKey || metaKey;
  const inRange = (/** @type {number} */ at, /** @type {number} */ count, least = first) =>
    Math.max(least, Math.min(count - 1, at));
  if (key === 'Home') return { row: hasModifier ? 0 : row, col: 0 };
  if (key === 'End') return { row: hasModifier ? rows - 1 : row, col: cols - 1 };
  const step = STEPS.get(key);
  // Browsers and operating systems use the other keys with a modifier.
  if (!step || hasModifier) return null;
  const [across, down, pages] = step;
  if (pages !== 0) return { row: inRange(row + pages * page, rows, 0), col };
  return { row: inRange(row + down, rows), col: inRange(col + across, cols) };
}

/**
 * The next or the previous cell in reading order; null after the last and before the first.
 *
 * @param {Cell} cell
 * @param {{ rows: number, cols: number }} size
 * @param {1 | -1} by
 * @returns {Cell | null}
 */
export function neighbor({ row, col }, { rows, cols }, by) {
  const index = row * cols + col + by;
  if (index < 0 || index >= rows * cols) return null;
  return { row: Math.floor(index / cols), col: index % cols };
}

/**
 * A rectangle of cells of one kind.
 *
 * @template K @typedef {Cell & { rows: number, cols: number, kind: K }} Area
 */

/**
 * Merges neighboring cells of one kind into rectangles, row by row.
 *
 * @template {string} K
 * @param {{ rows: number, cols: number }} size
 * @param {(row: number, col: number) => K | null} kindOf - null for a cell of no kind
 * @returns {Area<K>[]}
 */
export function areasIn({ rows, cols }, kindOf) {
  /** @type {Area<K>[]} */
  const areas = [];
  /** The rectangles that end in the row above, by kind and columns. @type {Map<string, Area<K>>} */
  let above = new Map();
  for (let row = 0; row < rows; row++) {
    const here = new Map();
    for (let col = 0; col < cols;) {
      const kind = kindOf(row, col);
      let next = col + 1;
      while (next < cols && kindOf(row, next) === kind) next += 1;
      if (kind) {
        const key = `${kind} ${col} ${next}`;
        const area = above.get(key) ?? { row, col, rows: 0, cols: next - col, kind };
        if (area.rows === 0) areas.push(area);
        area.rows += 1;
        here.set(key, area);
      }
      col = next;
    }
    above = here;
  }
  return areas;
}
