import { FONT, wellFormed } from './text.js';
/** @import { Scene, Shape } from './types.js' */

/** How far apart the lines of a hatch are, in units. */
const PERIOD = 6;

/**
 * Draws a scene on a new canvas of so many pixels across.
 *
 * @param {Scene} scene
 * @param {number} width
 */
export function canvasOf(scene, width) {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = Math.round((scene.height * width) / scene.width);
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  context.fillStyle = scene.paper;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.scale(width / scene.width, width / scene.width);
  context.imageSmoothingEnabled = false;
  for (const shape of scene.shapes) draw(context, shape);
  return canvas;
}

/**
 * Cells as a small picture, one pixel each.
 *
 * @param {Extract<Shape, { kind: 'cells' }>} cells
 */
export function cellsCanvas({ rows, cols, pixels }) {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [cols, rows];
  canvas.getContext('2d')?.putImageData(new ImageData(new Uint8ClampedArray(pixels), cols, rows), 0, 0);
  return canvas;
}

/** @param {CanvasRenderingContext2D} context @param {Shape} shape */
function draw(context, shape) {
  const { x, y } = shape;
  context.save();
  if (shape.kind === 'text') {
    context.translate(x, y);
    context.rotate(((shape.turn ?? 0) * Math.PI) / 180);
    context.font = `${shape.bold ? '600 ' : ''}${shape.size}px ${FONT}`;
    context.textAlign = shape.anchor === 'middle' ? 'center' : shape.anchor;
    context.direction = 'ltr';
    context.fillStyle = shape.fill;
    context.fillText(wellFormed(shape.text), 0, 0);
  } else if (shape.kind === 'cells') {
    context.drawImage(cellsCanvas(shape), x, y, shape.width, shape.height);
  } else if (shape.kind === 'frame') {
    context.strokeStyle = shape.stroke;
    context.strokeRect(x, y, shape.width, shape.height);
  } else {
    context.fillStyle = shape.kind === 'rect' ? shape.fill : shape.ground;
    context.fillRect(x, y, shape.width, shape.height);
    if (shape.kind !== 'rect') strokes(context, shape);
  }
  context.restore();
}

/** The lines of a hatch, or a cross, within their rectangle. @param {CanvasRenderingContext2D} context @param {Extract<Shape, { kind: 'hatch' | 'cross' }>} shape */
function strokes(context, { kind, x, y, width, height, line }) {
  context.beginPath();
  context.rect(x, y, width, height);
  context.clip();
  context.beginPath();
  if (kind === 'cross') {
    for (const [from, to] of [[y, y + height], [y + height, y]]) {
      context.moveTo(x, from);
      context.lineTo(x + width, to);
    }
  } else {
    // Lines are where x + y is a whole number of periods, so that they run on from one rectangle into the next.
    for (let sum = Math.ceil((x + y) / PERIOD) * PERIOD; sum < x + y + width + height; sum += PERIOD) {
      context.moveTo(sum - y, y);
      context.lineTo(sum - y - height, y + height);
    }
  }
  context.lineWidth = kind === 'hatch' ? 1.2 : 1;
  context.strokeStyle = line;
  context.stroke();
}
