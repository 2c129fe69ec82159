/**
 * A figure for print as a scene in points: heads side by side, each with its letter and name, their tokens,
 * and one color scale. The width and the size of type are as given; the cells take what is left.
 */
import { truncated } from '../../../../ui/labels.js';
import { COLORS, moved } from '../../../../picture/scene.js';
import { FONTS } from '../../../../picture/print/fonts.js';
import { placedLabels } from '../../head/labels.js';
import { printedPath } from '../../speech/path.js';
import { cornerMark } from '../../head/map-scene.js';
import { keptShapes } from '../kept-scene.js';
import {
  crossShapes,
  HAIRLINE,
  INK,
  LABEL_GAP,
  LANE,
  laneShapes,
  legendShapes,
  LINE,
  LINE_HEIGHT,
  LOSS_NAME,
  lossBeside,
  lossWidth,
  rowBelow,
  sampleShapes,
  written,
} from './marks.js';
/** @import { FontName, PrintMeasure } from '../../../../picture/print/fonts.js' */
/** @import { Scene, Shape } from '../../../../picture/types.js' */
/** @import { Label } from '../../head/labels.js' */
/** @import { Kept } from '../types.js' */

/** The space around the figure, in points, and between panels, relative to the size of type. */
const [EDGE, PANEL_GAP] = [2, 1.2];
/** The most of a panel's width that the labels of its rows take, and the longest label of a column. */
const [MOST_LABEL_SHARE, MOST_LABEL_HEIGHT] = [0.4, 12];
/** How far the baseline is below the middle of a line, as a share of the size of type. */
const BASELINE = 0.34;
/** The gap between cells, and the smallest cell with one, in points. */
const [CELL_GAP, LEAST_SEPARATE] = [0.25, 5];
/** The lines over the cells of picked keys. */
const KEPT = { ink: INK, accent: COLORS.light.frame, thickness: HAIRLINE };
/** The smallest map, in points and in lines of labels: labels that leave less take all the width. */
const [LEAST_SIDE, LEAST_LINES] = [24, 2.2];

/**
 * One map of a figure.
 *
 * @typedef {object} PrintPanel
 * @property {string} name - such as “Layer 2, head 9”
 * @property {string} shortName - such as “2·9”, where the name has no space
 * @property {number} queries - those of the map, or of the part that is drawn
 * @property {number} keys
 * @property {{ query: number, key: number }} from - the first of them
 * @property {{ query: Label[], key: Label[] }} labels - of the whole map
 * @property {number} rows - of pixels, each of which may stand for several cells
 * @property {number} cols
 * @property {Uint8ClampedArray} pixels - one RGBA pixel for each; transparent where there is no number
 * @property {{ row: number, col: number }[]} crosses - missing numbers
 * @property {{ row: number, col: number, text: string, fill: string }[]} digits
 * @property {Uint32Array | null} [path] - of dynamic time warping, if keys are frames of sound
 * @property {{ row: number, col: number }[]} [corners] - cells with a dark corner
 * @property {{ row: number, column: number, isFrom: boolean }[]} [rings] - marked patches of a picture
 * @property {{ name: string, shares: ArrayLike<number> } | null} [lane] - bars below the keys, from 0 to 1
 * @property {Kept} [kept] - in the views of picked keys and of entries
 * @property {(size: { width: number, height: number }) => Shape[]} [row] - the row of the query of `kept`
 */

/**
 * @typedef {object} PrintOptions
 * @property {number} width - in points
 * @property {number} size - of type, in points
 * @property {FontName} font
 * @property {'white' | 'none'} background
 * @property {boolean} letters - (a), (b), …
 * @property {boolean} names - of the heads
 * @property {boolean} legend - the color scale
 * @property {boolean} digits - in cells
 * @property {number} columns - panels side by side
 */

/**
 * What became of the options: the size of a cell in points, whether all labels and the digits have space.
 *
 * @typedef {{ cell: number, hasAllLabels: boolean, hasDigits: boolean }} Fit
 */

/**
 * A color scale.
 *
 * @typedef {{ text: string, pixels: Uint8ClampedArray, ticks: { at: number, text: string }[] }} PrintBar
 */

/** A color that is not of the scale. @typedef {{ text: string, fill: string }} PrintSample */

/** A figure is too narrow for its labels. */
export class TooNarrow extends Error {}

/**
 * @param {{ panels: PrintPanel[], title: string, bars: PrintBar[], samples?: PrintSample[] }} figure
 * @param {PrintOptions} options
 * @param {PrintMeasure} measure
 * @returns {{ scene: Scene, fit: Fit }}
 * @throws {TooNarrow} if the labels leave no space for cells
 */
export function printScene({ panels, title, bars, samples = [] }, options, measure) {
  const { width, size, font, background, letters, names, legend } = options;
  const columns = Math.max(1, Math.min(options.columns, panels.length));
  const [line, gap] = [size * LINE_HEIGHT, size * PANEL_GAP];
  const beside = panels.some(({ kept }) => kept?.losses) ? lossWidth(size) : 0;
  const across = (width - 2 * EDGE - (columns - 1) * gap) / columns - beside;
  const [first] = panels;
  const gutters = guttersOf(panels, across, size, measure);
  const left = gutters.left + size * LABEL_GAP;
  const above = gutters.above + size * LABEL_GAP;
  const cell = (across - left) / first.keys;
  const mapWidth = cell * first.keys;
  if (!(mapWidth >= Math.max(LEAST_SIDE, LEAST_LINES * size)))
    throw new TooNarrow('the labels leave no space for cells');
  const heading = letters || names ? line : 0;
  const below = panels.map((panel) => (panel.lane || panel.row ? LANE : panel.kept?.losses ? LOSS_NAME : 0));
  const lane = size * Math.max(...below);
  const panelHeight = heading + above + cell * first.queries + lane;
  const fit = { cell, hasAllLabels: true, hasDigits: true };
  /** @type {Shape[]} */
  const shapes = [];
  panels.forEach((panel, at) => {
    const x = EDGE + (at % columns) * (across + beside + gap);
    const y = EDGE + Math.floor(at / columns) * (panelHeight + gap);
    if (heading) shapes.push(...headingShapes(panel, at, { x, y, across, options, measure }));
    const place = { x: x + left, y: y + heading + above, cell, left, above };
    shapes.push(...panelShapes(panel, place, options, measure, fit));
  });
  const lines = Math.ceil(panels.length / columns);
  let bottom = EDGE + lines * panelHeight + (lines - 1) * gap;
  for (const bar of legend ? bars : []) {
    bottom += size * 0.7;
    const below = legendShapes(
      bar,
      { x: EDGE + left, y: bottom, width: width - 2 * EDGE - left },
      size,
      measure,
    );
    shapes.push(...below.shapes);
    bottom += below.height;
  }
  for (const sample of legend ? samples : []) {
    bottom += size * 0.4;
    shapes.push(...sampleShapes(sample, { x: EDGE + left, y: bottom }, size));
    bottom += size;
  }
  const scene = {
    width,
    height: Math.ceil((bottom + EDGE) * 100) / 100,
    paper: background === 'white' ? '#ffffff' : null,
    font: FONTS[font],
    title,
    shapes,
  };
  return { scene, fit };
}

/** The letter of a panel: a, b, …, z, aa, ab, … @param {number} at @returns {string} */
export const letterOf = (at) =>
  (at < 26 ? '' : letterOf(Math.floor(at / 26) - 1)) + String.fromCharCode(97 + (at % 26));

/** The space for labels beside and above the cells. @typedef {{ left: number, above: number }} Gutters */

/**
 * The space for labels, without their distance from the cells. A first layout finds out which labels are
 * written: a long axis has numbers, which are short.
 *
 * @param {PrintPanel[]} panels @param {number} across - the width of a panel @param {number} size
 * @param {PrintMeasure} measure
 * @returns {Gutters}
 */
function guttersOf(panels, across, size, measure) {
  const most = { left: across * MOST_LABEL_SHARE, above: size * MOST_LABEL_HEIGHT };
  let gutters = most;
  for (let pass = 0; pass < 2; pass += 1) {
    const cell = (across - gutters.left - size * LABEL_GAP) / panels[0].keys;
    const widest = (/** @type {'down' | 'across'} */ which) => {
      const texts = panels.flatMap((panel) =>
        placedIn(panel, cell, size)[which].placed.map(({ text }) => text),
      );
      return Math.max(0, ...Array.from(new Set(texts), (text) => measure(text, size)));
    };
    gutters = {
      left: Math.min(most.left, widest('down')),
      above: Math.min(most.above, widest('across')),
    };
  }
  return gutters;
}

/**
 * The labels of a panel that have space.
 *
 * @param {PrintPanel} panel
 * @param {number} cell
 * @param {number} size
 */
function placedIn({ labels, from, queries, keys }, cell, size) {
  const axis = (/** @type {number} */ start, /** @type {number} */ count) => ({
    start,
    size: cell,
    visible: cell * count,
    count,
    first: start,
    last: start + count - 1,
  });
  /** @type {ReturnType<typeof placedLabels>} */
  const none = { placed: [], step: 1, isSparse: false };
  // Patches of a picture have none.
  return labels.key.length === 0
    ? { down: none, across: none }
    : {
        down: placedLabels(labels.query, axis(from.query, queries), size * 1.05),
        across: placedLabels(labels.key, axis(from.key, keys), size * 1.05),
      };
}

/**
 * @param {PrintPanel} panel @param {number} at
 * @param {{ x: number, y: number, across: number, options: PrintOptions, measure: PrintMeasure }} place
 * @returns {Shape[]}
 */
function headingShapes({ name, shortName }, at, { x, y, across, options, measure }) {
  const { size, letters, names } = options;
  const baseline = y + size;
  const letter = letters ? `(${letterOf(at)})` : '';
  const start = letters ? measure(`${letter} `, size, true) : 0;
  const width = across - start;
  const shown = measure(name, size) <= width ? name : shortName;
  return [
    ...(letters ? [written(x, baseline, letter, size, { bold: true })] : []),
    ...(names
      ? [
          written(
            x + start,
            baseline,
            truncated(shown, width, (part) => measure(part, size)),
            size,
          ),
        ]
      : []),
  ];
}

/**
 * @param {PrintPanel} panel
 * @param {{ x: number, y: number, cell: number, left: number, above: number }} place - of its cells
 * @param {PrintOptions} options @param {PrintMeasure} measure @param {Fit} fit - is filled
 * @returns {Shape[]}
 */
function panelShapes(panel, { x, y, cell, left, above }, options, measure, fit) {
  const { size } = options;
  const { queries, keys, rows, cols, pixels, crosses, digits, corners = [], rings = [], lane = null } = panel;
  const { kept, row } = panel;
  const [width, height] = [cell * keys, cell * queries];
  const pixel = { width: width / cols, height: height / rows };
  const fitted = (/** @type {string} */ text, /** @type {number} */ length) =>
    truncated(text, length, (part) => measure(part, size));
  const { down, across } = placedIn(panel, cell, size);
  if (down.step > 1 || across.step > 1) fit.hasAllLabels = false;
  const [shift, gap] = [BASELINE * size, LABEL_GAP * size];
  const least = Math.min(pixel.width, pixel.height);
  const isSeparate = least >= LEAST_SEPARATE;
  /** @type {Shape[]} */
  const shapes = [
    ...down.placed.map(({ text, from, to }) =>
      written(x - gap, y + (from + to) / 2 + shift, fitted(text, left - gap), size, { anchor: 'end' }),
    ),
    ...across.placed.map(({ text, from, to }) =>
      written(x + (from + to) / 2 + shift, y - gap, fitted(text, above - gap), size, { turn: -90 }),
    ),
    { kind: 'cells', x, y, width, height, rows, cols, pixels, gap: isSeparate ? CELL_GAP : 0 },
    ...crosses.flatMap(({ row, col }) => crossShapes(x + col * pixel.width, y + row * pixel.height, pixel)),
    ...moved(printedPath(panel, cell, COLORS.light.frame), x, y),
    { kind: 'frame', x, y, width, height, stroke: LINE, thickness: HAIRLINE },
    ...rings.map(({ row, column, isFrom }) => ({
      kind: /** @type {const} */ ('frame'),
      ...{ x: x + column * cell, y: y + row * cell, width: cell, height: cell },
      ...{ stroke: isFrom ? COLORS.light.frame : INK, thickness: 1, rim: '#ffffff' },
    })),
    ...corners.flatMap(({ row, col }) =>
      cornerMark(x + (col + 1) * pixel.width, y + row * pixel.height, least / 4, INK),
    ),
    ...(lane ? laneShapes(lane, { x, y: y + height + gap, cell, left }, size, fitted) : []),
    ...(kept ? keptShapes(kept, { x, y, cellWidth: cell, cellHeight: cell, queries, keys }, KEPT) : []),
    ...(kept?.losses ? lossBeside(kept, { x: x + width, y, height }, size) : []),
    ...(kept?.lane && row
      ? rowBelow(kept.lane.name, row, { x, y: y + height + gap, width }, size, fitted)
      : []),
  ];
  if (!options.digits) return shapes;
  const widest = Math.max(0, ...digits.map(({ text }) => measure(text, size)));
  const isLegible = digits.length > 0 && widest + 1 <= pixel.width && size * 1.1 <= pixel.height;
  if (!isLegible) fit.hasDigits = false;
  else
    shapes.push(
      ...digits.map(({ row, col, text, fill }) =>
        written(x + (col + 0.5) * pixel.width, y + (row + 0.5) * pixel.height + shift, text, size, {
          anchor: 'middle',
          fill,
        }),
      ),
    );
  return shapes;
}
