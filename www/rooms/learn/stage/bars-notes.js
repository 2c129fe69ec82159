import { ADVANCE } from './layout.js';
/** @import { TextWidth } from '../text-widths.js' */

/** The least space between two notes, in CSS pixels. */
const BETWEEN = 7;
/** The space between a name and its weight, relative to the font size, as in the style sheet. */
const SPACE = 0.4;

/**
 * A piece of a bar, for the note below it: where it starts and how wide it is, the name of its key, and its
 * weight if that is not in the piece.
 *
 * @typedef {{ col: number, left: number, width: number, name: string, weight: string, share: number }} Noted
 *
 * @typedef {{ col: number, left: number, width: number, name: string, weight: string }} Note
 */

/**
 * Places the notes below the pieces of a bar, in their order and without overlap. A note that has only a name
 * is centered below its piece; one with a weight starts where its piece starts. If there is not enough room,
 * the smallest weights are left out first, and then their names.
 *
 * @param {Noted[]} pieces - from left to right
 * @param {number} length - of the bar
 * @param {number} size - the font size
 * @param {TextWidth} widthOf
 * @returns {Note[]}
 */
export function placeNotes(pieces, length, size, widthOf) {
  const widthIn = (/** @type {Noted} */ { name, weight }) =>
    Math.ceil(widthOf(name, size, 'plain') + (weight === '' ? 0 : size * (SPACE + weight.length * ADVANCE))) +
    1;
  let shown = pieces;
  const needed = () => shown.reduce((sum, each) => sum + widthIn(each) + BETWEEN, -BETWEEN);
  const smallest = (/** @type {Noted[]} */ among) =>
    among.reduce((least, each) => (each.share < least.share ? each : least), among[0]);
  while (shown.length > 0 && needed() > length) {
    const weighted = shown.filter(({ weight }) => weight);
    const least = smallest(weighted.length > 0 ? weighted : shown);
    shown =
      weighted.length > 0
        ? shown.map((each) => (each === least ? { ...each, weight: '' } : each))
        : shown.filter((each) => each !== least);
  }
  const notes = shown.map((piece) => {
    const width = widthIn(piece);
    const left = piece.weight ? piece.left : piece.left + (piece.width - width) / 2;
    return { col: piece.col, left: Math.max(0, left), width, name: piece.name, weight: piece.weight };
  });
  for (let i = 1; i < notes.length; i += 1)
    notes[i].left = Math.max(notes[i].left, notes[i - 1].left + notes[i - 1].width + BETWEEN);
  let end = length;
  for (const note of notes.toReversed()) {
    note.left = Math.min(note.left, end - note.width);
    end = note.left - BETWEEN;
  }
  return notes;
}
