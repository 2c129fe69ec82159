/** What a figure for print has around its maps, as shapes in points: lanes, losses, color scales. */
import { truncated } from '../../../../ui/labels.js';
import { moved } from '../../../../picture/scene.js';
import { lossShapes } from '../kept-scene.js';
/** @import { PrintMeasure } from '../../../../picture/print/fonts.js' */
/** @import { Kind, Shape } from '../../../../picture/types.js' */
/** @import { Kept } from '../types.js' */
/** @import { PrintBar, PrintPanel, PrintSample } from './layout.js' */

/** The colors of print. */
export const [INK, LINE] = ['#1d1f24', '#b9b4a8'];
const SOFT = '#4d525a';
/** The thickness of lines, in points. */
export const HAIRLINE = 0.5;
/** Relative to the size of type: a line, and the distance of labels from cells. */
export const [LINE_HEIGHT, LABEL_GAP] = [1.35, 0.4];
/** The width of the color bar, and of the bars of the mass lost, relative to the size of type. */
const [BAR_WIDTH, LOSS] = [7, 4.5];
/** The height of what is below a map with its space, in lines, and of the row of a query. */
export const LANE = 2.8;
const ROW = 1.6;
/** The height of the name of the mass lost, in lines. */
export const LOSS_NAME = 1.7;

/**
 * @param {number} x
 * @param {number} y
 * @param {string} text
 * @param {number} size
 * @param {Partial<Kind<'text'>>} [style]
 * @returns {Shape}
 */
export const written = (x, y, text, size, style) => ({
  kind: 'text',
  x,
  y,
  text,
  size,
  fill: INK,
  anchor: 'start',
  ...style,
});

/**
 * The bars below a map, one for each key, and their name.
 *
 * @param {NonNullable<PrintPanel['lane']>} lane
 * @param {{ x: number, y: number, cell: number, left: number }} place
 * @param {number} size @param {(text: string, length: number) => string} fitted
 * @returns {Shape[]}
 */
export function laneShapes({ name, shares }, { x, y, cell, left }, size, fitted) {
  const gap = size * LABEL_GAP;
  const bars = Array.from(shares, (share, at) => ({
    kind: /** @type {const} */ ('rect'),
    x: x + (at + 0.1) * cell,
    y,
    width: 0.8 * cell,
    height: share * (size * LANE - 2 * gap),
    fill: SOFT,
  }));
  return [...bars, written(x - gap, y + 0.8 * size, fitted(name, left - gap), size, { anchor: 'end' })];
}

/**
 * A cross in a cell.
 *
 * @param {number} x
 * @param {number} y
 * @param {{ width: number, height: number }} cell
 * @returns {Shape[]}
 */
export function crossShapes(x, y, { width, height }) {
  const half = Math.min(width, height) / 4;
  const [cx, cy] = [x + width / 2, y + height / 2];
  return [1, -1].map((sign) => ({
    kind: 'line',
    x: cx,
    y: cy,
    points: [
      [-half, -half * sign],
      [half, half * sign],
    ],
    stroke: SOFT,
    thickness: HAIRLINE,
  }));
}

/**
 * The color bar between its ends, and what the colors mean, in as many lines as it takes.
 *
 * @param {PrintBar} bar
 * @param {{ x: number, y: number, width: number }} place
 * @param {number} size @param {PrintMeasure} measure
 * @returns {{ shapes: Shape[], height: number }}
 */
export function legendShapes({ text, pixels, ticks }, { x, y, width }, size, measure) {
  const [low, high] = [ticks[0].text, ticks[ticks.length - 1].text];
  const space = size * 0.5;
  const barWidth = Math.min(size * BAR_WIDTH, width / 2);
  const left = x + measure(low, size) + space;
  const right = left + barWidth + space;
  const start = right + measure(high, size) + 2 * space;
  const baseline = y + size * 0.85;
  const bar = { x: left, y: y + size * 0.1, width: barWidth, height: size * 0.85 };
  /** @type {Shape[]} */
  const shapes = [
    written(x, baseline, low, size),
    { kind: 'cells', ...bar, rows: 1, cols: pixels.length / 4, pixels },
    { kind: 'frame', ...bar, stroke: LINE, thickness: HAIRLINE },
    written(right, baseline, high, size),
  ];
  const [beside, ...below] = broken(text, [x + width - start, width], size, measure);
  if (beside) shapes.push(written(start, baseline, beside, size, { fill: SOFT }));
  below.forEach((part, at) =>
    shapes.push(written(x, baseline + (at + 1) * size * LINE_HEIGHT, part, size, { fill: SOFT })),
  );
  return { shapes, height: (1 + below.length) * size * LINE_HEIGHT };
}

/**
 * A text in lines, the first of which has another width.
 *
 * @param {string} text @param {[first: number, other: number]} widths @param {number} size @param {PrintMeasure} measure
 */
function broken(text, [first, other], size, measure) {
  const lines = [''];
  for (const word of text.split(' ')) {
    const longer = [lines[lines.length - 1], word].filter(Boolean).join(' ');
    const width = lines.length === 1 ? first : other;
    if (measure(longer, size) <= width) lines[lines.length - 1] = longer;
    else lines.push(truncated(word, other, (part) => measure(part, size)));
  }
  return lines;
}

/** The width of the mass lost beside a map, with its distance. @param {number} size */
export const lossWidth = (size) => size * (LOSS + 2 * LABEL_GAP);

/**
 * The mass lost beside the rows of a map, with its name below.
 *
 * @param {Kept} kept @param {{ x: number, y: number, height: number }} place @param {number} size
 * @returns {Shape[]}
 */
export function lossBeside({ losses, words }, { x, y, height }, size) {
  if (!losses) return [];
  const box = { x: x + 2 * LABEL_GAP * size, y, width: LOSS * size, height };
  const end = { fill: SOFT, anchor: /** @type {const} */ ('end') };
  return [
    ...lossShapes(losses, box, { soft: SOFT, line: LINE, thickness: HAIRLINE }),
    written(box.x + box.width, y + height + LINE_HEIGHT * size, words.losses, size, end),
  ];
}

/**
 * The row of a query below its map, and its name above it.
 *
 * @param {string} name
 * @param {(size: { width: number, height: number }) => Shape[]} row
 * @param {{ x: number, y: number, width: number }} place
 * @param {number} size @param {(text: string, length: number) => string} fitted
 * @returns {Shape[]}
 */
export const rowBelow = (name, row, { x, y, width }, size, fitted) => [
  written(x, y + 0.8 * size, fitted(name, width), size, { fill: SOFT }),
  ...moved(row({ width, height: (ROW - LABEL_GAP) * size }), x, y + 1.1 * size),
];

/**
 * A color beside its meaning.
 *
 * @param {PrintSample} sample @param {{ x: number, y: number }} place @param {number} size @returns {Shape[]}
 */
export function sampleShapes({ text, fill }, { x, y }, size) {
  const box = { x, y: y + size * 0.1, width: size * 0.85, height: size * 0.85 };
  return [
    { kind: 'rect', ...box, fill },
    { kind: 'frame', ...box, stroke: LINE, thickness: HAIRLINE },
    written(x + 1.4 * size, y + size * 0.85, text, size, { fill: SOFT }),
  ];
}
