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
/** @import { FontName, PrintMeasure } from '../../../../picture/print/fonts.js' */
/** @import { Kind, Scene, Shape } from '../../../../picture/types.js' */
/** @import { Label } from '../../head/labels.js' */

/** The colors of print. */
const [INK, SOFT, LINE] = ['#1d1f24', '#4d525a', '#b9b4a8'];
/** The space around the figure, and the thickness of lines, in points. */
const [EDGE, HAIRLINE] = [2, 0.5];
/** Relative to the size of type: a line, the space between panels, and the distance of labels from cells. */
const [LINE_HEIGHT, PANEL_GAP, LABEL_GAP] = [1.35, 1.2, 0.4];
/** The most of a panel's width that the labels of its rows take, and the longest label of a column. */
const [MOST_LABEL_SHARE, MOST_LABEL_HEIGHT] = [0.4, 12];
/** How far the baseline is below the middle of a line, as a share of the size of type. */
const BASELINE = 0.34;
/** The gap between cells, and the smallest cell with one, in points. */
const [CELL_GAP, LEAST_SEPARATE] = [0.25, 5];
/** The width of the color bar, relative to the size of type. */
const BAR_WIDTH = 7;
/** The height of the bars below a map with its space, in lines. */
const LANE = 2.8;
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

/** A figure is too narrow for its labels. */
export class TooNarrow extends Error {}

/**
 * @param {{ panels: PrintPanel[], title: string, bars: PrintBar[] }} figure
 * @param {PrintOptions} options
 * @param {PrintMeasure} measure
 * @returns {{ scene: Scene, fit: Fit }}
 * @throws {TooNarrow} if the labels leave no space for cells
 */
export function printScene({ panels, title, bars }, options, measure) {
  const { width, size, font, background, letters, names, legend } = options;
  const columns = Math.max(1, Math.min(options.columns, panels.length));
  const [line, gap] = [size * LINE_HEIGHT, size * PANEL_GAP];
  const across = (width - 2 * EDGE - (columns - 1) * gap) / columns;
  const [first] = panels;
  const gutters = guttersOf(panels, across, size, measure);
  const left = gutters.left + size * LABEL_GAP;
  const above = gutters.above + size * LABEL_GAP;
  const cell = (across - left) / first.keys;
  const mapWidth = cell * first.keys;
  if (!(mapWidth >= Math.max(LEAST_SIDE, LEAST_LINES * size)))
    throw new TooNarrow('the labels leave no space for cells');
  const heading = letters || names ? line : 0;
  const lane = panels.some((panel) => panel.lane) ? size * LANE : 0;
  const panelHeight = heading + above + cell * first.queries + lane;
  const fit = { cell, hasAllLabels: true, hasDigits: true };
  /** @type {Shape[]} */
  const shapes = [];
  panels.forEach((panel, at) => {
    const x = EDGE + (at % columns) * (across + gap);
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
 * @param {number} x
 * @param {number} y
 * @param {string} text
 * @param {number} size
 * @param {Partial<Kind<'text'>>} [style]
 * @returns {Shape}
 */
const written = (x, y, text, size, style) => ({
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

/**
 * The bars below a map, one for each key, and their name.
 *
 * @param {NonNullable<PrintPanel['lane']>} lane
 * @param {{ x: number, y: number, cell: number, left: number }} place
 * @param {number} size @param {(text: string, length: number) => string} fitted
 * @returns {Shape[]}
 */
function laneShapes({ name, shares }, { x, y, cell, left }, size, fitted) {
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
function crossShapes(x, y, { width, height }) {
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
function legendShapes({ text, pixels, ticks }, { x, y, width }, size, measure) {
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
