import { plainLabel } from '../../../ui/labels.js';
import { widthOf } from '../../../ui/text-width.js';

/** What the style gives labels, for measuring. */
export const LABEL_FONT = 'ui-sans-serif, system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';

/** Column labels get this small before they are broken or shortened, CSS pixels and as a share of their size; a line of them is so much higher than its type. */
const LEAST = 11;
const LEAST_SHARE = 0.68;
const LINE = 1.25;

/**
 * The labels over the columns of a matrix, all in one size: where they do not fit, they get somewhat smaller, then stand in two lines, and at last are shortened. They
 * are never too small to be read.
 *
 * @param {string[]} texts @param {number} width - of a column, CSS pixels @param {number} size - of the type
 * @returns {{ size: number, line: number, lines: string[][], height: number }} the lines of each label, the height of a line and of all
 */
export function columnLabels(texts, width, size) {
  const room = width - 5;
  const widthIn = (/** @type {number} */ type) => (/** @type {string} */ text) =>
    widthOf(text, `600 ${type}px ${LABEL_FONT}`);
  const needed = widthIn(size);
  const least = Math.min(size, Math.max(LEAST, size * LEAST_SHARE));
  const sizeFor = (/** @type {string[]} */ all) =>
    Math.max(least, Math.min(size, Math.floor((2 * size * room) / Math.max(...all.map(needed))) / 2));
  const plain = texts.map(plainLabel);
  const fitsWhole = (/** @type {string} */ text) => needed(text) * (least / size) <= room;
  const lines = plain.map((text) =>
    plain.every(fitsWhole) || fitsWhole(text) ? [text] : broken(text, needed),
  );
  const type = sizeFor(lines.flat());
  const line = Math.round(type * LINE);
  return {
    size: type,
    line,
    lines: lines.map((each) => each.map((text) => shortened(text, room, widthIn(type)))),
    height: line * Math.max(...lines.map((each) => each.length)),
  };
}

/** A label in two lines, broken where the longer one is shortest; in one if it is a single word. @param {string} text @param {(text: string) => number} needed */
function broken(text, needed) {
  const words = text.split(' ');
  if (words.length === 1) return [text];
  const ways = words
    .slice(1)
    .map((_, index) => [words.slice(0, index + 1).join(' '), words.slice(index + 1).join(' ')]);
  const longer = (/** @type {string[]} */ lines) => Math.max(...lines.map(needed));
  return ways.reduce((best, lines) => (longer(lines) < longer(best) ? lines : best));
}

/** As much of a text as fits, and an ellipsis for the rest. @param {string} text @param {number} room @param {(text: string) => number} widthOfText */
function shortened(text, room, widthOfText) {
  if (widthOfText(text) <= room) return text;
  const letters = Array.from(text);
  let count = letters.length - 1;
  while (count > 1 && widthOfText(`${letters.slice(0, count).join('')}…`) > room) count -= 1;
  return `${letters.slice(0, count).join('')}…`;
}
