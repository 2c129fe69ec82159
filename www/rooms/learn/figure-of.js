import { axesOf, axisLabels, initials, shortLabels } from '../../figure/axes.js';
import { separatorOf } from '../../format/display.js';
import { describe } from './describe.js';
import { cellTexts } from '../../ui/cell-digits.js';
import { tableTexts } from './numbers.js';
import { baseOf, headFeatures, headLabels, headOf, matrixName } from '../../figure/heads.js';
import { MASKED, cellStates } from '../../figure/reveal.js';
import { matrixOf, scaleIn } from '../../figure/matrices.js';
import { stepOf } from './lessons/steps.js';
import { operationOf } from './operations/index.js';
/** @import { Cell, Model } from '../../types.js' */

/**
 * @typedef {object} MapOptions
 * @property {number} cellWidth - CSS pixels
 * @property {number} cellHeight - CSS pixels
 * @property {boolean} rowLabels
 * @property {boolean} [colLabels]
 * @property {boolean} [shortNames] - whether names of films are abbreviated, because sloping ones do not fit
 * @property {Cell | null} [cursor] - by default that of the state
 * @property {any[]} [marks] - highlighted rectangles
 */

/**
 * The `figure` of a `<heed-map>` that shows one matrix of the lesson.
 *
 * @param {Model} model
 * @param {string} id
 * @param {MapOptions} options
 */
export function figureOf(model, id, options) {
  const { state, lesson, matrices, t } = model;
  const { cellWidth, cellHeight, rowLabels, colLabels, shortNames = false } = options;
  const { cursor = state.cursor, marks = [] } = options;
  const matrix = matrices[id];
  const axes = axesOf(id);
  const states = cellStates(model, id);
  const table = state.tables === 'all' || state.tables.includes(id);
  const base = baseOf(id);
  const columns = colLabels || matrixOf(id).columnNames ? axisLabels(lesson, axes.col) : null;
  return {
    matrix,
    states,
    name: matrixName(t, id),
    rowLabels: rowLabels ? rowLabelsOf(model, id) : null,
    colLabels: columns
      ? columnLabels(id, columns, cellWidth, shortNames)
      : id === 'wO'
        ? null
        : headLabels(model, id, matrix.cols),
    rowAxis: axisName(model, axes.row),
    colAxis: axisName(model, axes.col),
    ...scaleIn(model, id),
    map: state.map,
    cellWidth,
    cellHeight,
    texts: textsOf(model, id, states),
    separator: separatorOf(model.language),
    // NumPy's format takes longer than painting, so only visible digits are formatted.
    tableTexts: table ? tableTexts(model, id) : undefined,
    tableRowLabels: id === 'wO' ? headFeatures(model, id, matrix.rows) : axisLabels(lesson, axes.row),
    tableColLabels:
      id === 'wO' ? null : (headFeatures(model, id, matrix.cols) ?? axisLabels(lesson, axes.col)),
    editable: editTarget(model, { matrix: id, row: 0, col: 0 }) !== null,
    cursor: cursor?.matrix === id ? { row: cursor.row, col: cursor.col } : null,
    marks,
    quiet: stepOf(lesson, base, headOf(id) !== null) > state.step,
    table,
    describe: (/** @type {number} */ row, /** @type {number} */ col) => describe(model, id, row, col),
    wants: t.inputErrors.wants,
    strings: {
      heatmap: t.figure.heatmap,
      table: t.figure.table,
      asTable: t.figure.asTable,
      asHeatmap: t.figure.asHeatmap,
    },
  };
}

/** @param {Model} model @param {string} id */
function rowLabelsOf(model, id) {
  return id === 'wO'
    ? headLabels(model, id, model.matrices.wO.rows)
    : axisLabels(model.lesson, axesOf(id).row);
}

/** The approximate width of a letter of a label, in CSS pixels. */
const LETTER = 7;

/** @param {string} id @param {string[]} columns @param {number} cellWidth @param {boolean} areShort */
function columnLabels(id, columns, cellWidth, areShort) {
  const { columnNames } = matrixOf(id);
  if (columnNames === 'initials' || (areShort && columnNames === 'shortened')) return initials(columns);
  const labels = shortLabels(columns);
  const flat = labels.every((label) => label.length * LETTER < cellWidth);
  return flat || columnNames !== 'flat' ? labels : null;
}

/**
 * The input that an edit of a cell changes, or null if the cell is computed.
 *
 * @param {Model} model
 * @param {Cell} cell
 * @returns {Cell | null}
 */
export function editTarget({ graph }, cell) {
  const node = graph[cell.matrix];
  return (node && operationOf(node).edited?.(node, graph, cell)) ?? null;
}

/** @param {Model} model @param {string} axis */
function axisName({ t }, axis) {
  return t.figure.axes[/** @type {keyof typeof t.figure.axes} */ (axis)];
}

/** @param {Model} model @param {string} id @param {Uint8Array} states */
function textsOf({ state, matrices }, id, states) {
  const texts = cellTexts(state, matrices[id]);
  if (id === 'additive') return Array.from(states, (cell) => (cell === MASKED ? '−∞' : '0'));
  return texts?.map((text, cell) => (states[cell] === MASKED ? '' : text));
}
