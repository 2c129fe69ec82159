import { fittedCell, areasIn, wholePixels } from '../../../ui/grid.js';
import { columnLayout, SLOPE } from '../../../ui/labels.js';
import { STEPS } from '../../../picture/legend.js';
import { COLORS, PAD, sheetOf, SMALL, TEXT } from '../../../picture/scene.js';
import { fitted, LEADING } from '../../../picture/text.js';
import { numbered, placedLabels, SPARSE } from '../head/labels.js';
import { barOf, scaleTicks } from '../head/scale.js';
/** @import { Label } from '../head/labels.js' */
/** @import { Kind, Measure, Scene, Shape } from '../../../picture/types.js' */
/** @import { Paint, Panel, Picture } from './types.js' */

/** The gap between two maps. */
const GAP = 30;
/** The space that a label takes along its axis. */
const LABEL_SPACE = 14;
/** The minimum gap between two labels. */
const LABEL_GAP = 6;
const MAX_LABEL_WIDTH = 120;
/** The number of labels that are measured. */
const MAX_MEASURED = 2048;
/** The longer side of a single map, and of each of several. */
const [SINGLE_SIDE, SIDE] = [580, 420];
const MAX_CELL = 54;
/** The width of the name of the queries. */
const NAME_WIDTH = SMALL + 10;
/** Sloping labels of the last keys extend beyond their map. */
const OVERHANG = 22;
/** The minimum width of a picture, so that its texts fit. */
const MIN_WIDTH = 540;

/**
 * The preferred size of a cell, in units.
 *
 * @param {{ rows: number, cols: number }} shape
 * @param {number} maps - their number
 */
export function cellSize(shape, maps) {
  const side = maps > 1 ? SIDE : SINGLE_SIDE;
  return fittedCell(shape, { width: side, height: side }, MAX_CELL);
}

/**
 * The width of a picture, in units. It does not depend on the resolution.
 *
 * @param {{ rows: number, cols: number }} shape
 * @param {number} maps
 * @param {number} rowLabels - their width
 */
export function widthOf(shape, maps, rowLabels) {
  const width = cellSize(shape, maps).width * shape.cols;
  return Math.ceil(
    Math.max(MIN_WIDTH, 2 * PAD + NAME_WIDTH + rowLabels + maps * width + (maps - 1) * GAP + OVERHANG),
  );
}

/**
 * The width of the widest label of a query, with its margin.
 *
 * @param {Label[]} labels @param {Measure} measure
 */
export function rowLabelsWidth(labels, measure) {
  const widths = labels.slice(0, MAX_MEASURED).map(({ text }) => measure(text, SMALL));
  return Math.min(MAX_LABEL_WIDTH, Math.max(0, ...widths)) + 8;
}

/**
 * The cells without a number, merged into rectangles.
 *
 * @param {Pick<Panel, 'rows' | 'cols' | 'data' | 'region' | 'pooled' | 'leaveOut' | 'reach'>} panel
 */
export function gapsOf({ rows, cols, data, region, pooled, leaveOut, reach }) {
  return areasIn({ rows, cols }, (row, col) => {
    const key = region.cols[0] + col * pooled.cols;
    const end = reach?.[region.rows[0] + row * pooled.rows] ?? Infinity;
    return !Number.isNaN(data[row * cols + col]) ? null : key < leaveOut || key >= end ? 'hatch' : 'cross';
  });
}

/**
 * Computes the layout of a picture, in units.
 *
 * @param {Picture} picture
 * @param {{ measure: Measure, paint: Paint, pixels: number }} tools - `pixels`: the width in pixels; large
 *   cells get a whole number of pixels
 * @returns {Scene}
 */
export function sceneOf(picture, { measure, paint, pixels }) {
  const { panels, labels, words, theme, map } = picture;
  const colors = COLORS[theme];
  const [first] = panels;
  const rowLabels = rowLabelsWidth(labels.query, measure);
  const width = widthOf(first, panels.length, rowLabels);
  const cell = cellSize(first, panels.length);
  const [x, y] = [cell.width, cell.height].map((side) => wholePixels(side, pixels / width));
  const [mapWidth, mapHeight] = [x * first.cols, y * first.rows];
  /** @type {Shape[]} */
  const shapes = [];
  const write = (
    /** @type {string} */ text,
    /** @type {Partial<Kind<'text'>> & { x: number, y: number }} */ style,
  ) => shapes.push({ kind: 'text', text, size: SMALL, fill: colors.ink, anchor: 'start', ...style });
  const left = NAME_WIDTH + rowLabels;
  const titleHeight = panels.length > 1 ? TEXT * LEADING : 0;
  const columns = axisLabels(labels.key, first.region.cols, x / first.pooled.cols, labels.tokens, measure);
  const rows = axisLabels(labels.query, first.region.rows, y / first.pooled.rows, true, measure);
  const top = titleHeight + SMALL * LEADING + columns.height + 4;
  const gaps = panels.map(gapsOf);
  panels.forEach(({ title, rows, cols, data, scale }, index) => {
    const start = left + index * (mapWidth + GAP);
    if (titleHeight > 0)
      write(fitted(title, mapWidth, TEXT, measure), { x: start, y: TEXT, size: TEXT, bold: true });
    write(words.key, { x: start, y: titleHeight + SMALL, fill: colors.soft });
    for (const { text, position } of columns.labels) {
      if (columns.sloping)
        write(fitted(text, columns.clip, SMALL, measure), {
          x: start + position + 4,
          y: top - 5,
          turn: -SLOPE,
        });
      else write(text, { x: start + position, y: top - 5, anchor: 'middle' });
    }
    const box = { x: start, y: top, width: mapWidth, height: mapHeight };
    shapes.push({ kind: 'rect', ...box, fill: colors.ground });
    for (const gap of gaps[index])
      shapes.push({
        kind: gap.kind,
        x: start + gap.col * x,
        y: top + gap.row * y,
        width: gap.cols * x,
        height: gap.rows * y,
        ground: colors.ground,
        line: colors[gap.kind],
      });
    shapes.push(
      { kind: 'cells', ...box, rows, cols, pixels: paint({ rows, cols, data, map, theme, scale }) },
      { kind: 'frame', ...box, stroke: colors.line },
    );
  });
  for (const { text, position } of rows.labels)
    write(fitted(text, MAX_LABEL_WIDTH, SMALL, measure), {
      x: left - 7,
      y: top + position + SMALL * 0.35,
      anchor: 'end',
    });
  const nameLength = measure(words.query, SMALL);
  write(words.query, {
    x: SMALL * 0.8,
    y: top + Math.max(mapHeight, nameLength) / 2,
    anchor: 'middle',
    turn: -90,
    fill: colors.soft,
  });
  const bars = picture.legends.map(({ text, scale }) => ({
    text,
    pixels: paint({ rows: 1, cols: STEPS, data: barOf(scale, STEPS), map, theme, scale }),
    ticks: scaleTicks(scale),
  }));
  const samples = [...new Set(gaps.flat().map(({ kind }) => kind))].map((kind) => ({
    kind,
    text: kind === 'hatch' ? words.gone : words.missing,
  }));
  const body = { shapes, width: width - 2 * PAD, height: top + Math.max(mapHeight, nameLength) };
  return sheetOf(
    { title: picture.title, body, legend: { bars, samples }, captions: picture.captions },
    { theme, measure, narrowest: MIN_WIDTH },
  );
}

/**
 * The positions of the labels of an axis. Labels that would touch are omitted.
 *
 * @param {Label[]} labels
 * @param {[start: number, length: number]} range
 * @param {number} size - of a cell of the map, even if it is pooled
 * @param {boolean} slopes - whether long labels may slope; otherwise they are thinned out
 * @param {Measure} measure
 */
function axisLabels(labels, [start, length], size, slopes, measure) {
  const axis = { start, size, visible: length * size, count: labels.length };
  const dense = placedLabels(labels, axis, LABEL_SPACE);
  if (slopes && dense.step >= SPARSE)
    return axisLabels(numbered(labels.length), [start, length], size, false, measure);
  const widths = labels
    .slice(start, start + Math.min(length, MAX_MEASURED))
    .map(({ text }) => measure(text, SMALL));
  const layout = slopes
    ? columnLayout(
        widths.map((width) => width + LABEL_GAP),
        size,
      )
    : { sloping: false, height: SMALL * LEADING, clip: Infinity };
  const space = Math.max(LABEL_SPACE, ...widths) + LABEL_GAP;
  const { placed } = slopes ? dense : placedLabels(labels, axis, space);
  return { labels: placed.map(({ text, from, to }) => ({ text, position: (from + to) / 2 })), ...layout };
}
