import { inkColors, legendPixels, paintPixels } from '../engine/painting.js';
import { number, localized } from '../format/display.js';
import { cellImage, cellShapes } from '../picture/cells.js';
import { STEPS, COLORS, moved, sheetOf, SMALL, written, WORDS } from '../picture/scene.js';
import { fitted, LEADING } from '../picture/lines.js';
import { lineWidth, measure as measured } from '../picture/text.js';
import { BLANK, MASKED } from '../ui/cell-digits.js';
import { labelInterval, SLOPE, WIDEST_ROW_LABEL } from '../ui/labels.js';
import { baselineIn, columnsOf, digitsOf, MASKED_INK, rowsOf } from './scene.js';
/** @import { Bar, Measure, Piece, Shape, Span, Theme } from '../picture/types.js' */
/** @import { Language } from '../state/languages.js' */
/** @import { Complete } from './figure.js' */

/** The font size of a matrix's name. */
export const NAME = 15;
/** The height of the line with the name. */
const NAME_LINE = 24;
/** The distance between a row label and its row, and between the name and the size. */
const LABEL_GAP = 8;
/** The minimum distances between labels: of rows, of sloping columns, and around horizontal ones. */
const MIN_DISTANCE = { rows: 12, sloping: 14, flat: 4 };
/** The number of digits at the ends of a scale. */
const DIGITS = 4;
/** The opacity of a matrix of a later step. */
const QUIET = 0.35;

/**
 * The options for drawing a matrix: `name` and `shape` are above it, and `axes` are the names of its axes.
 *
 * @typedef {{ theme: Theme, measure: Measure, name?: Span[], shape?: boolean, axes?: { row: string, col: string } | null }} MatrixOptions
 */

/**
 * A matrix with its labels. Its cells start at `left` and `top` and end at `right`. `has` are the marks that
 * the legend must explain.
 *
 * @typedef {Piece & { left: number, top: number, right: number, has: Set<'hatch' | 'cross'> }} Matrix
 */

/**
 * One matrix as on the page, with the same colors, digits and labels.
 *
 * @param {Complete} figure
 * @param {MatrixOptions} options
 * @returns {Matrix}
 */
export function matrixPiece(figure, { theme, measure, name = [], shape = false, axes = null }) {
  const colors = COLORS[theme];
  const {
    matrix: { rows, cols },
    cellWidth,
    cellHeight,
    quiet,
  } = figure;
  const [cellsWidth, cellsHeight] = [cols * cellWidth, rows * cellHeight];
  const byRow = rowLabels(figure, measure, colors.soft);
  const byColumn = columnLabels(figure, measure, colors.soft);
  const size = `${rows}×${cols}`;
  const nameWidth = lineWidth(name, NAME, measure);
  const titleWidth = nameWidth + (shape ? LABEL_GAP + measure(size, SMALL, true) : 0);
  const titleHeight = name.length > 0 || shape ? NAME_LINE : 0;
  const axisHeight = axes ? SMALL * LEADING : 0;
  // A title that is wider than its matrix extends to the left, as on the page.
  const left = Math.ceil(Math.max(byRow.width + axisHeight, titleWidth - cellsWidth));
  // Cells start at whole units, so that their edges are sharp.
  const top = Math.ceil(titleHeight + byColumn.height + axisHeight);
  const right = left + cellsWidth;
  const cells = paintedCells(figure, theme);
  const drawn = [...cells.shapes, ...digitShapes(figure, cells.inks, measure)].map((shape) =>
    quiet ? { ...shape, opacity: QUIET } : shape,
  );
  const shapes = moved([...byRow.shapes, ...byColumn.shapes, ...drawn], left, top);
  const titleLeft = Math.min(left, right - titleWidth);
  if (name.length > 0) shapes.push(written(name, titleLeft, NAME, { size: NAME, fill: colors.ink }));
  if (shape)
    shapes.push(
      written(size, titleLeft + nameWidth + LABEL_GAP, NAME, {
        size: SMALL - 0.5,
        fill: colors.soft,
        mono: true,
      }),
    );
  let width = right + byColumn.beyond;
  let height = cellsHeight;
  if (axes) {
    width = Math.max(width, left + measure(axes.col, SMALL));
    height = Math.max(height, measure(axes.row, SMALL));
    const fill = colors.soft;
    shapes.push(
      written(axes.col, left, titleHeight + SMALL, { fill }),
      written(axes.row, SMALL * 0.8, top + height / 2, { fill, anchor: 'middle', turn: -90 }),
    );
  }
  return { shapes, left, top, right, width, height: top + height, has: cells.has };
}

/**
 * The cells with their hatches and crosses, and the ink of each cell.
 *
 * @param {Complete} figure
 * @param {Theme} theme
 */
function paintedCells({ matrix, states, map, kind, low, high, cellWidth, cellHeight }, theme) {
  const { rows, cols, data } = matrix;
  const { pixels, inks } = paintPixels(
    { rows, cols, cellWidth: 1, cellHeight: 1, gap: 0, map, kind, low, high, theme },
    Float64Array.from(data),
    states,
  );
  const kindOf = (/** @type {number} */ row, /** @type {number} */ col) => {
    const cell = row * cols + col;
    if (states[cell] === MASKED) return 'hatch';
    return states[cell] !== BLANK && Number.isNaN(data[cell]) ? 'cross' : null;
  };
  const image = cellImage(matrix, pixels, kindOf);
  return { inks, ...cellShapes(image, { cellWidth, cellHeight }, COLORS[theme]) };
}

/**
 * The digits that the page shows in cells of this size.
 *
 * @param {Complete} figure @param {Uint8Array} inks @param {Measure} measure @returns {Shape[]}
 */
function digitShapes(figure, inks, measure) {
  const { cellWidth, cellHeight, states, matrix } = figure;
  const digits = digitsOf(figure, figure, measure('0', 100, true) / 100 || 0.6);
  if (digits.texts.length === 0) return [];
  const { dark, light } = inkColors();
  return digits.texts.flatMap((text, cell) => {
    if (text === '') return [];
    const x = ((cell % matrix.cols) + 0.5) * cellWidth;
    const y = Math.floor(cell / matrix.cols) * cellHeight + baselineIn(cellHeight, digits.size);
    return written(text, x, y, {
      size: digits.size,
      fill: inks[cell] === 0 ? dark : light,
      anchor: 'middle',
      mono: true,
      ...(states[cell] === MASKED ? { opacity: MASKED_INK } : {}),
    });
  });
}

/** @param {Complete} figure @param {Measure} measure @param {string} fill */
function rowLabels(figure, measure, fill) {
  if (!figure.rowLabels?.length) return { shapes: [], width: 0 };
  const { cellHeight } = figure;
  const interval = labelInterval(cellHeight, MIN_DISTANCE.rows);
  const texts = rowsOf(figure).map((label) => fitted(label, WIDEST_ROW_LABEL, SMALL, measure));
  const shapes = texts.flatMap((text, row) =>
    row % interval === 0
      ? written(text, -LABEL_GAP, (row + 0.5) * cellHeight + 0.35 * SMALL, { fill, anchor: 'end' })
      : [],
  );
  return { shapes, width: Math.max(...texts.map((text) => measure(text, SMALL))) + LABEL_GAP };
}

/**
 * The column labels. `beyond` is how far they extend to the right of the matrix.
 *
 * @param {Complete} figure
 * @param {Measure} measure
 * @param {string} fill
 */
function columnLabels(figure, measure, fill) {
  if (!figure.colLabels?.length) return { shapes: [], height: 0, beyond: 0 };
  const { cellWidth } = figure;
  const { texts, widths, ...layout } = columnsOf(figure, cellWidth, (text) => measure(text, SMALL));
  const areNumbers = texts.every((text, col) => text === String(col));
  const widest = Math.max(...widths);
  const { flat } = MIN_DISTANCE;
  // Numbers are skipped rather than rotated.
  const { sloping, height, clip } = areNumbers
    ? { sloping: false, height: SMALL + flat, clip: widest }
    : layout;
  const distance = sloping ? MIN_DISTANCE.sloping : areNumbers ? widest + flat : 0;
  const interval = labelInterval(cellWidth, distance);
  const shapes = texts.flatMap((text, col) => {
    if (col % interval !== 0) return [];
    const shown = fitted(text, clip, SMALL, measure);
    const x = (col + 0.5) * cellWidth;
    return sloping
      ? written(shown, x + 4, -flat, { fill, turn: -SLOPE })
      : written(shown, x, -flat, { fill, anchor: 'middle' });
  });
  const beyond = sloping
    ? Math.min(clip, widths.at(-1) ?? 0) * Math.cos((SLOPE * Math.PI) / 180) + 4 - cellWidth / 2
    : 0;
  return { shapes, height, beyond: Math.max(0, beyond) };
}

/**
 * The color bar of a scale, in the engine's colors. A diverging scale has 0 in the middle.
 *
 * @param {string} text - the label of the scale
 * @param {{ map: 'ember' | 'viridis' | 'cividis' | 'grey', kind: 'sequential' | 'diverging', theme: Theme }} colors
 * @param {[low: string, high: string]} ends
 * @returns {Bar}
 */
export function barOf(text, { map, kind, theme }, [low, high]) {
  const { pixels } = legendPixels({ map, kind, theme, width: STEPS, height: 1 });
  const middle = kind === 'diverging' ? [{ at: 0.5, text: '0' }] : [];
  return { text, pixels, ticks: [{ at: 0, text: low }, ...middle, { at: 1, text: high }] };
}

/**
 * One matrix as a picture.
 *
 * @param {Complete} figure
 * @param {{ theme: Theme, language?: Language, measure?: Measure }} options
 */
export function sceneOf(figure, { theme, language = 'en', measure = measured }) {
  const { name, map, kind, low, high, rowAxis, colAxis } = figure;
  const words = WORDS[language];
  const body = matrixPiece(
    { ...figure, quiet: false },
    { theme, measure, axes: { row: words.down({ axis: rowAxis }), col: words.across({ axis: colAxis }) } },
  );
  const samples = [...body.has].map((gap) => ({
    kind: gap,
    text: gap === 'hatch' ? words.masked : words.missing,
  }));
  const ends = [low, high].map((end) => localized(number(end, DIGITS), language));
  const bar = barOf(words.scale, { map, kind, theme }, /** @type {[string, string]} */ (ends));
  // The middle is 0 only if the scale is symmetric.
  const ticks = kind === 'diverging' && low === -high ? bar.ticks : bar.ticks.filter(({ at }) => at !== 0.5);
  return sheetOf(
    { title: name, body, legend: { bars: [{ ...bar, ticks }], samples } },
    { theme, measure, narrowest: 340 },
  );
}
