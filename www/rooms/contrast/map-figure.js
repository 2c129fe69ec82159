import { longest } from '../../format/cell-text.js';
import { separatorOf } from '../../format/separator.js';
import { scaleOf } from '../../figure/scale.js';
import { MASKED, UNPICKED, widthFor } from '../../ui/cell-digits.js';
import { sumTexts } from './sum-texts.js';
import { cellValue, labelsOf, cellName, scoreOf } from './cell.js';
import { marksOf } from './marks.js';
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
      ? scaleOf(id, bothOutputs(result))
      : { kind: /** @type {const} */ ('sequential'), low: 0, high: 1 }),
    map: state.map,
    cellWidth: widthOf(id, width),
    cellHeight: height,
    texts: id === 'sums' ? sumTexts(matrix.data, result[side].offRows, fits) : undefined,
    separator: separatorOf(language),
    cursor: state.cursor?.matrix === id ? { row: state.cursor.row, col: state.cursor.col } : null,
    marks: /** @type {Mark[]} */ (marksOf(result, side, id, activeCell)),
    table: state.tables.includes(id),
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
