import { columnLayout, SLOPE, WIDEST_ROW_LABEL } from '../../../ui/labels.js';
import { widthOf } from '../../../ui/text-width.js';
import { SPARSE, thinned } from './labels.js';
/** @import { Inks } from './inks.js' */
/** @import { Label } from './labels.js' */
/** @import { Frame, Pair } from './sight.js' */

const SANS = 'ui-sans-serif, system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';
export const LABEL_FONT = `12px ${SANS}`;
export const SMALL_FONT = `10.5px ${SANS}`;
/** The space of a label along its axis, and its distance from the cells, in CSS pixels. */
const [LINE, GAP] = [14, 7];
/** The most labels that are measured. Of more, those with the most characters are. */
const MEASURED = 48;
const RADIANS = (SLOPE * Math.PI) / 180;
/** The height of two lines in the corner. */
const CORNER = 38;

/** The cache of widths. @type {WeakMap<Label[], number[]>} */
const measured = new WeakMap();

/** The widths of the longest labels. @param {Label[]} labels */
function widths(labels) {
  const before = measured.get(labels);
  if (before) return before;
  const longest = [...new Set(labels.map(({ text }) => text))]
    .sort((a, b) => b.length - a.length)
    .slice(0, MEASURED);
  const now = longest.map((text) => widthOf(text, LABEL_FONT));
  measured.set(labels, now);
  return now;
}

/**
 * The space for labels beside a map, in CSS pixels. It does not change with the zoom.
 *
 * @param {{ query: Label[], key: Label[] }} labels
 * @param {string[]} names - other texts beside the map
 * @param {{ width: number, height: number }} most
 */
export function gutters({ query, key }, names, most) {
  const left = Math.ceil(Math.min(WIDEST_ROW_LABEL, most.width, Math.max(...widths(query)))) + GAP + 2;
  const corner = Math.ceil(Math.max(...names.map((name) => widthOf(name, SMALL_FONT)))) + GAP + 1;
  return {
    left: Math.max(corner, left),
    top: Math.max(CORNER, Math.min(most.height, columnLayout(widths(key), 0).height + GAP)),
  };
}

/**
 * Draws the labels of both axes, in CSS pixels.
 *
 * @param {CanvasRenderingContext2D} context - its origin at the upper left of what is visible
 * @param {Frame} frame
 * @param {{ query: Label[], key: Label[] }} labels
 * @param {{ left: number, top: number }} room
 * @param {Pair | null} activeCell
 * @param {Inks} inks
 */
export function drawLabels(context, frame, labels, room, activeCell, inks) {
  context.font = LABEL_FONT;
  context.textBaseline = 'middle';
  context.direction = 'ltr';
  for (const down of [true, false]) {
    const [of, always] = down
      ? [labels.query, activeCell?.query ?? null]
      : [labels.key, activeCell?.key ?? null];
    const { start, size, seen, count } = axisOf(frame, down);
    const first = Math.max(0, Math.ceil(start - 0.5));
    const last = Math.min(count - 1, Math.floor(start + seen / size - 0.5 + 1e-6));
    const { at, step } = thinned({ first, last, size }, LINE, always);
    const texts = at.map((place) => ({
      place,
      label: of[place],
      text: step >= SPARSE && place !== always ? String(place) : of[place].text,
    }));
    const flat = !down && texts.every(({ text }) => widthOf(text, LABEL_FONT) <= size * step - 4);
    const drawn = new Set();
    for (const { place, label, text } of texts) {
      const group = step < SPARSE && label.count > 1 ? label : { first: place, count: 1 };
      if (group.count > 1 && drawn.has(label)) continue;
      drawn.add(label);
      const from = Math.max(0, (group.first - start) * size);
      const to = Math.min(seen, (group.first + group.count - start) * size);
      context.fillStyle = context.strokeStyle =
        always !== null && of[always] === label ? inks.accent : inks.ink;
      write(context, text, (from + to) / 2, {
        down,
        flat,
        room: down ? room.left - GAP - 2 : (room.top - GAP) / Math.sin(RADIANS),
      });
      if (group.count > 1) bracket(context, from + 1.5, to - 1.5, down);
    }
  }
}

/**
 * The visible part of an axis: its first cell, the pixels of a cell, the visible pixels, and the number of
 * cells.
 *
 * @param {Frame} frame @param {boolean} down
 */
export function axisOf({ row, col, x, y, width, height, rows, cols }, down) {
  return down
    ? { start: row, size: y, seen: height, count: rows }
    : { start: col, size: x, seen: width, count: cols };
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {string} text
 * @param {number} at
 * @param {{ down: boolean, flat: boolean, room: number }} how
 */
function write(context, text, at, { down, flat, room }) {
  const shown = clipped(text, room);
  if (down || flat) {
    context.textAlign = down ? 'right' : 'center';
    context.fillText(shown, down ? -GAP : at, down ? at : -GAP - 5);
    return;
  }
  context.save();
  context.textAlign = 'left';
  context.translate(at, -GAP + 1);
  context.rotate(-RADIANS);
  context.fillText(shown, 0, 0);
  context.restore();
}

/**
 * Draws a bracket over cells that form one character.
 *
 * @param {CanvasRenderingContext2D} context @param {number} from @param {number} to @param {boolean} down
 */
function bracket(context, from, to, down) {
  const points = /** @type {[number, number][]} */ ([
    [from, -1],
    [from, -4],
    [to, -4],
    [to, -1],
  ]);
  context.lineWidth = 1;
  context.beginPath();
  for (const [along, away] of points) context.lineTo(down ? away : along, down ? along : away);
  context.stroke();
}

/** The cache of clipped texts, by text and width. @type {Map<string, string>} */
const known = new Map();

/** Clips a text to a width, with an ellipsis. @param {string} text @param {number} room */
export function clipped(text, room) {
  if (widthOf(text, LABEL_FONT) <= room) return text;
  const key = `${Math.round(room)} ${text}`;
  let fits = known.get(key);
  if (fits === undefined) {
    const letters = Array.from(text);
    while (letters.length > 1 && widthOf(`${letters.join('')}…`, LABEL_FONT) > room) letters.pop();
    fits = `${letters.join('')}…`;
    if (known.size > 4096) known.clear();
    known.set(key, fits);
  }
  return fits;
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
