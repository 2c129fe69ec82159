import { fitted, LEADING } from '../../../picture/lines.js';
import { COLORS, moved, sheetOf, TEXT, written } from '../../../picture/scene.js';
import { SCREEN } from '../head/metrics.js';
import { pictureLegend } from './legends.js';
/** @import { Measure, Scene, Shape } from '../../../picture/types.js' */
/** @import { ImagePanel } from '../image/panels.js' */
/** @import { Look } from './panel-scene.js' */
/** @import { Colors, Paint, Picture } from './types.js' */

/** The longer side of a picture, and the gap between two. */
const [SIDE, GAP] = [400, 24];

/**
 * The layout of weights over a picture, in units: one or two panels with their marked patches, and what the
 * colors are of.
 *
 * @param {Omit<Picture, 'panels'> & { panels: ImagePanel[] }} picture
 * @param {{ measure: Measure, paint: Paint }} tools
 * @returns {Scene}
 */
export function imageScene(picture, { measure, paint }) {
  const { panels, theme, heads, title, captions } = picture;
  const colors = COLORS[theme];
  const [{ columns, rows }] = panels;
  const cell = SIDE / Math.max(columns, rows);
  const size = { width: columns * cell, height: rows * cell };
  const top = TEXT * LEADING + 6;
  const shapes = panels.flatMap((panel, at) => [
    written(fitted(panel.title, size.width, TEXT, measure), at * (size.width + GAP), TEXT, {
      size: TEXT,
      fill: colors.ink,
    }),
    ...moved(imageShapes(panel, cell, { colors, metrics: SCREEN }), at * (size.width + GAP), top),
  ]);
  const names = heads.map(({ text }) => text).join(', ');
  const width = panels.length * size.width + (panels.length - 1) * GAP;
  return sheetOf(
    {
      title: names || title,
      body: { shapes, width, height: top + size.height },
      legend: pictureLegend(picture, paint),
      captions,
    },
    { theme, measure },
  );
}

/**
 * Weights over a picture with the marked patches.
 *
 * @param {ImagePanel} panel @param {number} cell - the side of a patch
 * @param {Pick<Look, 'metrics'> & { colors: Omit<Colors, 'ground'> }} look
 * @returns {Shape[]}
 */
export function imageShapes({ width: cols, height: rows, pixels, ...panel }, cell, { colors, metrics }) {
  const box = { x: 0, y: 0, width: panel.columns * cell, height: panel.rows * cell };
  const frame = { kind: /** @type {const} */ ('frame'), thickness: metrics.thickness };
  return [
    { kind: 'cells', ...box, rows, cols, pixels },
    { ...frame, ...box, stroke: colors.line },
    ...panel.rings.map(({ row, column, isFrom }) => ({
      ...frame,
      ...{ x: column * cell, y: row * cell, width: cell, height: cell },
      stroke: isFrom ? colors.frame : colors.ink,
      thickness: 2 * metrics.thickness,
      rim: colors.paper,
    })),
  ];
}
