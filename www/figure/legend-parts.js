import { element, setText } from '../ui/dom.js';
import { MASKED } from '../ui/cell-digits.js';
/** @import { State } from '../types.js' */
/** @import { Appearance } from '../element/appearance.js' */

/** @typedef {Pick<typeof import('../engine/attention.js'), 'legend' | 'paint'>} Engine */
/** @typedef {Pick<Appearance, 'theme' | 'ratio'> & { map: State['map'] }} Look */

/** The size of the color bar, in CSS pixels. */
const WIDTH = 150;
const HEIGHT = 12;
/** The side of a sample cell, in CSS pixels. */
const SAMPLE = 18;

/** @param {number} width @param {number} height - in CSS pixels */
function hiddenCanvas(width, height) {
  const canvas = element('canvas', { 'aria-hidden': 'true' });
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  return canvas;
}

/** Resizes a canvas to an image and draws it. @param {HTMLCanvasElement} canvas @param {ImageData} image */
function put(canvas, image) {
  canvas.width = image.width;
  canvas.height = image.height;
  canvas.getContext('2d')?.putImageData(image, 0, 0);
}

/** A color bar with its ends and its caption. */
export function bar() {
  const canvas = hiddenCanvas(WIDTH, HEIGHT);
  const low = element('span');
  const high = element('span');
  const text = element('span', { class: 'means' });
  const node = element('div', { class: 'bar' }, element('div', { class: 'scale' }, low, canvas, high), text);
  /** @param {string} from @param {string} to @param {string} means */
  const say = (from, to, means) => {
    setText(low, from);
    setText(high, to);
    setText(text, means);
  };
  return { node, canvas, say };
}

/** A sample cell with its meaning. */
export function sample() {
  const canvas = hiddenCanvas(SAMPLE, SAMPLE);
  const text = element('span');
  return { node: element('div', { class: 'sample' }, canvas, text), canvas, text };
}

/**
 * Paints the bar of a scale.
 *
 * @param {Engine} engine
 * @param {ReturnType<typeof bar>} scale
 * @param {Look & { kind: 'sequential' | 'diverging' }} look
 */
export function paintBar(engine, { canvas }, { map, kind, theme, ratio }) {
  const size = { width: Math.round(WIDTH * ratio), height: Math.round(HEIGHT * ratio) };
  put(canvas, engine.legend({ map, kind, theme, ...size }).image);
}

/**
 * Paints a masked and a missing cell.
 *
 * @param {Engine} engine
 * @param {{ masked: ReturnType<typeof sample>, missing: ReturnType<typeof sample> }} samples
 * @param {Look} look
 */
export function paintSamples(engine, { masked, missing }, { map, theme, ratio }) {
  const side = Math.round(SAMPLE * ratio);
  const options = /** @type {const} */ ({
    rows: 1,
    cols: 1,
    cellWidth: side,
    cellHeight: side,
    gap: 0,
    map,
    kind: 'sequential',
    low: 0,
    high: 1,
    theme,
  });
  put(masked.canvas, engine.paint(options, Float64Array.of(0), Uint8Array.of(MASKED)).image);
  put(missing.canvas, engine.paint(options, Float64Array.of(NaN), new Uint8Array(1)).image);
}
