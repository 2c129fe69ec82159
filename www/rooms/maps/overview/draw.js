import { shortName } from '../head/kept.js';
import { layerName } from '../source-name.js';
import { cornerOf, visiblePlaces } from './geometry.js';
import { shortValue } from './figures.js';
/** @import { Language } from '../../../state/languages.js' */
/** @import { MapsData } from '../types.js' */
/** @import { Geometry } from './geometry.js' */
/** @import { ListedHead } from './order.js' */

/** The space of the number of a layer or of a head, in CSS pixels. */
const NUMBER = { width: 15, height: 13 };
/** The opacity of heads that the filter excludes. */
const FILTERED = 0.16;

/**
 * The colors of the canvas, which the style sheet sets as CSS properties. So forced colors apply, too.
 *
 * @param {HTMLElement} canvas
 */
export function colorsOf(canvas) {
  const style = getComputedStyle(canvas);
  return {
    ink: style.color,
    soft: style.textDecorationColor,
    line: style.columnRuleColor,
    ground: style.backgroundColor,
    font: style.fontFamily,
  };
}

/**
 * Draws the visible thumbnails and their labels.
 *
 * @param {HTMLCanvasElement} canvas - covers only the visible part
 * @param {object} options
 * @param {Geometry} options.geometry
 * @param {ListedHead[]} options.heads - in the order of their places
 * @param {MapsData} options.data
 * @param {Pick<ReturnType<typeof import('./atlas.js').atlas>, 'canvas' | 'pictureOf'>} options.pictures
 * @param {{ left: number, top: number, width: number, height: number }} options.viewport - in the layout of
 *   all thumbnails
 * @param {number} options.ratio - device pixels in a CSS pixel
 * @param {ReturnType<typeof colorsOf>} options.colors
 * @param {Language} options.language
 */
export function drawHeads(canvas, { geometry, heads, data, pictures, viewport, ratio, colors, language }) {
  const context = cleared(canvas, viewport, ratio);
  if (!context) return;
  const { flow, size } = geometry;
  /** Rounds to whole device pixels. @param {number} position */
  const crisp = (position) => Math.round(position * ratio) / ratio;
  context.textAlign = 'center';
  for (const place of visiblePlaces(geometry, viewport)) {
    const { layer, head, value, passes, found, isMissing } = heads[place];
    if (isMissing) continue;
    const corner = cornerOf(geometry, place);
    const [x, y] = [crisp(corner.x - viewport.left), crisp(corner.y - viewport.top)];
    context.globalAlpha = passes ? 1 : FILTERED;
    context.fillStyle = colors.line;
    context.fillRect(x - 1 / ratio, y - 1 / ratio, size + 2 / ratio, size + 2 / ratio);
    context.fillStyle = colors.ground;
    context.fillRect(x, y, size, size);
    const picture = pictures.pictureOf(layer * data.reading.heads + head);
    if (picture) {
      const { width, height } = picture;
      context.imageSmoothingEnabled = width > size * ratio;
      context.drawImage(pictures.canvas, picture.x, picture.y, width, height, x, y, size, size);
    }
    if (!passes || geometry.isIndex) continue;
    if (found?.problem !== undefined) {
      context.font = `bold 16px ${colors.font}`;
      context.fillStyle = colors.ink;
      context.fillText('!', x + size / 2, y + size / 2 + 5);
    }
    context.font = `10px ${colors.font}`;
    context.fillStyle = colors.soft;
    if (flow) context.fillText(shortName({ layer, head }, data), x + size / 2, y + size + 10, size);
    context.fillStyle = colors.ink;
    if (found) context.fillText(shortValue(value, language), x + size / 2, y + size + (flow ? 22 : 10));
  }
  context.globalAlpha = 1;
  if (!flow) drawNumbers(context, { geometry, heads, data, viewport, colors });
}

/**
 * Draws the numbers of heads and layers, which stay visible.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {Pick<Parameters<typeof drawHeads>[1], 'geometry' | 'heads' | 'data' | 'viewport' | 'colors'>} options
 */
function drawNumbers(context, { geometry, heads, data: { reading }, viewport, colors }) {
  const { size, left, top, across, down, columns, count } = geometry;
  context.font = `10.5px ${colors.font}`;
  context.fillStyle = colors.ground;
  context.fillRect(0, 0, left - 1, viewport.height);
  context.fillRect(0, 0, viewport.width, top - 2);
  context.fillStyle = colors.soft;
  // Cells of an index may be narrower than a number.
  const [everyColumn, everyRow] = [Math.ceil(NUMBER.width / across), Math.ceil(NUMBER.height / down)];
  for (let column = 0; column < columns; column += everyColumn) {
    const x = left + column * across - viewport.left + size / 2;
    if (x > left) context.fillText(String(column), x, 10);
  }
  context.textAlign = 'end';
  for (let row = 0; row * columns < count; row += everyRow) {
    const y = top + row * down - viewport.top + size / 2 + 4;
    if (y > top) context.fillText(String(layerName(reading, heads[row * columns].layer)), left - 4, y);
  }
}

/**
 * Sizes and clears a canvas, and returns its context in CSS pixels.
 *
 * @param {HTMLCanvasElement} canvas @param {{ width: number, height: number }} size @param {number} ratio
 */
export function cleared(canvas, { width, height }, ratio) {
  const pixels = { width: Math.round(width * ratio), height: Math.round(height * ratio) };
  if (canvas.width !== pixels.width || canvas.height !== pixels.height) Object.assign(canvas, pixels);
  Object.assign(canvas.style, { width: `${width}px`, height: `${height}px` });
  const context = canvas.getContext('2d');
  context?.setTransform(ratio, 0, 0, ratio, 0, 0);
  context?.clearRect(0, 0, width, height);
  return context;
}
