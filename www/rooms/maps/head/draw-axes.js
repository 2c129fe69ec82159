import { columnLayout, SLOPE, truncated, WIDEST_ROW_LABEL } from '../../../ui/labels.js';
import { widthOf } from '../../../ui/text-width.js';
import { longestTexts, placedLabels } from './labels.js';
/** @import { Inks } from './inks.js' */
/** @import { Label } from './labels.js' */
/** @import { Cell, Viewport } from './viewport.js' */

const SANS = 'ui-sans-serif, system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';
export const LABEL_FONT = `12px ${SANS}`;
export const SMALL_FONT = `10.5px ${SANS}`;
/** The space of a label along its axis, and its distance from the cells, in CSS pixels. */
const [LINE, GAP] = [14, 7];
/** The number of labels that are measured: those with the most characters. */
const MAX_MEASURED = 48;
const RADIANS = (SLOPE * Math.PI) / 180;
/** The height of the names of both axes in the corner, in CSS pixels. */
const CORNER = 38;

/** The width of a label. @param {string} text */
export const labelWidth = (text) => widthOf(text, LABEL_FONT);

/** @type {WeakMap<Label[], number[]>} */
const cachedWidths = new WeakMap();

/** The widths of the longest labels. @param {Label[]} labels */
function longestWidths(labels) {
  let widths = cachedWidths.get(labels);
  if (!widths) {
    widths = longestTexts(labels, MAX_MEASURED).map(labelWidth);
    cachedWidths.set(labels, widths);
  }
  return widths;
}

/**
 * The space for labels beside a map, in CSS pixels. It does not change with the zoom.
 *
 * @param {{ query: Label[], key: Label[] }} labels
 * @param {string[]} names - other texts beside the map
 * @param {{ width: number, height: number }} max
 */
export function guttersFor({ query, key }, names, max) {
  const left = Math.ceil(Math.min(WIDEST_ROW_LABEL, max.width, Math.max(...longestWidths(query)))) + GAP + 2;
  const corner = Math.ceil(Math.max(...names.map((name) => widthOf(name, SMALL_FONT)))) + GAP + 1;
  return {
    left: Math.max(corner, left),
    top: Math.max(CORNER, Math.min(max.height, columnLayout(longestWidths(key), 0).height + GAP)),
  };
}

/**
 * Draws the labels of both axes, in CSS pixels.
 *
 * @param {CanvasRenderingContext2D} context - its origin is the upper left of the visible part
 * @param {Viewport} viewport
 * @param {{ query: Label[], key: Label[] }} labels
 * @param {{ left: number, top: number }} gutters
 * @param {Cell | null} activeCell
 * @param {Inks} inks
 */
export function drawLabels(context, viewport, labels, gutters, activeCell, inks) {
  context.font = LABEL_FONT;
  context.textBaseline = 'middle';
  context.direction = 'ltr';
  for (const axis of /** @type {const} */ (['query', 'key'])) {
    const isQuery = axis === 'query';
    const axisLabels = labels[axis];
    const active = activeCell?.[axis] ?? null;
    const axisPart = axisOf(viewport, isQuery);
    const { placed, step } = placedLabels(axisLabels, axisPart, LINE, active);
    const isFlat = isQuery || placed.every(({ text }) => labelWidth(text) <= axisPart.size * step - 4);
    const maxWidth = isQuery ? gutters.left - GAP - 2 : (gutters.top - GAP) / Math.sin(RADIANS);
    for (const { label, isShared, text, from, to } of placed) {
      context.fillStyle = context.strokeStyle =
        active !== null && axisLabels[active] === label ? inks.accent : inks.ink;
      write(context, truncated(text, maxWidth, labelWidth), (from + to) / 2, isQuery, isFlat);
      if (isShared) bracket(context, from + 1.5, to - 1.5, isQuery);
    }
  }
}

/**
 * The visible part of an axis: its first cell, the pixels of a cell, the visible pixels, and the number of
 * cells.
 *
 * @param {Viewport} viewport @param {boolean} isQuery
 */
export function axisOf({ row, col, x, y, width, height, rows, cols }, isQuery) {
  return isQuery
    ? { start: row, size: y, visible: height, count: rows }
    : { start: col, size: x, visible: width, count: cols };
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {string} text
 * @param {number} center - of its cell along the axis
 * @param {boolean} isQuery
 * @param {boolean} isFlat
 */
function write(context, text, center, isQuery, isFlat) {
  if (isFlat) {
    context.textAlign = isQuery ? 'right' : 'center';
    context.fillText(text, isQuery ? -GAP : center, isQuery ? center : -GAP - 5);
    return;
  }
  context.save();
  context.textAlign = 'left';
  context.translate(center, -GAP + 1);
  context.rotate(-RADIANS);
  context.fillText(text, 0, 0);
  context.restore();
}

/**
 * Draws a bracket over cells that form one character.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {number} from
 * @param {number} to
 * @param {boolean} isQuery
 */
function bracket(context, from, to, isQuery) {
  const points = /** @type {[number, number][]} */ ([
    [from, -1],
    [from, -4],
    [to, -4],
    [to, -1],
  ]);
  context.lineWidth = 1;
  context.beginPath();
  for (const [along, away] of points) context.lineTo(isQuery ? away : along, isQuery ? along : away);
  context.stroke();
}

/**
 * Writes the names of both axes in their corner.
 *
 * @param {CanvasRenderingContext2D} context @param {{ query: string, key: string }} names @param {Inks} inks
 */
export function drawNames(context, { query, key }, inks) {
  context.font = SMALL_FONT;
  context.fillStyle = inks.soft;
  context.textAlign = 'right';
  context.textBaseline = 'alphabetic';
  // If cells are small, the label of the first row extends above them.
  context.fillText(key, -GAP, -GAP - 17);
  context.fillText(query, -GAP, -GAP - 4);
}
