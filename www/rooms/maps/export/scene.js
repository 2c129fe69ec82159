import { fittedCell, wholePixels } from '../../../ui/grid.js';
import { COLORS, moved, PAD, sheetOf, TEXT, written } from '../../../picture/scene.js';
import { fitted, LEADING } from '../../../picture/lines.js';
import { guttersFor, OVERHANG } from '../head/map-scene.js';
import { SCREEN } from '../head/metrics.js';
import { pictureLegend, samplesOf } from './legends.js';
import { extentOf, paintedPanel, panelPiece } from './panel-scene.js';
/** @import { labelsOf } from '../head/labels.js' */
/** @import { Measure, Scene } from '../../../picture/types.js' */
/** @import { Paint, Picture } from './types.js' */

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
 * Computes the layout of a picture, in units: the maps of the page side by side, with a title and a legend.
 *
 * @param {Picture} picture
 * @param {{ measure: Measure, paint: Paint, pixels: number }} tools - `pixels`: the width in pixels; large
 *   cells get a whole number of pixels
 * @returns {Scene}
 */
export function sceneOf(picture, { measure, paint, pixels }) {
  const { labels, names, theme, map } = picture;
  const colors = COLORS[theme];
  const look = { colors, measure, metrics: SCREEN, cellGap: 0 };
  const panels = picture.panels.map((panel) => paintedPanel(panel, { map, theme, paint, colors }));
  const { queries, keys, beside, below } = extentOf(panels, SCREEN);
  const [first] = panels;
  const shape = first.kept ? { rows: queries, cols: keys } : first;
  const { gutters, width, ...cell } = sizesOf(
    shape,
    panels.length,
    labels,
    names,
    measure,
    panels.length * beside,
  );
  const [cellWidth, cellHeight] = [cell.cellWidth, cell.cellHeight].map((side) =>
    wholePixels(side, pixels / width),
  );
  const size = { width: cellWidth * shape.cols, height: cellHeight * shape.rows };
  const titleHeight = panels.length > 1 ? TEXT * LEADING + 4 : 0;
  const top = titleHeight + gutters.top;
  const style = { size: TEXT, fill: colors.ink, bold: true };
  const pieces = panels.map((panel, at) =>
    panelPiece(panel, { size, gutters, isFirst: at === 0 }, picture, look),
  );
  const shapes = pieces.flatMap((piece, at) => {
    const left = gutters.left + at * (size.width + GAP);
    const title = written(fitted(panels[at].title, size.width, TEXT, measure), left, TEXT, style);
    return [...(panels.length > 1 ? [title] : []), ...moved(piece.shapes, left, top)];
  });
  const legend = pictureLegend(picture, paint);
  legend.samples.push(...samplesOf(pieces, panels, picture.words, colors));
  const body = { shapes, width: width - 2 * PAD, height: top + size.height + below };
  return sheetOf(
    { title: picture.title, body, legend, captions: picture.captions },
    { theme, measure, narrowest: MIN_WIDTH },
  );
}
