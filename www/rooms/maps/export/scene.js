import { fittedCell, wholePixels } from '../../../ui/grid.js';
import { cellShapes } from '../../../picture/cells.js';
import { COLORS, moved, PAD, sheetOf, TEXT, written } from '../../../picture/scene.js';
import { fitted, LEADING } from '../../../picture/lines.js';
import { paintHeads } from '../chosen/colors.js';
import { reasonAt } from '../head/absent.js';
import { guttersFor, hasDigits, mapPiece, OVERHANG } from '../head/map-scene.js';
import { marginShapes, STRIP, STRIP_GAP } from '../head/margins.js';
import { inkOn } from '../head/paint-cells.js';
import { pictureLegend } from './legends.js';
import { markOf } from './picks.js';
import { pathShapes } from '../speech/path.js';
/** @import { labelsOf } from '../head/labels.js' */
/** @import { Viewport } from '../head/viewport.js' */
/** @import { Measure, Scene, Shape } from '../../../picture/types.js' */
/** @import { Paint, Panel, Picture } from './types.js' */

/** The gap between two maps. */
const GAP = 30;
/** The longer side of a single map, and of each of several. */
const [SINGLE_SIDE, SIDE] = [580, 420];
const MAX_CELL = 54;
/** The minimum width of a picture, so that its texts fit. */
const MIN_WIDTH = 540;

/**
 * The preferred sizes of a picture, in units: of a cell, the space for labels, and its width. They do not
 * depend on the resolution.
 *
 * @param {{ rows: number, cols: number }} shape
 * @param {number} maps - their number
 * @param {ReturnType<typeof labelsOf>} labels
 * @param {Picture['names']} names
 * @param {Measure} measure
 */
export function sizesOf(shape, maps, labels, names, measure) {
  const side = maps > 1 ? SIDE : SINGLE_SIDE;
  const { width: cellWidth, height: cellHeight } = fittedCell(shape, { width: side, height: side }, MAX_CELL);
  const max = { width: Infinity, height: Infinity };
  const gutters = guttersFor(labels, [names.query, names.key], max, measure);
  const content = gutters.left + maps * cellWidth * shape.cols + (maps - 1) * GAP + OVERHANG;
  return { cellWidth, cellHeight, gutters, width: Math.ceil(Math.max(MIN_WIDTH, 2 * PAD + content)) };
}

/**
 * How cells without a number are drawn: those with a reason are hatched, and others have a cross.
 *
 * @param {Pick<Panel, 'cols' | 'data' | 'region' | 'pooled' | 'absent' | 'picks'> & { info?: Panel['info'] }} panel
 * @returns {(row: number, col: number) => 'hatch' | 'cross' | null}
 */
export function gapsOf(panel) {
  const { cols, data, region, pooled, absent } = panel;
  return (row, col) => {
    if (markOf(panel, row, col) === 'hidden') return 'hatch';
    const query = region.rows[0] + row * pooled.rows;
    const key = region.cols[0] + col * pooled.cols;
    const isMissing = Number.isNaN(data[row * cols + col]);
    // Every query of a pooled cell has to be earlier than its keys.
    const isLater = absent.later && key > query + pooled.rows - 1;
    if (!isMissing && !isLater) return null;
    return reasonAt(absent, { query, key }) ? 'hatch' : 'cross';
  };
}

/**
 * Computes the layout of a picture, in units: the maps of the page side by side, with a title and a legend.
 *
 * @param {Picture} picture
 * @param {{ measure: Measure, paint: Paint, pixels: number }} tools - `pixels`: the width in pixels; large
 *   cells get a whole number of pixels
 * @returns {Scene}
 */
export function sceneOf(picture, { measure, paint, pixels }) {
  const { panels, labels, names, words, theme, map, language } = picture;
  const colors = COLORS[theme];
  const inks = { ...colors, accent: colors.frame };
  const [first] = panels;
  const { gutters, width, ...cell } = sizesOf(first, panels.length, labels, names, measure);
  const [cellWidth, cellHeight] = [cell.cellWidth, cell.cellHeight].map((side) =>
    wholePixels(side, pixels / width),
  );
  const size = { width: cellWidth * first.cols, height: cellHeight * first.rows };
  const titleHeight = panels.length > 1 ? TEXT * LEADING + 4 : 0;
  const top = titleHeight + gutters.top;
  /** @type {Set<'hatch' | 'cross'>} */
  const kinds = new Set();
  let hasUnpicked = false;
  const shapes = panels.flatMap((panel, index) => {
    const left = gutters.left + index * (size.width + GAP);
    const viewport = viewportOf(panel, size);
    const { rows, cols, data, scale } = panel;
    const painted = panel.parts
      ? paintHeads(panel.parts, { map, theme, scale })
      : paint({ rows, cols, data, map, theme, scale });
    if (fillUnpicked(panel, painted, colors.unpicked)) hasUnpicked = true;
    const box = { x: 0, y: 0, ...size };
    const { info, pooled } = panel;
    const marks = pooled.rows * pooled.cols === 1 ? info.marks : null;
    const digits = digitsOf(panel, painted, viewport);
    const { around, over } = mapPiece(
      { viewport, labels, gutters, names, hasRows: index === 0, digits, marks },
      { inks, measure, language },
    );
    // The lane below a head that keeps a state has its own zero: how much is left of each write.
    const lane = {
      info,
      values: /** @type {const} */ ('none'),
      words: { ...words, entropy: '', sum: '', keyMean: '' },
    };
    const at = picture.query === null ? null : { query: picture.query, key: -1 };
    if (info.marks) over.push(...marginShapes(viewport, lane, at, inks, ['key']));
    const title = written(fitted(panel.title, size.width, TEXT, measure), left, TEXT, {
      size: TEXT,
      fill: colors.ink,
      bold: true,
    });
    const grid = { rows, cols, cellWidth, cellHeight };
    const cells = cellShapes(grid, painted, gapsOf(panel), colors, 0);
    cells.has.forEach((kind) => kinds.add(kind));
    /** @type {Shape[]} */
    const shapes = [
      ...around,
      { kind: 'rect', ...box, fill: colors.ground },
      ...cells.shapes,
      ...(panel.path ? pathShapes(viewport, panel.path, { accent: colors.frame, paper: colors.paper }) : []),
      { kind: 'frame', ...box, stroke: colors.line },
      ...over,
    ];
    return [...(panels.length > 1 ? [title] : []), ...moved(shapes, left, top)];
  });
  const { bars, samples } = pictureLegend(picture, paint);
  samples.push(...[...kinds].map((kind) => ({ kind, text: words[kind] })));
  if (hasUnpicked) samples.push({ kind: 'fill', text: words.unpicked, fill: colors.unpicked });
  const below = panels.some(({ info }) => info.marks) ? STRIP + STRIP_GAP : 0;
  const body = { shapes, width: width - 2 * PAD, height: top + size.height + below };
  return sheetOf(
    { title: picture.title, body, legend: { bars, samples }, captions: picture.captions },
    { theme, measure, narrowest: MIN_WIDTH },
  );
}

/**
 * Paints the cells that were not picked, and returns whether there are any.
 *
 * @param {Panel} panel @param {Uint8ClampedArray} painted @param {string} color - `#rrggbb`
 */
function fillUnpicked(panel, painted, color) {
  const rgb = [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16));
  let has = false;
  for (let cell = 0; panel.picks && cell < panel.rows * panel.cols; cell += 1)
    if (markOf(panel, Math.floor(cell / panel.cols), cell % panel.cols) === 'unpicked') {
      painted.set([...rgb, 255], 4 * cell);
      has = true;
    }
  return has;
}

/**
 * The visible part of a map in a picture. Its labels are those of cells, even if the numbers are pooled.
 *
 * @param {Panel} panel @param {{ width: number, height: number }} size @returns {Viewport}
 */
function viewportOf({ info, region, rows, cols, pooled }, { width, height }) {
  const cellWidth = width / cols / pooled.cols;
  const cellHeight = height / rows / pooled.rows;
  return {
    rows: info.queries,
    cols: info.keys,
    row: region.rows[0],
    col: region.cols[0],
    cellWidth,
    cellHeight,
    width,
    height,
    cell: cellWidth,
    least: cellWidth,
    all: { cellWidth, cellHeight },
  };
}

/**
 * The cells with digits. Rows that are divided by their maximum have none, because digits are weights.
 *
 * @param {Panel} panel @param {Uint8ClampedArray} painted @param {Viewport} viewport
 */
function digitsOf({ info, perRow, region, pooled, cols, data, absent, picks }, painted, viewport) {
  if (perRow || pooled.rows * pooled.cols > 1 || !hasDigits(viewport, Boolean(info.marks))) return [];
  const cells = Array.from(data, (value, cell) => ({
    query: region.rows[0] + Math.floor(cell / cols),
    key: region.cols[0] + (cell % cols),
    value,
    fill: inkOn(painted, 4 * cell),
  }));
  const shown = picks ? cells.filter(({ query, key }) => picks.cells[query * info.keys + key] >= 0) : cells;
  return absent.later ? shown.filter(({ query, key }) => key <= query) : shown;
}
