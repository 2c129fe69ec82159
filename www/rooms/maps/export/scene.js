import { fittedCell, wholePixels } from '../../../ui/grid.js';
import { cellShapes } from '../../../picture/cells.js';
import { COLORS, moved, PAD, sheetOf, SMALL, TEXT, written } from '../../../picture/scene.js';
import { fitted, LEADING } from '../../../picture/lines.js';
import { paintHeads } from '../chosen/colors.js';
import { reasonAt } from '../head/absent.js';
import { guttersFor, hasDigits, mapPiece, OVERHANG } from '../head/map-scene.js';
import { marginShapes, STRIP, STRIP_GAP } from '../head/margins.js';
import { inkOn } from '../head/paint-cells.js';
import { keptShapes, laneShapes, lossShapes, paintKept } from './kept-scene.js';
import { pictureLegend } from './legends.js';
import { pathShapes } from '../speech/path.js';
/** @import { Look } from './kept-scene.js' */
/** @import { labelsOf } from '../head/labels.js' */
/** @import { Viewport } from '../head/viewport.js' */
/** @import { Measure, Scene, Shape } from '../../../picture/types.js' */
/** @import { Paint, Panel, Picture } from './types.js' */

/** The gap between two maps. */
const GAP = 30;
/** The longer side of a single map, and of each of several. */
const [SINGLE_SIDE, SIDE] = [580, 420];
const MAX_CELL = 54;
/** The width of the mass lost beside the rows, the height of the row below a map, and their gaps. */
const [LOSS, LOSS_GAP, LANE, LANE_GAP] = [84, 12, 24, 12];
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
 * @param {number} [beside] - the width beside all maps together, 0 by default
 */
export function sizesOf(shape, maps, labels, names, measure, beside = 0) {
  const side = maps > 1 ? SIDE : SINGLE_SIDE;
  const { width: cellWidth, height: cellHeight } = fittedCell(shape, { width: side, height: side }, MAX_CELL);
  const max = { width: Infinity, height: Infinity };
  const gutters = guttersFor(labels, [names.query, names.key], max, measure);
  const content = gutters.left + maps * cellWidth * shape.cols + (maps - 1) * GAP + OVERHANG + beside;
  return { cellWidth, cellHeight, gutters, width: Math.ceil(Math.max(MIN_WIDTH, 2 * PAD + content)) };
}

/**
 * How cells without a number are drawn: those with a reason are hatched, and others have a cross.
 *
 * @param {Pick<Panel, 'cols' | 'data' | 'region' | 'pooled' | 'absent' | 'kept'>} panel
 * @returns {(row: number, col: number) => 'hatch' | 'cross' | null}
 */
export function gapsOf(panel) {
  const { cols, data, region, pooled, absent, kept } = panel;
  if (kept) return (row, col) => (Number.isNaN(data[row * cols + col]) ? 'hatch' : null);
  return (row, col) => {
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
  const beside = panels.filter(({ kept }) => kept?.losses).length * (LOSS + LOSS_GAP);
  const shape = first.kept ? { rows: first.region.rows[1], cols: first.region.cols[1] } : first;
  const { gutters, width, ...cell } = sizesOf(shape, panels.length, labels, names, measure, beside);
  const [cellWidth, cellHeight] = [cell.cellWidth, cell.cellHeight].map((side) =>
    wholePixels(side, pixels / width),
  );
  const size = { width: cellWidth * shape.cols, height: cellHeight * shape.rows };
  const titleHeight = panels.length > 1 ? TEXT * LEADING + 4 : 0;
  const top = titleHeight + gutters.top;
  /** @type {Set<'hatch' | 'cross'>} */
  const kinds = new Set();
  let unpicked = '';
  const shapes = panels.flatMap((panel, index) => {
    const left = gutters.left + index * (size.width + GAP);
    const viewport = viewportOf(panel, size);
    const { rows, cols, data, scale, kept } = panel;
    const how = { high: kept?.high ?? 0, map, theme, paint, colors, thickness: 1 };
    const own = kept && paintKept(data, [rows, cols], how);
    const painted =
      own?.pixels ??
      (panel.parts
        ? paintHeads(panel.parts, { map, theme, scale })
        : paint({ rows, cols, data, map, theme, scale }));
    if (own?.has || kept?.lane?.weights.includes(-1)) unpicked = kept?.words.unpicked ?? '';
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
      which: /** @type {const} */ (['key']),
    };
    const at = picture.query === null ? null : { query: picture.query, key: -1 };
    if (info.marks) over.push(...marginShapes(viewport, lane, at, inks));
    const title = written(fitted(panel.title, size.width, TEXT, measure), left, TEXT, {
      size: TEXT,
      fill: colors.ink,
      bold: true,
    });
    const grid = { rows, cols, cellWidth: size.width / cols, cellHeight: size.height / rows };
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
      ...(kept ? besideShapes(kept, panel, size, how, index === 0) : []),
    ];
    return [...(panels.length > 1 ? [title] : []), ...moved(shapes, left, top)];
  });
  const { bars, samples } = pictureLegend(picture, paint);
  samples.push(...[...kinds].map((kind) => ({ kind, text: words[kind] })));
  if (unpicked) samples.push({ kind: 'fill', text: unpicked, fill: colors.unpicked });
  const hasLane = panels.some(({ kept }) => kept?.lane);
  const below = hasLane
    ? TEXT * LEADING + LANE + LANE_GAP
    : panels.some(({ info }) => info.marks)
      ? STRIP + STRIP_GAP
      : beside > 0
        ? SMALL + 8
        : 0;
  const body = { shapes, width: width - 2 * PAD, height: top + size.height + below };
  return sheetOf(
    { title: picture.title, body, legend: { bars, samples }, captions: picture.captions },
    { theme, measure, narrowest: MIN_WIDTH },
  );
}

/**
 * What the view of picked keys has around the cells: the row of the query, borders, mass lost, and lane.
 *
 * @param {NonNullable<Panel['kept']>} kept
 * @param {Panel} panel
 * @param {{ width: number, height: number }} size
 * @param {Look} look
 * @param {boolean} hasName - whether the lane has a name
 * @returns {Shape[]}
 */
function besideShapes(kept, { region }, { width, height }, look, hasName) {
  const { colors } = look;
  const [queries, keys] = [region.rows[1], region.cols[1]];
  const place = { x: 0, y: 0, cellWidth: width / keys, cellHeight: height / queries, queries, keys };
  const shapes = keptShapes(kept, place, { ink: colors.ink, accent: colors.frame, thickness: 1 });
  if (kept.losses) {
    const box = { x: width + LOSS_GAP, y: 0, width: LOSS, height };
    const title = { size: SMALL, fill: colors.soft, anchor: /** @type {const} */ ('end') };
    shapes.push(...lossShapes(kept.losses, box, { soft: colors.soft, line: colors.line, thickness: 1 }));
    shapes.push(written(kept.words.losses, box.x + LOSS, height + SMALL + 4, title));
  }
  if (kept.lane) {
    const top = height + TEXT * LEADING + LANE_GAP;
    if (hasName) shapes.push(written(kept.lane.name, 0, top - 5, { fill: colors.soft }));
    shapes.push(...moved(laneShapes(kept, { width, height: LANE }, look), 0, top));
  }
  return shapes;
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
function digitsOf({ info, perRow, region, pooled, cols, data, absent, kept }, painted, viewport) {
  if (
    perRow ||
    (kept?.m ?? 0) > 0 ||
    pooled.rows * pooled.cols > 1 ||
    !hasDigits(viewport, Boolean(info.marks))
  )
    return [];
  const cells = Array.from(data, (value, cell) => ({
    query: region.rows[0] + Math.floor(cell / cols),
    key: region.cols[0] + (cell % cols),
    value,
    fill: inkOn(painted, 4 * cell),
  }));
  const shown = kept ? cells.filter(({ value }) => value >= 0) : cells;
  return absent.later ? shown.filter(({ query, key }) => key <= query) : shown;
}
