/** Pictures in Node, without a page: an SVG by ourselves, a PNG by a rasteriser that the reader installs. */
import { load } from './engine/attention.js';
import { cellText } from './format/display.js';
import { complete } from './heatmap/figure.js';
import { sceneOf } from './heatmap/picture.js';
import { estimate } from './picture/measure.js';
import { pngUrl } from './picture/png-url.js';
import { svgOf } from './picture/svg.js';
/** @import { Scene, Theme } from './picture/types.js' */
/** @import { Language } from './state/languages.js' */

/** The longer side of a matrix, pixels of CSS; its cells are no larger and no smaller than these. */
const [SIDE, LARGEST, LEAST] = [800, { width: 40, height: 30 }, 0.5];
/** Narrower cells hold a digit or two, which say nothing. */
const LEGIBLE = 29;
const RASTERISER = '@resvg/resvg-js';

/**
 * A matrix, and how it is drawn.
 *
 * @typedef {object} MatrixPicture
 * @property {number} rows - queries
 * @property {number} cols - keys
 * @property {ArrayLike<number>} data - row by row; what is not a number bears a cross
 * @property {Uint8Array} [states] - one a cell: 0 a value, 1 masked, 2 not there
 * @property {string[] | null} [queryLabels] - without them, numbers from 0
 * @property {string[] | null} [keyLabels]
 * @property {string} [title]
 * @property {'ember' | 'viridis' | 'cividis' | 'grey'} [colormap]
 * @property {Theme} [theme]
 * @property {boolean | number} [digits] - whether cells show what fits, or how many decimals; where they are
 *   too narrow, none by default
 * @property {Language} [language]
 * @property {number} [low] - the ends of the scale: 0 and 1 by default, or as far to both sides as the
 *   numbers go where one is below 0
 * @property {number} [high]
 */

/** Texts as the axes are called. */
export const AXES = {
  en: { query: 'query', key: 'key' },
  es: { query: 'consulta', key: 'clave' },
  pt: { query: 'consulta', key: 'chave' },
};

/**
 * A matrix as the text of an SVG file.
 *
 * @param {MatrixPicture} picture
 * @returns {Promise<string>}
 * @throws {Error} where sizes, numbers or labels do not fit each other
 */
export async function svgOfMatrix(picture) {
  await load();
  return svgOfScene(sceneOfMatrix(picture));
}

/** A scene as the text of an SVG file, where there is no canvas. @param {Scene} scene */
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
  digits = cols * LEGIBLE <= SIDE,
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
  const cellWidth = Math.max(LEAST, Math.min(LARGEST.width, SIDE / cols));
  const cellHeight = Math.max(LEAST, Math.min(LARGEST.height, SIDE / rows));
  const axes = AXES[language];
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
  const far = Math.max(-least, most, 1e-300);
  const signed = low === undefined ? least < 0 : low < 0;
  return {
    kind: /** @type {'sequential' | 'diverging'} */ (signed ? 'diverging' : 'sequential'),
    low: low ?? (signed ? -far : 0),
    high: high ?? (signed ? far : 1),
  };
}

/**
 * A drawing as a PNG, by `@resvg/resvg-js` with the fonts of the system.
 *
 * @param {string} svg
 * @param {{ scale?: number }} [how] - pixels of the picture to a pixel of CSS
 * @returns {Promise<Uint8Array>}
 * @throws {Error} which says what to install, where the rasteriser is missing
 */
export async function pngOfSvg(svg, { scale = 2 } = {}) {
  const { Resvg } = await rasteriser();
  return new Resvg(svg, { fitTo: { mode: 'zoom', value: scale }, font: { loadSystemFonts: true } })
    .render()
    .asPng();
}

/** @returns {Promise<typeof import('@resvg/resvg-js')>} */
async function rasteriser() {
  try {
    return await import(RASTERISER);
  } catch (error) {
    throw new Error(
      `a PNG in Node needs the package ${RASTERISER}: npm install ${RASTERISER}. An SVG needs none`,
      { cause: error },
    );
  }
}
