import { PERIOD } from './svg.js';
import { FONT, MONO, lineWidth, raised, wellFormed } from './text.js';
import { measure } from './measure.js';
/** @import { Kind, Scene, Shape } from './types.js' */

/**
 * The longest side and the most pixels of a canvas; some browsers draw nothing beyond them, without an error.
 */
const MOST = { side: 16_384, pixels: 2 ** 26 };

/**
 * Draws a scene on a new canvas of this width.
 *
 * @param {Scene} scene
 * @param {number} width
 * @throws {Error} if the canvas would be too large
 */
export function canvasOf(scene, width) {
  const height = Math.round((scene.height * width) / scene.width);
  if (!(width >= 1 && Math.max(width, height) <= MOST.side && width * height <= MOST.pixels)) {
    throw new Error(
      `a picture of ${width} × ${height} pixels cannot be drawn: it may have ${MOST.side} a side and ${MOST.pixels} in all. A drawing (SVG) has no such limit`,
    );
  }
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width, height];
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  context.fillStyle = scene.paper;
  context.fillRect(0, 0, width, height);
  context.scale(width / scene.width, width / scene.width);
  context.imageSmoothingEnabled = false;
  for (const shape of scene.shapes) draw(context, shape);
  return canvas;
}

/**
 * Cells as a small picture, one pixel each.
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

/** @param {CanvasRenderingContext2D} context @param {Shape} shape */
function draw(context, shape) {
  const { kind, x, y, opacity = 1 } = shape;
  context.save();
  context.globalAlpha = opacity;
  if (kind === 'text') drawText(context, shape);
  else {
    const { width, height } = shape;
    if (kind === 'cells') {
      if (shape.gap) drawCells(context, shape);
      else context.drawImage(cellsCanvas(shape), x, y, width, height);
    } else if (kind === 'frame') {
      if (shape.dashed) context.setLineDash([3, 2]);
      context.strokeStyle = shape.stroke;
      context.strokeRect(x, y, width, height);
    } else {
      context.fillStyle = kind === 'rect' ? shape.fill : shape.ground;
      context.fillRect(x, y, width, height);
      if (kind !== 'rect') drawStrokes(context, shape);
    }
  }
  context.restore();
}

/** @param {CanvasRenderingContext2D} context @param {Kind<'text'>} shape */
function drawText(context, { x, y, text, size, fill, anchor, bold, mono, turn = 0 }) {
  context.translate(x, y);
  context.rotate((turn * Math.PI) / 180);
  context.direction = 'ltr';
  context.fillStyle = fill;
  const font = (/** @type {number} */ own, italic = false) =>
    `${italic ? 'italic ' : ''}${bold ? '600 ' : ''}${own}px ${mono ? MONO : FONT}`;
  if (typeof text === 'string') {
    context.font = font(size);
    context.textAlign = anchor === 'middle' ? 'center' : anchor;
    return context.fillText(wellFormed(text), 0, 0);
  }
  let across = anchor === 'start' ? 0 : -lineWidth(text, size, measure) / (anchor === 'middle' ? 2 : 1);
  for (const span of text) {
    const { size: own, shift } = raised(span, size);
    context.font = font(own, span.italic);
    context.fillText(wellFormed(span.text), across, shift);
    across += context.measureText(wellFormed(span.text)).width;
  }
  return undefined;
}

/**
 * Draws cells with gaps, their edges on whole pixels.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {Kind<'cells'>} cells
 */
function drawCells(context, { x, y, width, height, rows, cols, pixels, gap = 0 }) {
  const unit = context.getTransform().a;
  const edge = (/** @type {number} */ at) => Math.round(at * unit) / unit;
  for (let cell = 0; cell < rows * cols; cell++) {
    const [red, green, blue, alpha] = pixels.subarray(4 * cell, 4 * cell + 4);
    const [left, top] = [
      x + ((cell % cols) * width) / cols + gap / 2,
      y + (Math.floor(cell / cols) * height) / rows + gap / 2,
    ];
    context.fillStyle = `rgb(${red} ${green} ${blue})`;
    if (alpha > 0)
      context.fillRect(
        edge(left),
        edge(top),
        edge(left + width / cols - gap) - edge(left),
        edge(top + height / rows - gap) - edge(top),
      );
  }
}

/**
 * Draws a hatch or a cross inside its rectangle.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {Kind<'hatch' | 'cross'>} shape
 */
function drawStrokes(context, { kind, x, y, width, height, line }) {
  context.beginPath();
  context.rect(x, y, width, height);
  context.clip();
  context.beginPath();
  if (kind === 'cross') {
    for (const [from, to] of [
      [y, y + height],
      [y + height, y],
    ]) {
      context.moveTo(x, from);
      context.lineTo(x + width, to);
    }
  } else {
    // Lines are where x + y is a whole number of periods, so that they continue from one rectangle to the
    // next.
    for (let sum = Math.ceil((x + y) / PERIOD) * PERIOD; sum < x + y + width + height; sum += PERIOD) {
      context.moveTo(sum - y, y);
      context.lineTo(sum - y - height, y + height);
    }
  }
  context.lineWidth = kind === 'hatch' ? 1.2 : 1;
  context.strokeStyle = line;
  context.stroke();
}
