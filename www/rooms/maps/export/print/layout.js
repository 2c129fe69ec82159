/**
 * A figure for print as a scene in points: heads side by side, each with its letter and name, their tokens,
 * and one color scale. The width and the size of type are as given; the cells take what is left.
 */
import { truncated } from '../../../../ui/labels.js';
import { legendPiece, moved, written } from '../../../../picture/scene.js';
import { FONTS } from '../../../../picture/print/fonts.js';
import { placedColumns, placedRows } from '../../head/map-scene.js';
import { LINE_HEIGHT, printMetrics } from '../../head/metrics.js';
import { imageShapes } from '../image-scene.js';
import { extentOf, panelPiece, viewportOf } from '../panel-scene.js';
import { PAPER } from './paper.js';
/** @import { FontName, PrintMeasure } from '../../../../picture/print/fonts.js' */
/** @import { Bar, Sample, Scene, Shape } from '../../../../picture/types.js' */
/** @import { ImagePanel } from '../../image/panels.js' */
/** @import { Metrics } from '../../head/metrics.js' */
/** @import { PaintedPanel, Picture } from '../types.js' */

/** The space around the figure, in points; between panels and above the legend, in sizes of type. */
const [EDGE, PANEL_GAP, LEGEND_GAP] = [2, 1.2, 0.5];
/** The most of a panel's width that the labels of its rows take, and the longest label of a column. */
const [MOST_LABEL_SHARE, MOST_LABEL_HEIGHT] = [0.4, 12];
/** The gap between large cells, in points. */
const CELL_GAP = 0.25;
/** The smallest map, in points and in lines of labels: labels that leave less take all the width. */
const [LEAST_SIDE, LEAST_LINES] = [24, 2.2];

/**
 * The name of a panel, such as “Layer 2, head 9”, and a short one, such as “2·9”, where that has no space.
 *
 * @typedef {{ name: string, shortName: string }} Names
 */

/**
 * One map of a figure, or weights over a picture, which have no labels.
 *
 * @typedef {Names & (PaintedPanel & { image?: undefined } | { image: ImagePanel })} PrintPanel
 */

/**
 * What a figure shows. All panels have one shape.
 *
 * @typedef {object} PrintFigure
 * @property {PrintPanel[]} panels
 * @property {string} title
 * @property {Bar[]} bars
 * @property {Sample[]} samples - of colors that are not of the scale
 * @property {Picture['labels']} labels
 * @property {Picture['words']} words
 * @property {number | null} query
 * @property {Picture['language']} language
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

/** A figure is too narrow for its labels. */
export class TooNarrow extends Error {}

/**
 * @param {PrintFigure} figure
 * @param {PrintOptions} options
 * @param {PrintMeasure} measure
 * @returns {{ scene: Scene, fit: Fit }}
 * @throws {TooNarrow} if the labels leave no space for cells
 */
export function printScene(figure, options, measure) {
  const { panels, title, bars, samples } = figure;
  const { width, size, font, background, letters, names, legend, digits } = options;
  const metrics = printMetrics(size, { digits, measure });
  const columns = Math.max(1, Math.min(options.columns, panels.length));
  const gap = size * PANEL_GAP;
  const maps = panels.flatMap((panel) => (panel.image ? [] : panel));
  const { queries, keys, beside, below } =
    maps.length > 0 ? extentOf(maps, metrics) : imageExtent(/** @type {any} */ (panels[0]));
  const across = (width - 2 * EDGE - (columns - 1) * gap) / columns - beside;
  const { gutters, hasAllLabels } = guttersOf(figure, maps[0], across, measure, metrics);
  const cell = (across - gutters.left) / keys;
  const extent = { width: cell * keys, height: cell * queries };
  if (!(extent.width >= Math.max(LEAST_SIDE, LEAST_LINES * size)))
    throw new TooNarrow('the labels leave no space for cells');
  const top = (letters || names ? size * LINE_HEIGHT : 0) + gutters.top;
  const panelHeight = top + extent.height + below;
  const fit = { cell, hasAllLabels, hasDigits: true };
  const decay = truncated(figure.words.decay, gutters.left - metrics.gap, (part) => measure(part, size));
  const shown = { ...figure, names: null, words: { ...figure.words, decay } };
  const look = { colors: PAPER, measure, metrics, cellGap: CELL_GAP };
  const shapes = panels.flatMap((panel, at) => {
    const x = EDGE + (at % columns) * (across + beside + gap);
    const y = EDGE + Math.floor(at / columns) * (panelHeight + gap);
    const heading = headingShapes(panel, at, { across, options, measure });
    if (panel.image)
      return [
        ...moved(heading, x, y),
        ...moved(imageShapes(panel.image, cell, look), x + gutters.left, y + top),
      ];
    const piece = panelPiece(panel, { size: extent, gutters, isFirst: true }, shown, look);
    if (digits && !piece.hasDigits) fit.hasDigits = false;
    return [...moved(heading, x, y), ...moved(piece.shapes, x + gutters.left, y + top)];
  });
  const lines = Math.ceil(panels.length / columns);
  let bottom = EDGE + lines * panelHeight + (lines - 1) * gap;
  if (legend) {
    const left = EDGE + gutters.left;
    const how = { width: width - EDGE - left, size, colors: PAPER, measure, thickness: metrics.thickness };
    const piece = legendPiece({ bars, samples }, how);
    bottom += LEGEND_GAP * size;
    shapes.push(...moved(piece.shapes, left, bottom));
    bottom += piece.height;
  }
  const scene = {
    width,
    height: Math.ceil((bottom + EDGE) * 100) / 100,
    paper: background === 'white' ? PAPER.paper : null,
    font: FONTS[font],
    title,
    shapes,
  };
  return { scene, fit };
}

/** @param {{ image: ImagePanel }} panel */
const imageExtent = ({ image: { rows, columns } }) => ({ queries: rows, keys: columns, beside: 0, below: 0 });

/** The letter of a panel: a, b, …, z, aa, ab, … @param {number} at @returns {string} */
export const letterOf = (at) =>
  (at < 26 ? '' : letterOf(Math.floor(at / 26) - 1)) + String.fromCharCode(97 + (at % 26));

/**
 * The space for labels, and whether all of them have space. A first layout finds out which labels are
 * written: a long axis has numbers, which are short.
 *
 * @param {PrintFigure} figure
 * @param {PaintedPanel | undefined} panel - the first one; the others are like it
 * @param {number} across - the width of a panel
 * @param {PrintMeasure} measure @param {Metrics} metrics
 */
function guttersOf({ labels, words }, panel, across, measure, metrics) {
  const { label: size, gap } = metrics;
  if (!panel) return { gutters: { left: gap, top: gap }, hasAllLabels: true };
  const most = { left: across * MOST_LABEL_SHARE, top: size * MOST_LABEL_HEIGHT };
  let [gutters, hasAllLabels] = [{ left: most.left + gap, top: most.top + gap }, true];
  const [queries, keys] = [panel.region.rows[1], panel.region.cols[1]];
  const widest = (/** @type {{ text: string }[]} */ placed) =>
    Math.max(0, ...Array.from(new Set(placed.map(({ text }) => text)), (text) => measure(text, size)));
  const below = panel.info.marks ? [{ text: words.decay }] : [];
  for (let pass = 0; pass < 2; pass += 1) {
    const cell = Math.max(1e-3, (across - gutters.left) / keys);
    const viewport = viewportOf(panel, { width: cell * keys, height: cell * queries });
    const rows = placedRows(viewport, labels.query, null, metrics);
    const columns = placedColumns(viewport, labels, null, { measure, metrics });
    gutters = {
      left: Math.min(most.left, widest([...rows.placed, ...below])) + gap,
      top: (columns.isFlat ? size : Math.min(most.top, widest(columns.placed))) + gap,
    };
    hasAllLabels = rows.step === 1 && columns.step === 1;
  }
  return { gutters, hasAllLabels };
}

/**
 * @param {Names} names @param {number} at
 * @param {{ across: number, options: PrintOptions, measure: PrintMeasure }} how
 * @returns {Shape[]}
 */
function headingShapes({ name, shortName }, at, { across, options, measure }) {
  const { size, letters, names } = options;
  const style = { size, fill: PAPER.ink };
  const letter = letters ? `(${letterOf(at)})` : '';
  const start = letters ? measure(`${letter} `, size, true) : 0;
  const shown = measure(name, size) <= across - start ? name : shortName;
  const fitted = truncated(shown, across - start, (part) => measure(part, size));
  return [
    ...(letters ? [written(letter, 0, size, { ...style, bold: true })] : []),
    ...(names ? [written(fitted, start, size, style)] : []),
  ];
}
