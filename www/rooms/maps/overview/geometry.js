/** The least and greatest size of a thumbnail, in CSS pixels. */
const [LEAST, MOST] = [27, 96];
const GAP = 2;
/** In narrower rooms, the numbers of the layers are narrower too. */
const NARROW = 400;
/** The height of the labels below a thumbnail: its value, and its head if there is no grid. */
const LINE = 13;

/**
 * The layout of the thumbnails, in CSS pixels.
 *
 * @typedef {object} Geometry
 * @property {boolean} flow
 * @property {number} size - of a thumbnail
 * @property {number} columns
 * @property {number} count
 * @property {number} left - of the first thumbnail: the numbers of layers stand before it
 * @property {number} top - the numbers of heads stand above it
 * @property {number} across - from one to the next
 * @property {number} down
 * @property {number} width - of all
 * @property {number} height
 */

/**
 * Computes the largest layout that fits, with whole pixels for each cell if that makes it little smaller.
 *
 * @param {{ room: number, ratio: number, flow: boolean, count: number, columns: number, cells: number }} asked -
 *   `columns` of the grid, `cells` across a thumbnail
 * @returns {Geometry}
 */
export function laidOut({ room, ratio, flow, count, columns, cells }) {
  const left = flow ? 0 : room < NARROW ? 14 : 20;
  const wished = flow ? Math.max(1, Math.min(columns, Math.floor((room + GAP) / (LEAST + GAP)))) : columns;
  const fits = Math.max(LEAST, Math.min(MOST, Math.floor((room - left) / wished) - GAP));
  const size = whole(fits * ratio, cells, LEAST * ratio) / ratio;
  const across = size + GAP;
  const top = flow ? 0 : 15;
  const perRow = flow ? Math.max(1, Math.floor((room + GAP) / across)) : columns;
  const down = size + LINE * (flow ? 2 : 1) + GAP;
  return {
    flow,
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

/**
 * The largest whole multiple of `cells` up to `pixels`, if that is not much smaller, nor less than allowed.
 *
 * @param {number} pixels @param {number} cells @param {number} least
 */
function whole(pixels, cells, least) {
  const multiple = Math.floor(pixels / cells) * cells;
  return multiple >= Math.max(least, pixels * 0.8) ? multiple : Math.floor(pixels);
}

/** The left and top of the thumbnail at a place. @param {Geometry} geometry @param {number} place */
export function cornerOf({ left, top, across, down, columns }, place) {
  return { x: left + (place % columns) * across, y: top + Math.floor(place / columns) * down };
}

/**
 * The element at a point: a thumbnail by its place; in a grid also a row or a column by its number, or the
 * corner, which means all heads.
 *
 * @typedef {{ place: number } | { row: number } | { column: number } | { all: true }} Spot
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
 * The range of visible thumbnails, including partly visible ones.
 *
 * @param {Geometry} geometry @param {{ left: number, top: number, width: number, height: number }} viewport
 */
export function visiblePlaces({ left, top, across, down, columns, count }, viewport) {
  const rows = [
    Math.max(0, Math.floor((viewport.top - top) / down)),
    Math.ceil((viewport.top + viewport.height - top) / down),
  ];
  const cols = [
    Math.max(0, Math.floor((viewport.left - left) / across)),
    Math.min(columns, Math.ceil((viewport.left + viewport.width - left) / across)),
  ];
  const places = [];
  for (let row = rows[0]; row < rows[1]; row += 1)
    for (let col = cols[0]; col < cols[1] && row * columns + col < count; col += 1)
      places.push(row * columns + col);
  return places;
}

/**
 * Where the cursor goes by a key, or null. In a grid it also goes to the numbers of a row (column -1), of a
 * column (row -1) and to the corner.
 *
 * @param {{ key: string, ctrlKey: boolean, metaKey: boolean }} event
 * @param {{ row: number, col: number }} at
 * @param {Geometry} geometry
 */
export function moveByKey({ key, ctrlKey, metaKey }, { row, col }, { flow, columns, count }) {
  const first = flow ? 0 : -1;
  const rows = Math.ceil(count / columns);
  const far = ctrlKey || metaKey;
  const to = {
    ArrowLeft: [row, col - 1],
    ArrowRight: [row, col + 1],
    ArrowUp: [row - 1, col],
    ArrowDown: [row + 1, col],
    Home: [far ? 0 : row, 0],
    End: [far ? rows - 1 : row, columns - 1],
    PageUp: [row - 6, col],
    PageDown: [row + 6, col],
  }[key];
  if (!to) return null;
  const [down, across] = [
    Math.min(rows - 1, Math.max(key.startsWith('Page') ? 0 : first, to[0])),
    Math.min(columns - 1, Math.max(first, to[1])),
  ];
  // The last row of a flow may be shorter.
  return down >= 0 && across >= 0 && down * columns + across >= count
    ? { row: down, col: (count - 1) % columns }
    : { row: down, col: across };
}
