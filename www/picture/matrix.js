import { inkColors, paintPixels } from '../engine/attention.js';
import { columnLayout, plainLabel, SLOPE, WIDEST_ROW_LABEL } from '../ui/labels.js';
import { digitsIn } from '../ui/cell-digits.js';
import { COLOURS } from './colours.js';
import { gapsIn } from './gaps.js';
import { moved, SMALL, written } from './scene.js';
import { fitted, LEADING, lineWidth } from './text.js';
/** @import { Complete } from '../heatmap/figure.js' */
/** @import { Kind, Measure, Piece, Shape, Span, Theme } from './types.js' */

/** The font size of a matrix's name, and the height of the line above the labels. */
export const NAME = 15;
const HEAD = 24;
/** The distance between a label and its row or column. */
const BESIDE = 8;
/** The minimum distances of labels, between lines and along the axis if they slope. */
const APART = { rows: 12, sloping: 14, flat: 4 };
/** Cells smaller than this have no gap. */
const MIN_WITH_GAP = 6;
/** The opacity of digits over a hatch, and of a matrix of a later step. */
const [MASKED_INK, QUIET] = [0.72, 0.35];
/** The arms of a cross, relative to the cell: the cross takes about a third of it. */
const REACH = 0.18;
/** The numbers of the states. */
const [MASKED, BLANK] = [1, 2];

/**
 * The options of drawing a matrix.
 *
 * @typedef {{ theme: Theme, measure: Measure, name?: Span[], shape?: boolean, axes?: { row: string, col: string } | null }} How
 */

/**
 * A matrix with its labels. `left` and `top` are the start of its cells, `right` their end.
 *
 * @typedef {Piece & { left: number, top: number, right: number, has: Set<'hatch' | 'cross'> }} Matrix
 */

/**
 * One matrix as on the page: colours of the engine, the same digits, labels at the left and above, and
 * hatched masked cells.
 *
 * @param {Complete} figure
 * @param {How} how - with its name and shape above it, or with the names of its axes
 * @returns {Matrix}
 */
export function matrixPiece(figure, { theme, measure, name = [], shape = false, axes = null }) {
  const colours = COLOURS[theme];
  const {
    matrix: { rows, cols },
    cellWidth,
    cellHeight,
    quiet,
  } = figure;
  const [wide, high] = [cols * cellWidth, rows * cellHeight];
  const down = rowLabels(figure, measure, colours.soft);
  const across = columnLabels(figure, measure, colours.soft);
  const size = `${rows}×${cols}`;
  const caption = name.length > 0 || shape;
  const named = lineWidth(name, NAME, measure);
  const captioned = named + (shape ? BESIDE + measure(size, SMALL, true) : 0);
  // A name that is wider than its matrix extends to the left, as on the page.
  const left = Math.ceil(Math.max(down.width + (axes ? SMALL * LEADING : 0), captioned - wide));
  // Cells begin at whole units, so that their edges are sharp.
  const top = Math.ceil((caption ? HEAD : 0) + across.height + (axes ? SMALL * LEADING : 0));
  const cells = cellShapes(figure, colours, theme);
  const drawn = [...cells.shapes, ...digitShapes(figure, cells.inks, measure)].map((each) =>
    quiet ? { ...each, opacity: QUIET } : each,
  );
  const shapes = moved([...down.shapes, ...across.shapes, ...drawn], left, top);
  const from = left + Math.min(0, wide - captioned);
  if (name.length > 0)
    shapes.push({
      kind: 'text',
      x: from,
      y: NAME,
      text: name,
      size: NAME,
      fill: colours.ink,
      anchor: 'start',
    });
  if (shape)
    shapes.push({
      kind: 'text',
      x: from + named + BESIDE,
      y: NAME,
      text: size,
      size: SMALL - 0.5,
      fill: colours.soft,
      anchor: 'start',
      mono: true,
    });
  if (axes) {
    const room = Math.max(high, measure(axes.row, SMALL));
    shapes.push({
      kind: 'text',
      x: left,
      y: (caption ? HEAD : 0) + SMALL,
      text: axes.col,
      size: SMALL,
      fill: colours.soft,
      anchor: 'start',
    });
    shapes.push({
      kind: 'text',
      x: SMALL * 0.8,
      y: top + room / 2,
      text: axes.row,
      size: SMALL,
      fill: colours.soft,
      anchor: 'middle',
      turn: -90,
    });
  }
  const right = left + wide;
  const [broad, tall] = axes ? [measure(axes.col, SMALL), measure(axes.row, SMALL)] : [0, 0];
  return {
    shapes,
    left,
    top,
    right,
    width: Math.max(right + across.beyond, left + broad),
    height: top + Math.max(high, tall),
    has: cells.has,
  };
}

/**
 * The colours, hatches and crosses, and the ink for each cell.
 *
 * @param {Complete} figure
 * @param {typeof COLOURS['light']} colours
 * @param {Theme} theme
 */
function cellShapes(
  { matrix: { rows, cols, data }, states, map, kind, low, high, cellWidth, cellHeight },
  colours,
  theme,
) {
  const painted = paintPixels(
    { rows, cols, cellWidth: 1, cellHeight: 1, gap: 0, map, kind, low, high, theme },
    Float64Array.from(data),
    states,
  );
  const pixels = painted.pixels.slice();
  const kindOf = (/** @type {number} */ cell) =>
    states[cell] === MASKED ? 'hatch' : states[cell] !== BLANK && Number.isNaN(data[cell]) ? 'cross' : null;
  const gap = Math.min(cellWidth, cellHeight) < MIN_WITH_GAP ? 0 : 1;
  /** @type {Shape[]} */
  const shapes = [];
  /** @type {Set<'hatch' | 'cross'>} */
  const has = new Set();
  for (const { row, col, rows: tall, cols: broad, kind: is } of gapsIn({ rows, cols }, (row, col) =>
    kindOf(row * cols + col),
  )) {
    has.add(is);
    const box = {
      x: col * cellWidth,
      y: row * cellHeight,
      width: broad * cellWidth,
      height: tall * cellHeight,
    };
    if (is === 'hatch') shapes.push({ kind: 'hatch', ...box, ground: colours.ground, line: colours.hatch });
    else {
      shapes.push({ kind: 'rect', ...box, fill: colours.ground });
      for (let cell = 0; cell < tall * broad; cell += 1) {
        shapes.push(
          crossIn(
            box.x + (cell % broad) * cellWidth,
            box.y + Math.floor(cell / broad) * cellHeight,
            cellWidth,
            cellHeight,
            colours,
          ),
        );
      }
    }
  }
  for (let cell = 0; cell < rows * cols; cell += 1) if (kindOf(cell)) pixels[4 * cell + 3] = 0;
  shapes.push({
    kind: 'cells',
    x: 0,
    y: 0,
    width: cols * cellWidth,
    height: rows * cellHeight,
    rows,
    cols,
    pixels,
    gap,
  });
  return { shapes, has, inks: painted.inks };
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 * @param {typeof COLOURS['light']} colours
 * @returns {Kind<'cross'>}
 */
function crossIn(x, y, width, height, { ground, cross }) {
  const side = Math.min(width, height);
  const reach = Math.max(side * REACH, Math.min(side, 5) / 2);
  return {
    kind: 'cross',
    x: x + width / 2 - reach,
    y: y + height / 2 - reach,
    width: 2 * reach,
    height: 2 * reach,
    ground,
    line: cross,
  };
}

/**
 * The digits that the page shows in cells of this size.
 *
 * @param {Complete} figure @param {Uint8Array} inks @param {Measure} measure @returns {Shape[]}
 */
function digitShapes({ matrix: { data, cols }, states, texts, cellWidth, cellHeight }, inks, measure) {
  const digits = digitsIn({ cellWidth, cellHeight }, measure('0', 100, true) / 100 || 0.6, {
    data,
    states,
    texts,
  });
  if (!digits) return [];
  const { dark, light } = inkColors();
  return digits.texts.flatMap((text, cell) => {
    if (text === '') return [];
    const [x, y] = [
      ((cell % cols) + 0.5) * cellWidth,
      (Math.floor(cell / cols) + 0.5) * cellHeight + 0.36 * digits.size,
    ];
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
function rowLabels({ matrix: { rows }, rowLabels: labels, cellHeight }, measure, fill) {
  if (!labels?.length) return { shapes: [], width: 0 };
  const step = rounded(APART.rows / cellHeight);
  const texts = labels.slice(0, rows).map((label) => fitted(label, WIDEST_ROW_LABEL, SMALL, measure));
  const shapes = texts.flatMap((text, row) =>
    row % step > 0
      ? []
      : [written(text, -BESIDE, (row + 0.5) * cellHeight + 0.35 * SMALL, { fill, anchor: 'end' })],
  );
  return { shapes, width: Math.max(...texts.map((text) => measure(text, SMALL))) + BESIDE };
}

/** @param {Complete} figure @param {Measure} measure @param {string} fill */
function columnLabels({ matrix: { cols }, colLabels: labels, cellWidth }, measure, fill) {
  if (!labels?.length) return { shapes: [], height: 0, beyond: 0 };
  const texts = labels.slice(0, cols).map(plainLabel);
  const widths = texts.map((text) => measure(text, SMALL));
  const numbers = texts.every((text, col) => text === String(col));
  const widest = Math.max(...widths);
  // Numbers are skipped rather than rotated.
  const { sloping, height, clip } = numbers
    ? { sloping: false, height: SMALL + APART.flat, clip: widest }
    : columnLayout(widths, cellWidth);
  const step = rounded((sloping ? APART.sloping : numbers ? widest + APART.flat : 0) / cellWidth);
  const shapes = texts.flatMap((text, col) => {
    const [x, shown] = [(col + 0.5) * cellWidth, fitted(text, clip, SMALL, measure)];
    return col % step > 0
      ? []
      : [
          sloping
            ? written(shown, x + 4, -APART.flat, { fill, turn: -SLOPE })
            : written(shown, x, -APART.flat, { fill, anchor: 'middle' }),
        ];
  });
  const reach = sloping
    ? Math.min(clip, widths.at(-1) ?? 0) * Math.cos((SLOPE * Math.PI) / 180) + 4 - cellWidth / 2
    : 0;
  return { shapes, height, beyond: Math.max(0, reach) };
}

/** The interval of labels: one, two, five or ten times a power of ten. @param {number} least */
function rounded(least) {
  for (let power = 1; ; power *= 10)
    for (const step of [power, 2 * power, 5 * power]) if (step >= least) return step;
}
