import { longest, separatorOf, cellText } from '../../format/display.js';
import { symmetric } from '../../figure/scale.js';
import { digitsIn, MASKED, UNPICKED, widthFor } from '../../ui/cell-digits.js';
import { cellName, cellValue, labelsOf, scoreOf } from './cell.js';
import { areasIn } from '../../ui/grid.js';
/** @import { Contrast } from '../../engine/contrast.js' */
/** @import { MatrixData } from '../../engine/attention.js' */
/** @import { Strings } from '../../words/languages.js' */
/** @import { Cell, Mark } from '../../heatmap/figure.js' */
/** @import { MATRICES } from './figures.js' */
/** @import { ContrastModel } from './session.js' */

/** The width of a digit, as a share of the font size. */
const ADVANCE = 0.605;

/** @typedef {'wrong' | 'right'} SideName */
/** @typedef {typeof MATRICES[number]} MatrixName */

/** The width of a sum, in widths of a weight: sums have more digits. */
export const SUM_WIDTH = 1.3;

/** The least width of a cell of the output, in CSS pixels: enough for a sign, a point and a decimal. */
export const LEAST_OUTPUT = 24;

/**
 * The heading of a matrix. A column of sums is too narrow for words.
 *
 * @param {MatrixName} id @param {Strings} t
 */
export function headingOf(id, t) {
  return id === 'sums' ? 'Σ' : t.contrast.names[id];
}

/**
 * The figure of a `<heed-map>` for one matrix of one side.
 *
 * @param {ContrastModel} model
 * @param {SideName} side
 * @param {MatrixName} id
 * @param {{ width: number, height: number, activeCell: (Cell & { matrix: string }) | null }} place
 */
export function figureOf(model, side, id, { width, height, activeCell }) {
  const { state, result, language, t } = model;
  const words = t.contrast;
  const matrix = result[side][id];
  const { queries, keys } = labelsOf(model);
  const isWeights = id === 'weights';
  const fits = (/** @type {string[]} */ texts) => widthFor(longest(texts), ADVANCE) <= widthOf(id, width);
  const cell = { cellWidth: widthOf(id, width), cellHeight: height };
  const isTable = state.tables.includes(id);
  // A table has more digits of its own.
  const cells = isTable || id === 'sums' ? undefined : textsOf(result, side, id, cell);
  const texts = id === 'sums' ? sumTexts(matrix.data, result[side].offRows, fits) : cells;
  return {
    matrix,
    states: isWeights ? statesOf(result[side], result.pickable) : undefined,
    name: `${words.names[id]}, ${words.sides[side]}`,
    rowLabels: isWeights ? queries : null,
    colLabels: isWeights ? keys : null,
    tableRowLabels: queries,
    rowAxis: t.figure.axes.query,
    colAxis: isWeights ? t.figure.axes.key : id === 'output' ? t.figure.axes.feature : words.names.sums,
    ...(id === 'output'
      ? symmetric(bothOutputs(result))
      : { kind: /** @type {const} */ ('sequential'), low: 0, high: 1 }),
    map: state.map,
    ...cell,
    texts,
    separator: separatorOf(language),
    cursor: state.cursor?.matrix === id ? { row: state.cursor.row, col: state.cursor.col } : null,
    marks: /** @type {Mark[]} */ (marksOf(result, side, id, activeCell)),
    table: isTable,
    describe: (/** @type {number} */ row, /** @type {number} */ col) =>
      spoken(model, side, { matrix: id, row, col }),
    strings: {
      unpicked: t.contrast.unpicked,
      heatmap: t.figure.heatmap,
      table: t.figure.table,
      asTable: t.figure.asTable,
      asHeatmap: t.figure.asHeatmap,
    },
  };
}

/**
 * The width of a cell of a matrix.
 *
 * @param {MatrixName} id
 * @param {number} width - the width of a weight
 */
function widthOf(id, width) {
  if (id === 'sums') return Math.round(width * SUM_WIDTH);
  return id === 'output' ? Math.max(width, LEAST_OUTPUT) : width;
}

/**
 * The outputs of both sides as one matrix, because they share a scale.
 *
 * @param {Contrast} result @returns {MatrixData}
 */
export function bothOutputs({ wrong, right }) {
  const { rows, cols } = wrong.output;
  return { rows: 2 * rows, cols, data: Float64Array.of(...wrong.output.data, ...right.output.data) };
}

/**
 * The cells without a weight: keys that could have been picked, and masked ones, which are hatched. A masked
 * cell that is NaN is drawn as NaN.
 *
 * @param {Contrast['wrong']} side
 * @param {MatrixData} pickable
 */
function statesOf({ allowed, weights }, pickable) {
  return Uint8Array.from(allowed.data, (allow, cell) => {
    if (allow !== 0 || Number.isNaN(weights.data[cell])) return 0;
    return pickable.data[cell] === 0 ? MASKED : UNPICKED;
  });
}

/**
 * The text of a cell for screen readers: the values of both sides, first this one.
 *
 * @param {ContrastModel} model @param {SideName} side @param {Cell & { matrix: MatrixName }} cell
 */
function spoken(model, side, cell) {
  const { sides } = model.t.contrast;
  const other = side === 'wrong' ? 'right' : 'wrong';
  const valueOf = (/** @type {SideName} */ name) => `${sides[name]} ${cellValue(model, name, cell)}`;
  return [
    cellName(model, cell),
    valueOf(side),
    ...(cell.matrix === 'weights' ? [scoreOf(model, side, cell)] : []),
    valueOf(other),
  ].join(', ');
}

/**
 * The texts of the weights or of the output of one side: with as many decimals as fit on both sides, so that
 * they can be compared, or without digits on both.
 *
 * @param {Contrast} result
 * @param {SideName} side
 * @param {'weights' | 'output'} id
 * @param {{ cellWidth: number, cellHeight: number }} cell
 */
function textsOf({ wrong, right, pickable }, side, id, cell) {
  const sides = [wrong, right];
  const data = sides.flatMap((each) => Array.from(each[id].data));
  const states = id === 'weights' ? sides.flatMap((each) => Array.from(statesOf(each, pickable))) : [];
  const texts = digitsIn(cell, ADVANCE, { data, states })?.texts ?? data.map(() => '');
  const { length } = wrong[id].data;
  return side === 'wrong' ? texts.slice(0, length) : texts.slice(length);
}

/** More decimals of a sum would show rounding errors. */
const DECIMALS = 2;
/** The decimals of a sum that is outlined because it is not 1. */
const MOST = 6;

/**
 * The texts of the row sums of one side, with the same number of decimals: as many as tell a sum that is not
 * 1 from 1. If all of them are whole, they have none. In narrow cells, a sum near 1 is only said to be
 * smaller or larger.
 *
 * @param {ArrayLike<number>} sums
 * @param {ArrayLike<number>} offRows - the rows whose sum is not 1
 * @param {(texts: string[]) => boolean} [fit] - whether texts fit into the cells
 * @returns {string[]}
 */
export function sumTexts(sums, offRows, fit = () => true) {
  const texts = (/** @type {number} */ decimals) =>
    Array.from(sums, (sum) => (Number.isNaN(sum) ? '' : cellText(sum, decimals)));
  const off = Array.from(offRows);
  let decimals = DECIMALS;
  while (decimals < MOST && off.some((row) => Number(cellText(sums[row], decimals)) === 1)) decimals += 1;
  const shown = texts(decimals);
  if (shown.every((text) => text === '' || /^\d+\.0+$/.test(text))) return texts(0);
  if (fit(shown)) return shown;
  return texts(1).map((text, row) => {
    if (!off.includes(row) || Number(text) !== 1) return text;
    return sums[row] < 1 ? '<1' : '>1';
  });
}

/**
 * The outlined cells of a side: on the wrong side those that reveal the mistake, on the right side, dashed,
 * those that the wrong mask removes.
 *
 * @param {Contrast} result
 * @param {'wrong' | 'right'} side
 * @param {string} matrix
 * @param {{ matrix: string, row: number, col: number } | null} activeCell - the cell under the pointer, else
 *   the cursor
 * @returns {Mark[]}
 */
export function marksOf({ wrong, right }, side, matrix, activeCell) {
  /** @type {Mark[]} */
  const marks =
    activeCell?.matrix === matrix
      ? [{ row: activeCell.row, col: activeCell.col, rows: 1, cols: 1, level: 'focus' }]
      : [];
  const allowed = (/** @type {Contrast['wrong']} */ of, /** @type {number} */ cell) =>
    of.allowed.data[cell] !== 0;
  if (matrix === 'weights') {
    const leaks = (/** @type {number} */ cell) => !allowed(right, cell) && wrong.weights.data[cell] !== 0;
    const loses = (/** @type {number} */ cell) => allowed(right, cell) && !allowed(wrong, cell);
    /** @type {(cell: number) => Mark['level'] | null} */
    const levelOf =
      side === 'wrong'
        ? (cell) => (leaks(cell) ? 'upstream' : null)
        : (cell) => (loses(cell) ? 'downstream' : null);
    const { rows, cols } = wrong.weights;
    const areas = areasIn({ rows, cols }, (row, col) => levelOf(row * cols + col));
    return [...marks, ...areas.map(({ kind, ...area }) => ({ ...area, level: kind }))];
  }
  if (matrix === 'sums' && side === 'wrong')
    marks.push(
      ...wrong.offRows.map(
        (row) => /** @type {Mark} */ ({ row, col: 0, rows: 1, cols: 1, level: 'upstream' }),
      ),
    );
  return marks;
}
