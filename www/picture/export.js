import { PERIOD, svgOf } from './svg.js';
import { FONT, lineWidth, measure, MONO, raised, wellFormed } from './text.js';
/** @import { Kind, Scene, Shape } from './types.js' */

/** The largest canvas. Beyond these limits, some browsers draw nothing and report no error. */
export const MAX = { side: 16_384, pixels: 2 ** 26 };

/**
 * Draws a scene on a new canvas of this width.
 *
 * @param {Scene} scene
 * @param {number} width - in pixels
 * @throws {Error} if the canvas would be too large
 */
export function canvasOf(scene, width) {
  const height = Math.round((scene.height * width) / scene.width);
  if (!(width >= 1 && Math.max(width, height) <= MAX.side && width * height <= MAX.pixels)) {
    throw new Error(
      `a picture of ${width} × ${height} pixels cannot be drawn: it may have ${MAX.side} a side and ${MAX.pixels} in all. A drawing (SVG) has no such limit`,
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
 * A canvas as a PNG file.
 *
 * @param {HTMLCanvasElement} canvas
 * @returns {Promise<Blob>}
 */
export function pngOf(canvas) {
  const { width, height } = canvas;
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob) resolve(blob);
      else reject(new Error(`a picture of ${width} × ${height} pixels is too large for this browser`));
    }, 'image/png');
  });
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
  const font = (/** @type {number} */ fontSize, italic = false) =>
    `${italic ? 'italic ' : ''}${bold ? '600 ' : ''}${fontSize}px ${mono ? MONO : FONT}`;
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
    context.moveTo(x, y);
    context.lineTo(x + width, y + height);
    context.moveTo(x, y + height);
    context.lineTo(x + width, y);
  } else {
    // On each line, x + y is a multiple of the period, so that lines continue in adjacent rectangles.
    for (let sum = Math.ceil((x + y) / PERIOD) * PERIOD; sum < x + y + width + height; sum += PERIOD) {
      context.moveTo(sum - y, y);
      context.lineTo(sum - y - height, y + height);
    }
  }
  context.lineWidth = kind === 'hatch' ? 1.2 : 1;
  context.strokeStyle = line;
  context.stroke();
}

/**
 * A scene as the text of an SVG file.
 *
 * @param {Scene} scene
 * @param {number} [width] - in pixels
 */
export function svgIn(scene, width) {
  return svgOf(scene, { width, picture: (cells) => cellsCanvas(cells).toDataURL('image/png') });
}

/**
 * A scene as a file.
 *
 * @param {Scene} scene
 * @param {{ type?: string, scale?: number }} [options] - `type` is `image/png` or `image/svg+xml`; `scale` is
 *   the number of PNG pixels for each CSS pixel
 * @returns {Promise<Blob>}
 * @throws {Error} if the type is not supported or a PNG would be too large
 */
export async function blobIn(scene, { type = 'image/png', scale = 2 } = {}) {
  if (type === 'image/svg+xml') return new Blob([svgIn(scene)], { type });
  if (type !== 'image/png') throw new Error(`a picture is image/png or image/svg+xml, not ${type}`);
  return pngOf(canvasOf(scene, Math.round(scene.width * scale)));
}
