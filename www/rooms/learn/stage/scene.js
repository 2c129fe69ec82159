import { plainLabel } from '../../../ui/labels.js';
import { significant } from '../../../format/display.js';
import { axesOf } from '../../../figure/axes.js';
import { formulaWidth } from '../../../figure/formula.js';
import { baseOf } from '../../../figure/heads.js';
import { notation, scaleOf } from '../../../figure/matrices.js';
import { onStage, textsOf } from '../numbers.js';
import { barsScene } from './bars-scene.js';
import { boardScene, boardWidth } from './board-layout.js';
import { columnLabels, columnTexts, rowLabelSize, rowTexts } from './labels.js';
import {
  ADVANCE,
  isShort,
  productScene,
  LEAST_DIGITS,
  WANTED_DIGITS,
  sizesIn,
  wantedWidth,
} from './layout.js';
import { lineScene } from './line-layout.js';
import { matricesOf } from './spec.js';
/** @import { Cell, MatrixData, Model, Scale } from '../../../types.js' */
/** @import { Precision } from '../numbers.js' */
/** @import { TextWidth } from '../text-widths.js' */
/** @import { BarsScene } from './bars-scene.js' */
/** @import { BoardParts } from './board-layout.js' */
/** @import { ColumnLabels } from './labels.js' */
/** @import { StepLayout } from './layout.js' */
/** @import { MatrixSpec } from './spec.js' */
/** @import { Space } from './stage.js' */

/**
 * The figure of a step as data, in CSS pixels. It depends only on the model, the step, the space and the
 * widths of texts.
 *
 * @typedef {StepLayout & Labels & Measures} MatrixScene
 *
 * @typedef {object} Labels
 * @property {{ id: string, x: number, y: number, width: number, row: number, texts: string[], size: number }[]} rowLabels -
 *   `row` is the height of a row
 * @property {(ColumnLabels & { id: string, x: number, y: number, width: number, texts: string[], isMarked: boolean })[]} columnLabels -
 *   `y` is the bottom of the labels, `width` that of a column; `isMarked`: the label of the current column is
 *   highlighted
 *
 * @typedef {object} Measures
 * @property {number} digits - the size of its smallest digits
 * @property {number} row - the height of its lowest rows
 * @property {boolean} isTurned - whether column labels have to be turned
 * @property {BoardParts} [parts] - of a board
 */

/** Row labels are cut here at most. */
const WIDEST_LABEL = { page: 130, narrow: 92, present: 170 };

/**
 * The figure of a step in a space. A product or a line of matrices has short numbers if its digits are larger
 * then. Rows of bars that do not fit become heatmaps.
 *
 * @param {Model} model
 * @param {MatrixSpec} spec
 * @param {Space} space
 * @param {TextWidth} widthOf
 * @returns {MatrixScene | BarsScene}
 */
export function stepScene(model, spec, space, widthOf) {
  if (spec.form === 'board') return boardScene(model, spec, space, widthOf);
  const bars = spec.form === 'bars' ? barsScene(model, spec, space, widthOf) : null;
  return bars ?? matrixScene(model, spec, space, widthOf);
}

/**
 * @param {Model} model @param {Exclude<MatrixSpec, { form: 'board' }>} spec @param {Space} space
 * @param {TextWidth} widthOf
 */
function matrixScene(model, spec, space, widthOf) {
  const sceneWith = (/** @type {Precision} */ precision) => sceneIn(model, spec, space, widthOf, precision);
  const scene = sceneWith('full');
  if (space.size === 'narrow') {
    // Fewer decimals are better than numbers that are out of sight.
    const least = scene.width > space.width ? sceneWith('least') : scene;
    return least.width > space.width ? scene : least;
  }
  if (isShort(space) && scene.height > space.height) {
    const least = sceneWith('least');
    return least.height < scene.height ? least : scene;
  }
  // Numbers with fewer decimals are better than small ones, and than none.
  if (scene.digits >= (isShort(space) ? LEAST_DIGITS : WANTED_DIGITS)) return scene;
  const least = sceneWith('least');
  return least.digits > scene.digits ? least : scene;
}

/**
 * The model with the precision of each matrix of a layout, for the texts of a sum. Only the numbers of a row
 * stay shortened: its cells have no room for more.
 *
 * @param {Model} model @param {MatrixSpec} spec @param {MatrixScene | BarsScene} scene @returns {Model}
 */
export function asDrawn(model, spec, scene) {
  if ('isBars' in scene || spec.form !== 'product') return model;
  const [{ id, precision, digits }] = scene.matrices;
  return precision === 'least' && digits > 0 ? { ...model, precisions: { [id]: precision } } : model;
}

/**
 * The part of a matrix that is shown. All of it, except the rows of Vᵀ that a low-rank product does not use.
 *
 * @param {Model} model @param {MatrixSpec} spec @param {string} id @returns {MatrixData}
 */
export function shownMatrix({ matrices }, spec, id) {
  const matrix = matrices[id];
  if (spec.form !== 'product' || id !== spec.right) return matrix;
  const rows = matrices[spec.left].cols;
  return matrix.rows === rows
    ? matrix
    : { rows, cols: matrix.cols, data: matrix.data.slice(0, rows * matrix.cols) };
}

/**
 * The width of the dimensions of a matrix after its name, as in the style sheet, with the space before them.
 *
 * @param {MatrixData} matrix
 * @param {number} name - the font size of the name
 */
const shapeWidth = ({ rows, cols }, name) =>
  Math.ceil(`${rows}×${cols}`.length * Math.max(12.5, 0.42 * name) * ADVANCE) + 9;

/**
 * The layout of a figure with numbers of a precision.
 *
 * @param {Model} model @param {Exclude<MatrixSpec, { form: 'board' }>} spec @param {Space} space
 * @param {TextWidth} widthOf @param {Precision} precision
 * @returns {MatrixScene}
 */
function sceneIn(model, spec, { width, height, size, large = 1 }, widthOf, precision) {
  const { label, name } = sizesIn(size, large);
  const ids = matricesOf(spec);
  // In a product only the right operand has column labels.
  const labeled = spec.form === 'product' ? [spec.right] : ids;
  const above = Object.fromEntries(labeled.map((id) => [id, columnTexts(model, id)]));
  const measure = (/** @type {string} */ text) => widthOf(plainLabel(text), label, 'label');
  const rowLabel = Math.min(
    WIDEST_LABEL[size] * large,
    Math.max(0, ...rowTexts(model, ids[0]).map(measure)) + 4,
  );
  const colLabel = Math.max(0, ...labeled.flatMap((id) => above[id] ?? []).map(measure)) + 6;
  const shapes = Object.fromEntries(
    ids.map((id) => {
      const matrix = shownMatrix(model, spec, id);
      const texts = above[id];
      const shape = {
        id,
        rows: matrix.rows,
        cols: matrix.cols,
        length: Math.max(1, ...textsOf(model, id, matrix, precision).map((text) => text.length)),
        name:
          formulaWidth(notation(id, model.switches), name, (text, each, italic) =>
            widthOf(text, each, italic ? 'italic' : 'name'),
          ) + shapeWidth(matrix, name),
        ...(texts && {
          columns: texts.join('\n'),
          heading: (/** @type {number} */ column) => columnLabels(texts, column, label, widthOf).height,
        }),
      };
      return [id, shape];
    }),
  );
  const room = { width, height, size, rowLabel, colLabel, large };
  const draw = (/** @type {string[]} */ shown, isLow = false, isFolded = false) => {
    if (spec.form !== 'product') {
      const signs = spec.form === 'line' ? spec.signs : ['→'];
      return lineScene(
        shown.map((id) => shapes[id]),
        signs,
        { ...room, isLow },
      );
    }
    const { left, right, result, over } = spec;
    const product = { left: shapes[left], right: shapes[right], result: shapes[result] };
    return productScene({ ...product, over: over ? shapes[over] : null }, { ...room, isLow, isFolded });
  };
  const isOnPhone = size === 'narrow' || isShort(room);
  const isTooHigh = (/** @type {StepLayout} */ { height: high }) => isOnPhone && high > height;
  const implied = spec.form === 'product' ? null : impliedIn(ids);
  let scene = draw(ids);
  const kept = isTooHigh(scene) ? ids.filter((id) => id !== implied) : ids;
  if (kept.length < ids.length) scene = draw(kept);
  if (isTooHigh(scene)) scene = draw(kept, true);
  // Wider columns may have lower labels.
  if (isTooHigh(scene) && spec.form === 'product') scene = draw(kept, true, true);
  const matrices = scene.matrices.map((place) => ({ ...place, precision }));
  const labels = columnLabelsIn(scene, spec, above, widthOf);
  return {
    ...scene,
    matrices,
    rowLabels: matrices
      .filter(({ id }) => scene.rowsOf === '*' || id === scene.rowsOf)
      .map(({ id, y, cell }) => {
        const texts = rowTexts(model, id);
        const width = scene.labels - 10;
        const type = rowLabelSize(texts, width, scene.label, widthOf);
        return { id, x: 0, y, width, row: cell.height, texts, size: type };
      }),
    columnLabels: labels,
    digits: Math.min(...matrices.map(({ digits }) => digits)),
    row: Math.min(...matrices.map(({ cell }) => cell.height)),
    isTurned: labels.some(({ isTurned }) => isTurned),
  };
}

/**
 * @param {StepLayout} scene @param {MatrixSpec} spec @param {Record<string, string[] | null>} above @param {TextWidth} widthOf
 * @returns {Labels['columnLabels']}
 */
function columnLabelsIn({ matrices, colsOf, label }, spec, above, widthOf) {
  return matrices.flatMap(({ id, x, y, cell: { width } }) => {
    const texts = colsOf.includes(id) && above[id];
    if (!texts) return [];
    const isMarked = spec.form === 'product' || axesOf(id).col === 'key';
    return { id, x, y: y - 5, width, texts, isMarked, ...columnLabels(texts, width, label, widthOf) };
  });
}

/**
 * The operand that may be left out of a stack that is too high: the mask, which the result shows too, or a
 * single operand, whose numbers are in the sum.
 *
 * @param {string[]} ids
 */
const impliedIn = (ids) => ids.find((id) => baseOf(id) === 'additive') ?? (ids.length === 2 ? ids[0] : null);

/**
 * The width that the figure of a step needs for digits of the wanted size.
 *
 * @param {Model} model @param {MatrixSpec} spec @param {TextWidth} widthOf
 */
export function leastWidth(model, spec, widthOf) {
  if (spec.form === 'bars') return 0;
  if (spec.form === 'board') return boardWidth(model, spec, widthOf);
  const beside = spec.form === 'product' ? [spec.left, spec.result] : spec.parts;
  return wantedWidth(
    beside.map((id) => ({
      cols: model.matrices[id].cols,
      length: Math.max(1, ...textsOf(model, id, model.matrices[id]).map((text) => text.length)),
    })),
  );
}

/**
 * The color scales of the matrices on the stage. Matrices share a scale unless one has much larger numbers
 * than another. Weights and masks have their own scales.
 *
 * @param {Model} model @param {MatrixSpec} spec
 * @returns {Record<string, Scale>}
 */
export function scalesOf(model, spec) {
  const ids = matricesOf(spec);
  /** @type {Record<string, Scale>} */
  const scales = Object.fromEntries(ids.map((id) => [id, scaleOf(id, model.matrices[id])]));
  if (spec.form === 'board') return boardScales(model, spec, scales);
  const own = ids.filter((id) => scales[id].kind === 'diverging');
  const largest = own.map((id) => scales[id].high);
  const shared = Math.max(...largest) <= 8 * Math.min(...largest);
  for (const id of own) {
    const together = shared ? own : [id];
    const high = Math.max(...together.map((each) => scaleOf(each, model.matrices[each]).high));
    const negative = together.some((each) => model.matrices[each].data.some((value) => value < 0));
    scales[id] = negative ? { kind: 'diverging', low: -high, high } : { kind: 'sequential', low: 0, high };
  }
  return scales;
}

/**
 * The color scales of a board: one for each group of matrices.
 *
 * @param {Model} model @param {import('./spec.js').Board} spec @param {Record<string, Scale>} scales - of each matrix alone
 * @returns {Record<string, Scale>}
 */
function boardScales({ matrices }, { scales: groups }, scales) {
  const shared = groups.flatMap((ids) => {
    const high = Math.max(...ids.map((id) => scales[id].high));
    const isSigned = ids.some((id) => matrices[id].data.some((value) => value < 0));
    return ids.map((id) => [
      id,
      isSigned ? { kind: 'diverging', low: -high, high } : { kind: 'sequential', low: 0, high },
    ]);
  });
  return { ...scales, ...Object.fromEntries(shared) };
}

/**
 * The matrices of a figure by their color scales, the ends of each scale as text, and what a board calls each
 * group.
 *
 * @param {Model} model @param {MatrixSpec} spec
 */
export function scaleGroups(model, spec) {
  const scales = scalesOf(model, spec);
  const all = Object.keys(scales);
  const sameAs = (/** @type {string} */ id) =>
    all.filter((other) => JSON.stringify(scales[other]) === JSON.stringify(scales[id]));
  const groups =
    spec.form === 'board' ? spec.scales : all.map(sameAs).filter(([first], index) => first === all[index]);
  return groups.map((ids, index) => {
    const scale = scales[ids[0]];
    const end = (/** @type {number} */ value) => onStage(model, significant(value, 3));
    const ends = /** @type {[string, string]} */ ([end(scale.low), end(scale.high)]);
    return { scale, ends, ids, name: spec.form === 'board' ? spec.scaleNames[index] : undefined };
  });
}

/** The row whose labels are highlighted. @param {MatrixSpec} spec @param {{ row: number }} chosen */
export const currentRow = (spec, { row }) => (spec.form === 'board' ? (spec.current ?? row) : row);

/**
 * The cell of the result that the sum computes: the active cell or the cell that it belongs to, else the cell
 * of an answered question, else a fixed one.
 *
 * @param {Model} model @param {MatrixSpec} spec @param {Cell | null} activeCell
 * @param {{ row: number, col: number } | null} [answered] - the cell of an answered question
 * @returns {{ row: number, col: number }}
 */
export function chosenCell(model, spec, activeCell, answered = null) {
  const { rows, cols } = model.matrices[spec.result];
  const clamp = (/** @type {number} */ n, /** @type {number} */ count) => Math.max(0, Math.min(n, count - 1));
  const { shift = 0, first = 0 } = spec.form === 'line' ? spec : {};
  const place = answered ?? (spec.form === 'board' ? spec.first : { row: 2, col: first });
  const own = { row: clamp(place.row, rows), col: clamp(place.col, cols) };
  if (!activeCell) return own;
  if (spec.form === 'board' && activeCell.matrix !== spec.result) {
    if (!matricesOf(spec).includes(activeCell.matrix)) return own;
    const [axes, active] = [axesOf(spec.result), axesOf(activeCell.matrix)];
    return {
      row: axes.row === active.row ? clamp(activeCell.row, rows) : own.row,
      col: axes.col === active.col ? clamp(activeCell.col, cols) : own.col,
    };
  }
  if (spec.form === 'product' && activeCell.matrix === spec.left)
    return { ...own, row: clamp(activeCell.row, rows) };
  if (spec.form === 'product' && activeCell.matrix === spec.right)
    return { ...own, col: clamp(activeCell.col, cols) };
  if (!matricesOf(spec).includes(activeCell.matrix) || activeCell.matrix === /** @type {any} */ (spec).over)
    return own;
  const col = activeCell.matrix === spec.result ? activeCell.col : activeCell.col - shift;
  return { row: clamp(activeCell.row, rows), col: clamp(col, cols) };
}
