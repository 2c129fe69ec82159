/** @import { MatrixData } from '../types.js' */

/**
 * A place in a matrix. Rows come first, as in (query, key).
 *
 * @typedef {{ row: number, col: number }} Cell
 */

/**
 * A rectangle of cells to be outlined: the cell that is looked at, what it is worked out from, or where it goes.
 *
 * @typedef {Cell & { rows: number, cols: number, level: 'focus' | 'direct' | 'upstream' | 'downstream' | 'linked' }} Mark
 */

/** The words of the element. Those that are not given are English. */
const WORDS = {
  heatmap: 'heatmap',
  table: 'table',
  /** After the name: what the button does. */
  asTable: 'as a table',
  asHeatmap: 'as a heatmap',
  row: 'row',
  column: 'column',
  masked: 'masked',
  missing: 'not a number',
  hidden: 'not shown yet',
  /** Spoken with the name of a map that can be edited; nothing if empty. */
  editHint: '',
};

/**
 * All that one heatmap draws. Set whole; nothing in it is changed by the element.
 *
 * @typedef {object} Figure
 * @property {MatrixData} matrix
 * @property {Uint8Array} [states] - one a cell: 0 a value, 1 masked, 2 not shown yet
 * @property {string} name - plain text, spoken
 * @property {string[] | null} [rowLabels]
 * @property {string[] | null} [colLabels]
 * @property {string} [rowAxis] - what a row is, such as "query"
 * @property {string} [colAxis] - what a column is, such as "key"
 * @property {'sequential' | 'diverging'} kind
 * @property {number} low - the value at the lower end of the colours
 * @property {number} high
 * @property {'ember' | 'viridis' | 'cividis' | 'grey'} [map]
 * @property {number} [cellWidth] - CSS pixels, from one cell to the next
 * @property {number} [cellHeight]
 * @property {string[]} [texts] - what stands in the cells, row by row; without it, the digits that fit
 * @property {number} [textSize] - the size of the texts, CSS pixels; 0 for none; without it, what fits
 * @property {number} [cellGap] - ground between two cells, CSS pixels; 1 unless told
 * @property {number} [cornerRadius] - of cells, CSS pixels; 0 unless told
 * @property {string[]} [tableTexts] - what stands in the table, row by row
 * @property {string[] | null} [tableRowLabels] - where the table names more than the figure does
 * @property {string[] | null} [tableColLabels]
 * @property {boolean} [editable]
 * @property {Cell | null} [cursor] - set when this map holds the page's cursor
 * @property {Mark[]} [marks]
 * @property {boolean} [quiet] - of a later step: dimmed, but of use
 * @property {boolean} [table] - shown as a table
 * @property {(row: number, col: number) => string} [describe] - what is spoken of a cell
 * @property {string} [wants] - the sentence for a typed text that is no number
 * @property {Partial<typeof WORDS>} [strings]
 */

/** @typedef {ReturnType<typeof withDefaults>} Complete */

/**
 * The figure with nothing left out, or null if there is no matrix in it whose size and data agree.
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
  const strings = { ...WORDS, ...figure.strings };
  return {
    ...figure,
    // A page may give a plain list.
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
    quiet: figure.quiet ?? false,
    table: figure.table ?? false,
    wants: figure.wants ?? 'A number, such as 0.5 or −2.',
    strings,
  };
}

/**
 * The cell, if the matrix has it.
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
