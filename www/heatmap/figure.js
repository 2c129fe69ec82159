import en from './words/en.json' with { type: 'json' };
/** @import { MatrixData } from '../types.js' */

/**
 * A cell of a matrix. Rows come first, as in (query, key).
 *
 * @typedef {{ row: number, col: number }} Cell
 */

/**
 * An outlined rectangle of cells: the cell in focus, the cells that it is computed from, or the cells that
 * are computed from it.
 *
 * @typedef {Cell & { rows: number, cols: number, level: 'focus' | 'direct' | 'upstream' | 'downstream' | 'linked' }} Mark
 */

/** The default strings. `editHint` is announced with the name of an editable map, unless it is empty. */
const STRINGS = { ...en.map.strings, editHint: '' };

/**
 * The content of a heatmap. It is set as a whole; the element does not change it.
 *
 * @typedef {object} Figure
 * @property {MatrixData} matrix
 * @property {Uint8Array} [states] - one for each cell: 0 a value, 1 masked, 2 not shown yet, 3 not picked
 * @property {string} name - plain text, also the accessible name
 * @property {string[] | null} [rowLabels]
 * @property {string[] | null} [colLabels]
 * @property {string} [rowAxis] - the name of the rows, such as "query"
 * @property {string} [colAxis] - the name of the columns, such as "key"
 * @property {'sequential' | 'diverging'} kind
 * @property {number} low - the value at the low end of the color scale
 * @property {number} high
 * @property {'ember' | 'viridis' | 'cividis' | 'grey'} [map]
 * @property {number} [cellWidth] - CSS pixels, from one cell to the next
 * @property {number} [cellHeight]
 * @property {string[]} [texts] - the texts of the cells, row by row; by default the digits that fit
 * @property {number} [textSize] - the font size of the texts, CSS pixels; 0 for no text; by default what fits
 * @property {'.' | ','} [separator] - the decimal separator of the digits; by default a point
 * @property {number} [cellGap] - the gap between two cells, CSS pixels; 1 by default
 * @property {number} [cornerRadius] - the corner radius of cells, CSS pixels; 0 by default
 * @property {string[]} [tableTexts] - the texts of the table, row by row
 * @property {string[] | null} [tableRowLabels] - the row labels of the table, if they differ
 * @property {string[] | null} [tableColLabels]
 * @property {boolean} [editable]
 * @property {Cell | null} [cursor] - set if this map has the page's cursor
 * @property {Mark[]} [marks]
 * @property {boolean} [quiet] - belongs to a later step: dimmed, but usable
 * @property {boolean} [table] - shown as a table
 * @property {(row: number, col: number) => string} [describe] - the accessible description of a cell
 * @property {string} [wants] - the message for a typed text that is not a number
 * @property {Partial<typeof STRINGS>} [strings]
 */

/** @typedef {ReturnType<typeof withDefaults>} Complete */

/**
 * The figure with all defaults, or null if it has no matrix whose size and data match.
 *
 * @param {Figure | null | undefined} figure
 * @returns {Complete | null}
 */
export function complete(figure) {
  const matrix = figure?.matrix;
  if (
    !figure ||
    !matrix?.data ||
    matrix.rows < 1 ||
    matrix.cols < 1 ||
    matrix.data.length !== matrix.rows * matrix.cols
  )
    return null;
  return withDefaults(figure);
}

/** @param {Figure} figure */
function withDefaults(figure) {
  const { matrix, rowLabels = null, colLabels = null } = figure;
  const count = matrix.rows * matrix.cols;
  const strings = { ...STRINGS, ...figure.strings };
  return {
    ...figure,
    // The page may pass a plain array.
    matrix: {
      ...matrix,
      data: matrix.data instanceof Float64Array ? matrix.data : Float64Array.from(matrix.data),
    },
    states: figure.states?.length === count ? figure.states : new Uint8Array(count),
    name: figure.name ?? '',
    rowLabels,
    colLabels,
    rowAxis: figure.rowAxis || strings.row,
    colAxis: figure.colAxis || strings.column,
    map: figure.map ?? 'ember',
    cellWidth: figure.cellWidth ?? 34,
    cellHeight: figure.cellHeight ?? 26,
    tableRowLabels: figure.tableRowLabels ?? rowLabels,
    tableColLabels: figure.tableColLabels ?? colLabels,
    editable: figure.editable ?? false,
    cursor: within(matrix, figure.cursor),
    marks: figure.marks ?? [],
    separator: figure.separator ?? '.',
    quiet: figure.quiet ?? false,
    table: figure.table ?? false,
    wants: figure.wants ?? en.map.wants,
    strings,
  };
}

/**
 * The cell, if it is in the matrix.
 *
 * @param {{ rows: number, cols: number }} size
 * @param {Cell | null | undefined} cell
 * @returns {Cell | null}
 */
export function within({ rows, cols }, cell) {
  if (!cell || cell.row < 0 || cell.col < 0 || cell.row >= rows || cell.col >= cols) return null;
  return { row: cell.row, col: cell.col };
}

/** @param {Cell | null | undefined} a @param {Cell | null | undefined} b */
export function sameCell(a, b) {
  return a === b || (!!a && !!b && a.row === b.row && a.col === b.col);
}
