import { element, setText } from '../ui/dom.js';

/** Of the bar of colours, CSS pixels. */
export const WIDTH = 150;
export const HEIGHT = 12;
/** The side of a sample cell. */
export const SAMPLE = 18;

/** Draws an image on a canvas of its size. @param {HTMLCanvasElement} canvas @param {ImageData} image */
export function put(canvas, image) {
  canvas.width = image.width;
  canvas.height = image.height;
  canvas.getContext('2d')?.putImageData(image, 0, 0);
}

/** A bar of colours with its ends, and what it is the scale of. */
export function bar() {
  const canvas = element('canvas', { 'aria-hidden': 'true' });
  canvas.style.width = `${WIDTH}px`;
  canvas.style.height = `${HEIGHT}px`;
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

/** One cell of a kind, and what the kind means. */
export function sample() {
  const canvas = element('canvas', { 'aria-hidden': 'true' });
  canvas.style.width = `${SAMPLE}px`;
  canvas.style.height = `${SAMPLE}px`;
  const text = element('span');
  return { node: element('div', { class: 'sample' }, canvas, text), canvas, text };
}
