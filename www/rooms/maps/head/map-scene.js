import { localized } from '../../../format/display.js';
import { boxOf, cellOf, framesOf } from '../../../ui/grid.js';
import { columnLayout, truncated, WIDEST_ROW_LABEL } from '../../../ui/labels.js';
import { axisOf, longestTexts, placedLabels } from './labels.js';
import { markedCells } from '../signed/marks.js';
import { marginShapes } from './margins.js';
import { SCREEN } from './metrics.js';
import { viewportOf } from './viewport.js';
/** @import { Measure, Shape } from '../../../picture/types.js' */
/** @import { Language } from '../../../state/languages.js' */
/** @import { Label, labelsOf } from './labels.js' */
/** @import { StateMarks } from '../signed/marks.js' */
/** @import { Margins } from './margins.js' */
/** @import { Metrics } from './metrics.js' */
/** @import { Cell, Sight, Viewport } from './viewport.js' */

/**
 * One map as a scene: its labels, digits, strips of bars and outlines as shapes. The page, pictures and
 * figures for print paint the same shapes; the cells themselves are tiles on the page, and an image
 * elsewhere. Lengths are CSS pixels, in print points, and positions are relative to the upper left of the
 * cells.
 *
 * @typedef {object} MapPiece
 * @property {Shape[]} around - the shapes around the cells
 * @property {Shape[]} over - the shapes over the cells, which end at the edge of the visible part
 */

/** @typedef {{ ink: string, soft: string, line: string, accent: string, paper: string }} Inks */
/** @typedef {{ left: number, top: number }} Gutters the space for labels beside a map */
/** @typedef {{ inks: Inks, measure: Measure, language: Language, metrics?: Metrics }} Look */

const { label: LABEL, small: SMALL, gap: GAP, edge: LABEL_EDGE } = SCREEN;
/** How far a text is below the middle of its line, as a share of the font size. */
const BASELINE = 0.36;
/** The minimum distance of two horizontal column labels. */
const APART = 4;
/** The number of labels that are measured: those with the most characters. */
const MAX_MEASURED = 48;
/** The height of the names of both axes in the corner. */
const CORNER = 38;
/** The space between the strip of bars or sloping labels and the edge. */
const EDGE = SCREEN.overhang;
/** How far sloping labels of the last keys extend beyond their map. */
export const OVERHANG = 24;
/** The minimum space for the cells in each direction. */
const MIN_SIDE = 120;
/** The maximum share of the width for the labels of rows. */
const MAX_LABEL_SHARE = 0.26;
/** The maximum height of the labels above each of several maps. */
const MAX_LABEL_HEIGHT = 58;
/** The lines of a mark in a corner of a cell. */
const CORNER_LINES = 5;

/** @type {WeakMap<Label[], string[]>} */
const cachedTexts = new WeakMap();

/** The widths of the longest labels. @param {Label[]} labels @param {Measure} measure */
function longestWidths(labels, measure) {
  const texts = cachedTexts.get(labels) ?? longestTexts(labels, MAX_MEASURED);
  cachedTexts.set(labels, texts);
  return texts.map((text) => measure(text, LABEL));
}

/**
 * The space for labels beside a map. It does not change with the zoom.
 *
 * @param {{ query: Label[], key: Label[] }} labels
 * @param {string[]} names - other texts beside the map
 * @param {{ width: number, height: number }} max
 * @param {Measure} measure
 * @returns {Gutters}
 */
export function guttersFor({ query, key }, names, max, measure) {
  const widest = Math.max(...longestWidths(query, measure));
  const left = Math.ceil(Math.min(WIDEST_ROW_LABEL, max.width, widest)) + GAP + LABEL_EDGE;
  const corner = Math.ceil(Math.max(...names.map((name) => measure(name, SMALL)))) + GAP + 1;
  const above = columnLayout(longestWidths(key, measure), 0).height + GAP;
  return { left: Math.max(corner, left), top: Math.max(CORNER, Math.min(max.height, above)) };
}

/**
 * The layout of a map in a space: its visible part, the space of its labels, and its size with them.
 *
 * @param {ReturnType<typeof labelsOf>} labels
 * @param {{ corner: { query: string, key: string }, keyMean: string, score: string, entropy: string, sum: string }} words
 * @param {{ width: number, height: number, margins: boolean, scores: boolean }} space - `margins`: whether there
 *   are strips; `scores`: whether scores are in place of the lower one
 * @param {{ ratio: number, sight: Sight | null, measure: Measure }} options
 */
export function mapLayout(labels, words, { width, height, margins, scores }, { ratio, sight, measure }) {
  const { corner, keyMean, score, entropy, sum } = words;
  const gutters = guttersFor(
    labels,
    [corner.query, corner.key, margins ? keyMean : '', scores ? score : ''],
    { width: width * MAX_LABEL_SHARE, height: margins ? Infinity : MAX_LABEL_HEIGHT },
    measure,
  );
  const { strip } = SCREEN;
  const names = [entropy, sum].map((name) => strip.gap + measure(name, SMALL));
  const right = margins ? Math.max(strip.size, ...names) + EDGE : EDGE + (gutters.top > 40 ? OVERHANG : 0);
  const bottom = margins || scores ? strip.size + EDGE : EDGE;
  const shape = { rows: labels.query.length, cols: labels.key.length };
  const room = {
    width: Math.max(MIN_SIDE, width - gutters.left - right),
    height: Math.max(MIN_SIDE, height - gutters.top - bottom),
  };
  return {
    gutters,
    /** The visible part at a zoom. @param {Sight | null} at */
    viewportAt: (at) => viewportOf(shape, room, ratio, at),
    ...sizesOf(viewportOf(shape, room, ratio, sight)),
  };

  /** @param {Viewport} viewport */
  function sizesOf(viewport) {
    return {
      viewport,
      width: gutters.left + viewport.width + right,
      height: gutters.top + viewport.height + bottom,
    };
  }
}

/**
 * The shapes of a map.
 *
 * @param {object} map
 * @param {Viewport} map.viewport
 * @param {ReturnType<typeof labelsOf>} map.labels
 * @param {Gutters} map.gutters
 * @param {{ query: string, key: string } | null} map.names - of the axes
 * @param {boolean} [map.hasRows] - whether the rows have labels; by default they do
 * @param {DigitCell[]} [map.digits] - the cells whose numbers are written
 * @param {Margins | null} [map.margins] - the strips of bars
 * @param {Shape[]} [map.rings] - around outstanding cells
 * @param {StateMarks | null} [map.marks] - of a head that keeps a state
 * @param {Cell | null} [map.active] - the cell under the pointer, else the cursor
 * @param {Look} look
 * @returns {MapPiece}
 */
export function mapPiece(
  {
    viewport,
    labels,
    gutters,
    names,
    hasRows = true,
    digits = [],
    margins,
    rings = [],
    marks = null,
    active = null,
  },
  look,
) {
  return {
    around: [
      ...(hasRows ? rowShapes(viewport, labels.query, gutters, active, look) : []),
      ...columnShapes(viewport, labels, gutters, active, look),
      ...(hasRows && names ? nameShapes(names, look) : []),
      ...(margins ? marginShapes(viewport, margins, active, look.inks) : []),
    ],
    over: [
      ...digitShapes(digits, viewport, look, marks !== null),
      ...cornerShapes(marks, viewport, look),
      ...rings,
      ...(active ? crossShapes(viewport, active, look.inks) : []),
    ],
  };
}

/**
 * A text as a shape.
 *
 * @param {string} text @param {number} x @param {number} y @param {string} fill
 * @param {Partial<Extract<Shape, { kind: 'text' }>>} [style]
 * @returns {Shape}
 */
export function textShape(text, x, y, fill, style) {
  return { kind: 'text', text, x, y, size: SMALL, fill, anchor: 'end', ...style };
}

/**
 * @param {Viewport} viewport @param {Label[]} labels @param {Gutters} gutters @param {Cell | null} active
 * @param {Look} look
 */
function rowShapes(viewport, labels, gutters, active, { inks, measure, metrics = SCREEN }) {
  const { gap, edge } = metrics;
  const { placed, size } = placedRows(viewport, labels, active, metrics);
  return placed.flatMap(({ label, text, isShared, from, to }) => {
    const fill = active && labels[active.query] === label ? inks.accent : inks.ink;
    const shown = truncated(text, gutters.left - gap - edge, (part) => measure(part, size));
    const y = (from + to) / 2 + BASELINE * size;
    const written = textShape(shown, -gap, y, fill, { size });
    return isShared ? [written, bracket('query', from, to, fill, metrics)] : [written];
  });
}

/**
 * The labels of the rows that have space, and their font size.
 *
 * @param {Viewport} viewport @param {Label[]} labels @param {Cell | null} active @param {Metrics} metrics
 */
export function placedRows(viewport, labels, active, metrics) {
  const axis = axisOf(viewport, 'query');
  const { size, line } = labelSize(axis.size, metrics);
  return { size, ...placedLabels(labels, axis, line, active?.query ?? null) };
}

/**
 * The font size of labels, and the space that one takes: smaller where each of them has a place then.
 *
 * @param {number} cell - the size of a cell
 * @param {Metrics} metrics
 */
const labelSize = (cell, { label, small, line, least }) =>
  cell < line && cell >= least ? { size: Math.min(small - 0.5, cell), line: least } : { size: label, line };

/**
 * The labels of the columns that have space: horizontal if they fit, otherwise all sloping. Numbers are left
 * out rather than sloped.
 *
 * @param {Viewport} viewport @param {ReturnType<typeof labelsOf>} labels @param {Cell | null} active
 * @param {Pick<Look, 'measure'> & { metrics: Metrics }} look
 */
export function placedColumns(viewport, { key: labels, tokens }, active, { measure, metrics }) {
  const axis = axisOf(viewport, 'key');
  const at = active?.key ?? null;
  const { size, line } = labelSize(axis.size, metrics);
  const dense = placedLabels(labels, axis, line, at);
  // In print, all numbers that have space are turned rather than left out.
  const areNumbers = (!tokens && metrics.slope < 90) || dense.isSparse;
  const widest = Math.max(metrics.line, measure(String(axis.last), size) + APART);
  const found = areNumbers ? placedLabels(labels, axis, widest, at, dense.isSparse) : dense;
  const isFlat = found.placed.every(({ text }) => measure(text, size) <= axis.size * found.step - APART);
  return { ...found, size, isFlat };
}

/**
 * @param {Viewport} viewport @param {ReturnType<typeof labelsOf>} labels @param {Gutters} gutters
 * @param {Cell | null} active @param {Look} look
 */
function columnShapes(viewport, labels, gutters, active, { inks, measure, metrics = SCREEN }) {
  const { gap, edge, overhang, rise, slope } = metrics;
  const { placed, size, isFlat } = placedColumns(viewport, labels, active, { measure, metrics });
  const radians = (slope * Math.PI) / 180;
  // The middle of a sloping line starts at the middle of its column.
  const [across, down] = [Math.sin(radians), Math.cos(radians)].map((part) => part * BASELINE * size);
  return placed.flatMap(({ label, text, isShared, from, to }) => {
    const fill = active && labels.key[active.key] === label ? inks.accent : inks.ink;
    const shown = isFlat
      ? text
      : truncated(text, (gutters.top - gap) / Math.sin(radians), (part) => measure(part, size));
    const middle = (from + to) / 2;
    const last = viewport.width + overhang - measure(shown, size) / 2;
    const written = isFlat
      ? textShape(shown, Math.min(middle, last), BASELINE * size - gap - rise, fill, {
          size,
          anchor: 'middle',
        })
      : textShape(shown, middle + across, down + edge / 2 - gap, fill, {
          size,
          anchor: 'start',
          turn: -slope,
        });
    return isShared ? [written, bracket('key', from, to, fill, metrics)] : [written];
  });
}

/**
 * A bracket over cells that form one character.
 *
 * @param {'query' | 'key'} axis @param {number} from @param {number} to @param {string} stroke
 * @param {Metrics} metrics
 * @returns {Shape}
 */
function bracket(axis, from, to, stroke, { gap, thickness }) {
  const unit = gap / GAP;
  const [start, length, depth] = [from + 1.5 * unit, to - from - 3 * unit, -3 * unit];
  const along = /** @type {[number, number][]} */ ([
    [0, 0],
    [0, depth],
    [length, depth],
    [length, 0],
  ]);
  const line = { kind: /** @type {const} */ ('line'), stroke, thickness };
  return axis === 'key'
    ? { ...line, x: start, y: -unit, points: along }
    : { ...line, x: -unit, y: start, points: along.map(([first, second]) => [second, first]) };
}

/**
 * The names of both axes in their corner.
 *
 * @param {{ query: string, key: string }} names @param {Look} look
 */
function nameShapes({ query, key }, { inks }) {
  // If cells are small, the label of the first row extends above them.
  return [textShape(key, -GAP, -GAP - 17, inks.soft), textShape(query, -GAP, -GAP - 4, inks.soft)];
}

/**
 * A cell whose number is known, with the color of its digits.
 *
 * @typedef {Cell & { value: number, fill: string }} DigitCell
 */

/** A signed weight with two decimals, without the 0 before the point: "−.14". @param {number} value */
function signedText(value) {
  const text = Math.abs(value).toFixed(2).replace(/^0/, '');
  return text === '.00' ? '0' : `${value < 0 ? '−' : ''}${text}`;
}

/**
 * @param {DigitCell[]} cells @param {Viewport} viewport @param {Look} look
 * @param {boolean} isSigned
 * @returns {Shape[]}
 */
export function digitShapes(cells, viewport, { measure, language, metrics = SCREEN }, isSigned) {
  if (cells.length === 0) return [];
  const data = cells.map(({ value }) => value);
  const texts = isSigned ? data.map((value) => (Number.isNaN(value) ? '' : signedText(value))) : undefined;
  const digits = metrics.digits(viewport, measure('0', 100, true) / 100 || 0.6, { data, texts });
  if (!digits) return [];
  const { size } = digits;
  const written = digits.texts.map((text) => localized(text, language));
  return cells.flatMap((cell, index) => {
    if (written[index] === '') return [];
    const { left, top, width, height } = boxOf(viewport, cellOf(cell));
    const style = { size, anchor: /** @type {const} */ ('middle'), mono: metrics.isMono };
    return textShape(written[index], left + width / 2, top + height / 2 + BASELINE * size, cell.fill, style);
  });
}

/**
 * Corners of cells whose sign is another without the erase term.
 *
 * @param {StateMarks | null} marks @param {Viewport} viewport @param {Look} look @returns {Shape[]}
 */
function cornerShapes(marks, viewport, { inks: { ink }, metrics: { corner } = SCREEN }) {
  const { row, col, width, height, cellWidth, cellHeight, rows, cols } = viewport;
  const least = Math.min(cellWidth, cellHeight);
  if (!marks?.signs || least < corner.least) return [];
  const side = Math.min(corner.side, corner.share * least);
  const [top, left] = [Math.floor(row), Math.floor(col)];
  const part = {
    rows: /** @type {[number, number]} */ ([top, Math.min(rows, Math.ceil(row + height / cellHeight)) - top]),
    cols: /** @type {[number, number]} */ ([left, Math.ceil(col + width / cellWidth) - left]),
  };
  return markedCells(marks, cols, part).flatMap((cell) => {
    const box = boxOf(viewport, cellOf(cell));
    return cornerMark(box.left + box.width, box.top, side, ink);
  });
}

/**
 * A dark corner of a cell, the upper right one.
 *
 * @param {number} right @param {number} top @param {number} side @param {string} fill @returns {Shape[]}
 */
const cornerMark = (right, top, side, fill) =>
  Array.from({ length: CORNER_LINES }, (_, line) => {
    const width = (side * (CORNER_LINES - line)) / CORNER_LINES;
    const height = side / CORNER_LINES;
    return { kind: 'rect', x: right - width, y: top + line * height, width, height, fill };
  });

/**
 * Outlines around the selected row, column and cell.
 *
 * @param {Viewport} viewport @param {Cell} active @param {Inks} inks @returns {Shape[]}
 */
function crossShapes(viewport, active, { accent, paper }) {
  const { row, column, cell } = framesOf(viewport, active);
  const { left: x, top: y, ...size } = cell.box;
  return [
    ...[row, column].map(({ isThin, box: { left, top, width, height } }) =>
      isThin
        ? /** @type {Shape} */ ({ kind: 'rect', x: left, y: top, width, height, fill: accent, opacity: 0.75 })
        : frameShape({ left, top, width, height }, accent),
    ),
    { kind: 'frame', x, y, ...size, stroke: accent, thickness: 2, rim: paper },
  ];
}

/**
 * A thin frame inside a box.
 *
 * @param {{ left: number, top: number, width: number, height: number }} box @param {string} stroke
 * @returns {Shape}
 */
function frameShape({ left, top, width, height }, stroke) {
  const inside = { x: left + 0.5, y: top + 0.5, width: width - 1, height: height - 1 };
  return { kind: 'frame', ...inside, stroke, opacity: 0.75 };
}
