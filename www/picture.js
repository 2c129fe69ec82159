/** Pictures in Node, without a page: an SVG, or a PNG by a rasterizer that the user installs. */
import { load } from './engine/attention.js';
import { texts } from './figure/words/index.js';
import { cellText } from './format/display.js';
import { complete } from './heatmap/figure.js';
import { sceneOf } from './heatmap/picture.js';
import { MAX } from './picture/export.js';
import { pngUrl } from './picture/png-url.js';
import { svgOf } from './picture/svg.js';
import { estimate } from './picture/lines.js';
/** @import { Scene, Theme } from './picture/types.js' */
/** @import { Language } from './state/languages.js' */

/** The longer side of a matrix, in CSS pixels, unless its cells would be larger or smaller than these. */
const [SIDE, MAX_CELL, MIN_CELL] = [800, { width: 40, height: 30 }, 0.5];
/** The minimum width of cells with digits by default, in CSS pixels. */
const DIGITS_WIDTH = 29;
const RASTERIZER = '@resvg/resvg-js';

/**
 * A matrix and the options of its picture.
 *
 * @typedef {object} MatrixPicture
 * @property {number} rows - queries
 * @property {number} cols - keys
 * @property {ArrayLike<number>} data - in row-major order; NaN is crossed out
 * @property {Uint8Array} [states] - one for each cell: 0 a value, 1 masked, 2 not shown, 3 not picked
 * @property {string[] | null} [queryLabels] - by default numbers from 0
 * @property {string[] | null} [keyLabels]
 * @property {string} [title]
 * @property {'ember' | 'viridis' | 'cividis' | 'grey'} [colormap]
 * @property {Theme} [theme]
 * @property {boolean | number} [digits] - whether cells have the digits that fit, or the number of decimals. By
 *   default, only wide cells have digits
 * @property {Language} [language]
 * @property {number} [low] - the low end of the scale. By default it is 0, or minus the largest magnitude
 *   if a number is negative
 * @property {number} [high] - the high end. By default it is 1, or the largest magnitude if a number is negative
 */

/**
 * A matrix as the text of an SVG file.
 *
 * @param {MatrixPicture} picture
 * @returns {Promise<string>}
 * @throws {Error} if the sizes do not match the numbers or labels
 */
export async function svgOfMatrix(picture) {
  await load();
  return svgOfScene(sceneOfMatrix(picture));
}

/** A scene as the text of an SVG file, without a canvas. @param {Scene} scene */
export const svgOfScene = (scene) => svgOf(scene, { picture: pngUrl });

/** @param {MatrixPicture} picture */
function sceneOfMatrix({
  rows,
  cols,
  data,
  states,
  queryLabels,
  keyLabels,
  title = '',
  colormap = 'ember',
  theme = 'light',
  digits = cols * DIGITS_WIDTH <= SIDE,
  language = 'en',
  low,
  high,
}) {
  for (const [labels, count, what] of /** @type {const} */ ([
    [queryLabels, rows, 'queries'],
    [keyLabels, cols, 'keys'],
  ])) {
    if (labels && labels.length !== count)
      throw new Error(
        `the number of labels for ${what} is ${labels.length}, and that of ${what} is ${count}`,
      );
  }
  const cellWidth = Math.max(MIN_CELL, Math.min(MAX_CELL.width, SIDE / cols));
  const cellHeight = Math.max(MIN_CELL, Math.min(MAX_CELL.height, SIDE / rows));
  const { axes } = texts[language].figure;
  const figure = complete({
    matrix: { rows, cols, data: Float64Array.from(data) },
    states,
    name: title,
    map: colormap,
    cellWidth,
    cellHeight,
    ...scaleOf(data, low, high),
    rowLabels: queryLabels ?? numbers(rows),
    colLabels: keyLabels ?? numbers(cols),
    rowAxis: axes.query,
    colAxis: axes.key,
    texts:
      digits === true
        ? undefined
        : Array.from(data, (value) =>
            digits === false || !Number.isFinite(value) ? '' : cellText(value, digits),
          ),
  });
  if (!figure) throw new Error(`a matrix of ${rows} × ${cols} cannot be drawn from ${data.length} numbers`);
  return sceneOf(figure, { theme, language, measure: estimate });
}

/** @param {number} count */
const numbers = (count) => Array.from({ length: count }, (_, at) => String(at));

/** @param {ArrayLike<number>} data @param {number} [low] @param {number} [high] */
function scaleOf(data, low, high) {
  let [least, most] = [0, 0];
  for (const value of Array.from(data))
    if (Number.isFinite(value)) [least, most] = [Math.min(least, value), Math.max(most, value)];
  const magnitude = Math.max(-least, most, 1e-300);
  const signed = low === undefined ? least < 0 : low < 0;
  return {
    kind: /** @type {'sequential' | 'diverging'} */ (signed ? 'diverging' : 'sequential'),
    low: low ?? (signed ? -magnitude : 0),
    high: high ?? (signed ? magnitude : 1),
  };
}

/**
 * Converts an SVG to a PNG, by `@resvg/resvg-js` with the fonts of the system.
 *
 * @param {string} svg
 * @param {object} [options]
 * @param {number} [options.scale] - the number of PNG pixels for each CSS pixel
 * @param {string[]} [options.fontFiles] - the paths of more fonts
 * @returns {Promise<Uint8Array>}
 * @throws {Error} that says what to install, if the rasterizer is missing, or that names the largest scale, if the
 *   PNG would have more pixels than pictures of the page may have
 */
export async function pngOfSvg(svg, { scale = 2, fontFiles = [] } = {}) {
  if (!(scale > 0)) throw new Error(`the scale of a PNG is a number above 0, not ${scale}`);
  const { Resvg } = await rasterizer();
  const font = { loadSystemFonts: true, fontFiles };
  const drawing = new Resvg(svg, { fitTo: { mode: 'zoom', value: scale }, font });
  const largest = largestScale(drawing);
  if (scale > largest) {
    throw new Error(
      `the scale of this picture is at most ${largest}, not ${scale}: a PNG has at most ${MAX.side} pixels a side and ${MAX.pixels} in all`,
    );
  }
  return drawing.render().asPng();
}

/**
 * The largest scale of a picture, as a whole number, or with two decimals below 1.
 *
 * @param {{ width: number, height: number }} size - in CSS pixels
 */
function largestScale({ width, height }) {
  const exact = Math.min(MAX.side / Math.max(width, height), Math.sqrt(MAX.pixels / (width * height)));
  const steps = exact < 1 ? 100 : 1;
  return Math.floor(exact * steps) / steps;
}

/** @returns {Promise<typeof import('@resvg/resvg-js')>} */
async function rasterizer() {
  try {
    return await import(RASTERIZER);
  } catch (error) {
    throw new Error(
      `a PNG in Node needs the package ${RASTERIZER}: npm install ${RASTERIZER}. An SVG needs none`,
      { cause: error },
    );
  }
}
