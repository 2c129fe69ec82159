/**
 * One panel of a picture or of a figure for print: its cells, and what the page has around and over them. All
 * lengths are in the unit of its metrics.
 */
import { cellImage, cellShapes } from '../../../picture/cells.js';
import { fitted } from '../../../picture/lines.js';
import { moved } from '../../../picture/scene.js';
import { paintHeads } from '../chosen/colors.js';
import { isLater, reasonAt } from '../head/absent.js';
import { mapPiece, textShape } from '../head/map-scene.js';
import { marginShapes } from '../head/margins.js';
import { inkOn } from '../head/paint-cells.js';
import { pathShapes } from '../speech/path.js';
import { borderShapes, keptShapes, lossShapes, paintKept } from '../picked/kept-scene.js';
/** @import { Measure, Shape } from '../../../picture/types.js' */
/** @import { Gutters } from '../head/map-scene.js' */
/** @import { Metrics } from '../head/metrics.js' */
/** @import { Viewport } from '../head/viewport.js' */
/** @import { Colors, Paint, PaintedPanel, Panel, Picture } from './types.js' */

/** @typedef {{ width: number, height: number }} Size */

/**
 * How a panel is drawn, apart from its place. `cellGap`: the gap between large cells.
 *
 * @typedef {{ colors: Colors, measure: Measure, metrics: Metrics, cellGap: number }} Look
 */

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
    if (!isMissing && !isLater(absent, { query: query + pooled.rows - 1, key })) return null;
    return reasonAt(absent, { query, key }) ? 'hatch' : 'cross';
  };
}

/**
 * Paints the cells of a panel.
 *
 * @param {Panel} panel @param {Pick<Picture, 'map' | 'theme'> & { paint: Paint, colors: Colors }} how
 * @returns {PaintedPanel}
 */
export function paintedPanel(panel, { map, theme, paint, colors }) {
  const { rows, cols, data, parts, scale, kept } = panel;
  const look = { map, theme, scale };
  const gaps = gapsOf(panel);
  if (!kept) {
    const pixels = parts ? paintHeads(parts, look) : paint({ rows, cols, data, ...look });
    return { ...panel, cells: cellImage(panel, pixels, gaps), laneCells: null, hasUnpicked: false };
  }
  const how = { ...look, paint, unpicked: colors.unpicked };
  const { pixels, has } = paintKept(data, [rows, cols], how);
  const weights = kept.lane?.weights;
  const size = { rows: 1, cols: weights?.length ?? 0 };
  const lane = weights && paintKept(weights, [1, size.cols], how);
  const isGap = (/** @type {number} */ _, /** @type {number} */ col) =>
    Number.isNaN(weights?.[col]) ? /** @type {const} */ ('hatch') : null;
  return {
    ...panel,
    cells: cellImage(panel, pixels, gaps),
    laneCells: lane ? cellImage(size, lane.pixels, isGap) : null,
    hasUnpicked: has || lane?.has === true,
  };
}

/**
 * The number of queries and keys of a panel, and its space beside and below the cells.
 *
 * @param {Pick<Panel, 'kept' | 'region' | 'info'>[]} panels - of one size
 * @param {Metrics} metrics
 */
export function extentOf(panels, { strip, loss, lane }) {
  const [{ region }] = panels;
  const hasLosses = panels.some(({ kept }) => kept?.losses);
  const hasLane = panels.some(({ kept }) => kept?.lane);
  const hasMarks = panels.some(({ kept, info }) => !kept && info.marks);
  return {
    queries: region.rows[1],
    keys: region.cols[1],
    beside: hasLosses ? loss.width + loss.gap : 0,
    below: hasLane
      ? lane.gap + lane.height
      : hasMarks
        ? strip.size + strip.gap
        : hasLosses
          ? 1.25 * loss.name
          : 0,
  };
}

/**
 * A panel. Its shapes are relative to the upper left of its cells.
 *
 * @param {PaintedPanel} panel
 * @param {{ size: Size, gutters: Gutters, isFirst: boolean }} place - `isFirst`: whether it has the labels of its rows
 * @param {Pick<Picture, 'labels' | 'words' | 'query' | 'language'> & { names: Picture['names'] | null }} figure
 * @param {Look} look
 */
export function panelPiece(panel, { size, gutters, isFirst }, figure, look) {
  const { labels, names, words, query, language } = figure;
  const { colors, measure, metrics, cellGap } = look;
  const { rows, cols, info, pooled, path, kept } = panel;
  const inks = { ...colors, accent: colors.frame };
  const { thickness } = metrics;
  const viewport = viewportOf(panel, size);
  const marks = (!kept && pooled.rows * pooled.cols === 1 && info.marks) || null;
  const digits = digitsOf(panel, viewport, metrics);
  const { around, over } = mapPiece(
    { viewport, labels, gutters, names, hasRows: isFirst, digits, marks },
    { inks, measure, language, metrics },
  );
  if (info.marks && !kept) {
    // The lane below a head that keeps a state has its own zero: how much is left of each write.
    const lane = {
      info,
      values: /** @type {const} */ ('none'),
      words: { ...words, entropy: '', sum: '', keyMean: '' },
      which: /** @type {const} */ (['key']),
    };
    const at = query === null ? null : { query, key: -1 };
    over.push(...marginShapes(viewport, lane, at, { ...inks, line: colors.soft }, metrics));
  }
  const box = { x: 0, y: 0, ...size };
  const cell = { cellWidth: size.width / cols, cellHeight: size.height / rows };
  const cells = cellShapes(panel.cells, cell, colors, cellGap, thickness);
  /** @type {Shape[]} */
  const shapes = [
    ...around,
    ...(colors.ground ? [/** @type {Shape} */ ({ kind: 'rect', ...box, fill: colors.ground })] : []),
    ...cells.shapes,
    ...(path ? pathShapes(viewport, path, inks, 2 * thickness) : []),
    { kind: 'frame', ...box, stroke: colors.line, thickness },
    ...over,
    ...(kept ? keptAround(kept, panel, size, look, isFirst) : []),
  ];
  return { shapes, has: cells.has, hasDigits: over.some(({ kind }) => kind === 'text') };
}

/**
 * What the view of picked keys has around the cells: the row of the query, borders, mass lost, and lane.
 *
 * @param {NonNullable<Panel['kept']>} kept
 * @param {Pick<PaintedPanel, 'region' | 'laneCells'>} panel
 * @param {Size} size
 * @param {Look} look
 * @param {boolean} hasName - whether the lane has a name
 * @returns {Shape[]}
 */
function keptAround(kept, { region, laneCells }, { width, height }, look, hasName) {
  const { colors, metrics, measure } = look;
  const { loss, lane, label, thickness } = metrics;
  const [queries, keys] = [region.rows[1], region.cols[1]];
  const grid = { cellWidth: width / keys, cellHeight: height / queries, rows: queries, cols: keys };
  const shapes = keptShapes(kept, grid, { ink: colors.ink, accent: colors.frame, thickness });
  const style = { size: label };
  if (kept.losses) {
    const box = { x: width + loss.gap, y: 0, width: loss.width, height };
    shapes.push(...lossShapes(kept.losses, box, { soft: colors.soft, line: colors.line, thickness }));
    shapes.push(textShape(kept.words.losses, box.x + box.width, height + loss.name, colors.soft, style));
  }
  if (kept.lane && laneCells) {
    const top = height + lane.gap;
    const name = { ...style, anchor: /** @type {const} */ ('start') };
    const text = fitted(kept.lane.name, width, label, measure);
    if (hasName) shapes.push(textShape(text, 0, top - lane.name, colors.soft, name));
    const space = { width, height: lane.height };
    shapes.push(...moved(laneShapes(laneCells, kept.bounds, space, { colors, thickness }), 0, top));
  }
  return shapes;
}

/**
 * The row of a query in a lane: its cells, borders between entries, and a frame.
 *
 * @param {NonNullable<PaintedPanel['laneCells']>} image
 * @param {NonNullable<Panel['kept']>['bounds']} bounds
 * @param {Size} size
 * @param {{ colors: Colors, thickness: number }} look
 * @returns {Shape[]}
 */
function laneShapes(image, bounds, { width, height }, { colors, thickness }) {
  const cells = { rows: 1, cols: image.cols, cellWidth: width / image.cols, cellHeight: height };
  const box = { x: 0, y: 0, width, height };
  return [
    ...(colors.ground ? [/** @type {Shape} */ ({ kind: 'rect', ...box, fill: colors.ground })] : []),
    ...cellShapes(image, cells, colors, 0).shapes,
    ...(bounds ? borderShapes({ ...bounds, rows: 0 }, cells, { stroke: colors.paper, thickness }) : []),
    { kind: 'frame', ...box, stroke: colors.line, thickness },
  ];
}

/**
 * The visible part of a panel. Its labels are those of cells, even if the numbers are pooled.
 *
 * @param {Pick<Panel, 'info' | 'region' | 'pooled' | 'rows' | 'cols'>} panel @param {Size} size @returns {Viewport}
 */
export function viewportOf({ info, region, rows, cols, pooled }, { width, height }) {
  const [cellWidth, cellHeight] = [width / cols / pooled.cols, height / rows / pooled.rows];
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
 * @param {PaintedPanel} panel @param {Viewport} viewport @param {Metrics} metrics
 */
function digitsOf({ info, perRow, region, pooled, cols, data, absent, kept, cells }, viewport, metrics) {
  const hasSpace = pooled.rows * pooled.cols === 1 && metrics.hasDigits(viewport, Boolean(info.marks));
  if (perRow || (kept?.m ?? 0) > 0 || !hasSpace) return [];
  const all = Array.from(data, (value, cell) => ({
    query: region.rows[0] + Math.floor(cell / cols),
    key: region.cols[0] + (cell % cols),
    value,
    fill: inkOn(cells.pixels, 4 * cell),
  }));
  const shown = kept ? all.filter(({ value }) => value >= 0) : all;
  return shown.filter((cell) => !isLater(absent, cell));
}
