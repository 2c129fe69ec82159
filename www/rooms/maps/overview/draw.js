import { cornerOf, visiblePlaces } from './geometry.js';
import { shortValue } from './figures.js';
/** @import { Geometry } from './geometry.js' */
/** @import { Listed } from './order.js' */

/**
 * The colours that the style sheet gives the canvas: there is one place that decides, also where the system
 * forces them.
 *
 * @param {HTMLElement} canvas
 */
export function coloursOf(canvas) {
  const {
    color,
    outlineColor,
    textDecorationColor,
    columnRuleColor,
    backgroundColor,
    borderTopColor,
    fontFamily,
  } = getComputedStyle(canvas);
  return {
    ink: color,
    accent: outlineColor,
    soft: textDecorationColor,
    line: columnRuleColor,
    ground: backgroundColor,
    focus: borderTopColor,
    font: fontFamily,
  };
}

/**
 * Draws the visible thumbnails and their labels.
 *
 * @param {HTMLCanvasElement} canvas - covers only the visible part
 * @param {object} what
 * @param {Geometry} what.geometry
 * @param {Listed[]} what.heads - in the order of their places
 * @param {number} what.across - heads of a layer
 * @param {ReturnType<typeof import('./atlas.js').atlas>} what.pictures
 * @param {{ left: number, top: number, width: number, height: number }} what.viewport - of all thumbnails
 * @param {number} what.ratio
 * @param {ReturnType<typeof coloursOf>} what.colours
 */
export function drawHeads(canvas, { geometry, heads, across, pictures, viewport, ratio, colours }) {
  const context = sized(canvas, viewport, ratio);
  if (!context) return;
  const { flow, size } = geometry;
  /** Rounds to whole device pixels. @param {number} at */
  const crisp = (at) => Math.round(at * ratio) / ratio;
  context.textAlign = 'center';
  for (const place of visiblePlaces(geometry, viewport)) {
    const { layer, head, value, passes, found } = heads[place];
    const corner = cornerOf(geometry, place);
    const [x, y] = [crisp(corner.x - viewport.left), crisp(corner.y - viewport.top)];
    context.globalAlpha = passes ? 1 : 0.16;
    context.fillStyle = colours.line;
    context.fillRect(x - 1 / ratio, y - 1 / ratio, size + 2 / ratio, size + 2 / ratio);
    context.fillStyle = colours.ground;
    context.fillRect(x, y, size, size);
    const picture = pictures.pictureOf(layer * across + head);
    if (picture) {
      context.imageSmoothingEnabled = picture.width > size * ratio;
      context.drawImage(
        pictures.canvas,
        picture.x,
        picture.y,
        picture.width,
        picture.height,
        x,
        y,
        size,
        size,
      );
    }
    if (!passes) continue;
    context.font = `10px ${colours.font}`;
    context.fillStyle = colours.soft;
    if (flow) context.fillText(`${layer}·${head}`, x + size / 2, y + size + 10, size);
    context.fillStyle = colours.ink;
    if (found) context.fillText(shortValue(value), x + size / 2, y + size + (flow ? 22 : 10));
  }
  context.globalAlpha = 1;
  if (!flow) drawNumbers(context, { geometry, heads, viewport, colours });
}

/**
 * The numbers of heads and layers, which stay visible.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {Pick<Parameters<typeof drawHeads>[1], 'geometry' | 'heads' | 'viewport' | 'colours'>} what
 */
function drawNumbers(context, { geometry, heads, viewport, colours }) {
  const { size, left, top, across, down, columns, count } = geometry;
  context.font = `10.5px ${colours.font}`;
  context.fillStyle = colours.ground;
  context.fillRect(0, 0, left - 1, viewport.height);
  context.fillRect(0, 0, viewport.width, top - 2);
  context.fillStyle = colours.soft;
  for (let column = 0; column < columns; column += 1) {
    const x = left + column * across - viewport.left + size / 2;
    if (x > left) context.fillText(String(column), x, 10);
  }
  context.textAlign = 'end';
  for (let row = 0; row * columns < count; row += 1) {
    const y = top + row * down - viewport.top + size / 2 + 4;
    if (y > top) context.fillText(String(heads[row * columns].layer), left - 4, y);
  }
}

/**
 * Makes the canvas as large as what it covers.
 *
 * @param {HTMLCanvasElement} canvas @param {{ width: number, height: number }} viewport @param {number} ratio
 */
export function sized(canvas, { width, height }, ratio) {
  const [wide, high] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== wide || canvas.height !== high) Object.assign(canvas, { width: wide, height: high });
  Object.assign(canvas.style, { width: `${width}px`, height: `${height}px` });
  const context = canvas.getContext('2d');
  context?.setTransform(ratio, 0, 0, ratio, 0, 0);
  context?.clearRect(0, 0, width, height);
  return context;
}
