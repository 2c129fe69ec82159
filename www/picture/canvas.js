/** Draws shapes on a canvas: those of the screen, and those of a picture. */
import { FONT, lineWidth, measure, MONO, raised, wellFormed } from './text.js';
/** @import { Kind, Shape } from './types.js' */

/** The distance between the lines of a hatch, in units of the scene. */
export const PERIOD = 6;
/** How much wider a rim is than its line. */
const RIM = 2;

/**
 * The strokes of an outline or line, one over the other: a rim makes it visible on every color.
 *
 * @param {Pick<Kind<'frame' | 'ring' | 'line' | 'curve'>, 'stroke' | 'thickness' | 'rim'>} shape
 */
export function strokesOf({ stroke, thickness = 1, rim }) {
  const line = { stroke, width: thickness };
  return rim ? [{ stroke: rim, width: thickness + RIM }, line] : [line];
}

/**
 * A canvas with one pixel for each cell.
 *
 * @param {Kind<'cells'>} cells
 */
export function cellsCanvas({ rows, cols, pixels }) {
  const canvas = document.createElement('canvas');
  canvas.width = cols;
  canvas.height = rows;
  canvas.getContext('2d')?.putImageData(new ImageData(new Uint8ClampedArray(pixels), cols, rows), 0, 0);
  return canvas;
}

/**
 * Sizes and clears a canvas, and returns its context in CSS pixels.
 *
 * @param {HTMLCanvasElement} canvas
 * @param {{ width: number, height: number }} size - CSS pixels
 * @param {number} ratio - device pixels in a CSS pixel
 */
export function contextOf(canvas, { width, height }, ratio) {
  const pixels = { width: Math.round(width * ratio), height: Math.round(height * ratio) };
  // Setting the size clears a canvas and allocates it again.
  if (canvas.width !== pixels.width || canvas.height !== pixels.height) Object.assign(canvas, pixels);
  Object.assign(canvas.style, { width: `${width}px`, height: `${height}px` });
  const context = canvas.getContext('2d');
  context?.reset();
  context?.scale(ratio, ratio);
  return context;
}

/**
 * Draws shapes, in units of the context.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {Shape[]} shapes
 * @param {string} [mono] - the fonts of digits
 * @param {string} [plain] - the fonts of other texts
 */
export function drawShapes(context, shapes, mono = MONO, plain = FONT) {
  const fonts = { mono, plain };
  context.save();
  context.globalAlpha = 1;
  for (const shape of shapes) {
    // Maps have thousands of bars. Saving the context would take several times as long as filling one.
    if (shape.kind === 'rect' && shape.opacity === undefined) {
      draw(context, shape, fonts);
      continue;
    }
    context.save();
    context.globalAlpha = shape.opacity ?? 1;
    draw(context, shape, fonts);
    context.restore();
  }
  context.restore();
}

/** @typedef {{ mono: string, plain: string }} Fonts */

/** @param {CanvasRenderingContext2D} context @param {Shape} shape @param {Fonts} fonts */
function draw(context, shape, fonts) {
  const { kind, x, y } = shape;
  switch (kind) {
    case 'text':
      return drawText(context, shape, fonts);
    case 'cells':
      if (shape.gap) return drawCells(context, shape);
      return context.drawImage(cellsCanvas(shape), x, y, shape.width, shape.height);
    case 'rect':
    case 'hatch':
      context.fillStyle = kind === 'rect' ? shape.fill : shape.ground;
      context.fillRect(x, y, shape.width, shape.height);
      return kind === 'rect' ? undefined : drawHatch(context, shape);
    default:
      context.beginPath();
      if (kind === 'frame') context.rect(x, y, shape.width, shape.height);
      else if (kind === 'ring') context.arc(x, y, shape.radius, 0, 2 * Math.PI);
      else if (kind === 'line') for (const [dx, dy] of shape.points) context.lineTo(x + dx, y + dy);
      else {
        const [middle, right, down] = [x + shape.dx / 2, x + shape.dx, y + shape.dy];
        context.moveTo(x, y);
        context.bezierCurveTo(middle, y, middle, down, right, down);
      }
      if (kind === 'frame' && shape.dashed) context.setLineDash([3, 2]);
      for (const { stroke, width } of strokesOf(shape)) {
        context.strokeStyle = stroke;
        context.lineWidth = width;
        context.stroke();
      }
      return undefined;
  }
}

/** @param {CanvasRenderingContext2D} context @param {Kind<'text'>} shape @param {Fonts} fonts */
function drawText(context, { x, y, text, size, fill, anchor, bold, mono, turn = 0 }, fonts) {
  context.translate(x, y);
  context.rotate((turn * Math.PI) / 180);
  context.direction = 'ltr';
  context.fillStyle = fill;
  const font = (/** @type {number} */ fontSize, italic = false) =>
    `${italic ? 'italic ' : ''}${bold ? '600 ' : ''}${fontSize}px ${mono ? fonts.mono : fonts.plain}`;
  if (typeof text === 'string') {
    context.font = font(size);
    context.textAlign = anchor === 'middle' ? 'center' : anchor;
    return context.fillText(wellFormed(text), 0, 0);
  }
  let left = anchor === 'start' ? 0 : -lineWidth(text, size, measure) / (anchor === 'middle' ? 2 : 1);
  for (const span of text) {
    const { size: fontSize, shift } = raised(span, size);
    const content = wellFormed(span.text);
    context.font = font(fontSize, span.italic);
    context.fillText(content, left, shift);
    left += context.measureText(content).width;
  }
  return undefined;
}

/**
 * Draws cells with gaps. Their edges are on whole pixels.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {Kind<'cells'>} cells
 */
function drawCells(context, { x, y, width, height, rows, cols, pixels, gap = 0 }) {
  const scale = context.getTransform().a;
  const toPixel = (/** @type {number} */ length) => Math.round(length * scale) / scale;
  for (let cell = 0; cell < rows * cols; cell++) {
    const [red, green, blue, alpha] = pixels.subarray(4 * cell, 4 * cell + 4);
    if (alpha === 0) continue;
    const left = x + ((cell % cols) * width) / cols + gap / 2;
    const top = y + (Math.floor(cell / cols) * height) / rows + gap / 2;
    const [from, above] = [toPixel(left), toPixel(top)];
    context.fillStyle = `rgb(${red} ${green} ${blue})`;
    context.fillRect(
      from,
      above,
      toPixel(left + width / cols - gap) - from,
      toPixel(top + height / rows - gap) - above,
    );
  }
}

/** Draws the lines of a hatch. @param {CanvasRenderingContext2D} context @param {Kind<'hatch'>} shape */
function drawHatch(context, { x, y, width, height, line }) {
  context.beginPath();
  context.rect(x, y, width, height);
  context.clip();
  context.beginPath();
  // On each line, x + y is a multiple of the period, so that lines continue in adjacent rectangles.
  for (let sum = Math.ceil((x + y) / PERIOD) * PERIOD; sum < x + y + width + height; sum += PERIOD) {
    context.moveTo(sum - y, y);
    context.lineTo(sum - y - height, y + height);
  }
  context.lineWidth = 1.2;
  context.strokeStyle = line;
  context.stroke();
}
