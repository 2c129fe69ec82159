import { plainLabel } from '../../../ui/labels.js';
import { rowsOf, sum } from '../lessons/matrix.js';
import { barDecimals, textsOf } from '../numbers.js';
import { columnLabels, columnTexts, rowLabelSize, rowTexts } from './labels.js';
import { ADVANCE } from './layout.js';
/** @import { MatrixData, Model } from '../../../types.js' */
/** @import { TextWidth } from '../text-widths.js' */
/** @import { Bars } from './spec.js' */
/** @import { Space } from './stage.js' */

/**
 * The sizes of the design, in CSS pixels: font sizes of weights (`small` in a narrow piece), scores, labels,
 * names and the notes below a bar; the width of a column of scores; the height of a bar and of the gap below
 * it; the space of the arrow; the lengths of a bar beside its scores and below them; and the width that the
 * sentence beside the figure should have more than it must.
 */
const SIZES = {
  page: {
    ...{ digits: 21, small: 15, score: 18, label: 14.5, name: 24, note: 13.5 },
    ...{ column: 66, bar: 60, gap: 44, arrow: 56, least: 380, length: 532, longest: 640, words: 70 },
  },
  narrow: {
    ...{ digits: 16, small: 13.5, score: 14.5, label: 12.5, name: 19, note: 12.5 },
    ...{ column: 52, bar: 48, gap: 40, arrow: 44, least: 380, length: 532, longest: 640, words: 0 },
  },
  present: {
    ...{ digits: 30, small: 20, score: 24, label: 20, name: 31, note: 17 },
    ...{ column: 90, bar: 84, gap: 58, arrow: 66, least: 440, length: 640, longest: 860, words: 0 },
  },
};
/** The least height of a bar and font size of its texts. Matrices that need less are shown as heatmaps. */
const LEAST = { bar: 18, text: 12.5 };
/** The least length of a bar beside its scores on a low stage, in CSS pixels. */
const LEAST_ON_LOW = 210;
const TEXTS = /** @type {const} */ (['small', 'score', 'note']);
/** Line heights of scores and notes, relative to their font sizes. */
const SCORE_LINE = 1.5;
const NOTE_LINE = 1.25;
/** The space above and below the notes of a bar. */
const [ABOVE_NOTE, BELOW_NOTE] = [1, 8];
/** The most space above the notes: in general, and if the scores of the next row are below them. */
const FAR = 9;
const CLOSE = 3;
/** The space around a score, both sides together. */
const AROUND_SCORE = 12;
/** The space between the labels and the first bar: for the numbers of the scale, and without them. */
const [BELOW_SCALE, BELOW_LABELS] = [14, 4];
/** The gap after row labels. */
const LABEL_GAP = 12;

/** @typedef {NonNullable<ReturnType<typeof barsScene>>} BarsScene */

/**
 * The layout of a softmax, or null if its bars do not fit: for each row its scores, and a bar that its
 * weights divide. On wide stages the bars are beside the scores, on one scale from 0 to 1; on narrow ones
 * each bar is below its scores.
 *
 * @param {Model} model @param {Bars} spec @param {Space} space @param {TextWidth} widthOf
 */
export function barsScene(model, spec, { width, height, size, large = 1 }, widthOf) {
  const sizes = /** @type {(typeof SIZES)['page']} */ (
    Object.fromEntries(Object.entries(SIZES[size]).map(([name, length]) => [name, length * large]))
  );
  for (const name of TEXTS) sizes[name] = Math.max(LEAST.text, sizes[name]);
  const { rows, cols } = model.matrices[spec.result];
  const names = rowTexts(model, spec.result);
  const widest = Math.max(0, ...names.map((label) => widthOf(plainLabel(label), sizes.label, 'label')));
  const labels = Math.ceil(Math.min(widest, size === 'narrow' ? 92 : 150 * large)) + LABEL_GAP;
  const characters = Math.max(
    ...textsOf(model, spec.from, model.matrices[spec.from]).map((text) => text.length),
  );
  const keys = columnTexts(model, spec.result) ?? [];
  const heading = Math.max(0, ...keys.map((key) => widthOf(plainLabel(key), sizes.label, 'label')));
  // On a low stage, a bar beside its scores may be shorter, because there is no room for one below them.
  const isLow = large < 1;
  const least = isLow ? LEAST_ON_LOW : sizes.least;
  const wide = widthsIn(width - labels, cols, characters, heading, sizes, least);
  if (!wide) return null;
  const { isStacked, column, length, score } = wide;
  const heads = columnLabels(keys, column, sizes.label, widthOf);
  const name = Math.ceil(sizes.name * 1.5) + 4;
  const below = isStacked ? BELOW_LABELS : BELOW_SCALE * large;
  const free = height - sizes.note * 0.2;
  const rowsBelow = (/** @type {number} */ top) =>
    rowsIn((free - top) / rows, isStacked, score, sizes, isLow ? 0 : isStacked ? CLOSE : FAR);
  const withHeads = rowsBelow(name + heads.height + below);
  // The notes name the keys too.
  const found = withHeads ?? (isStacked ? rowsBelow(name + below) : null);
  if (!found) return null;
  const top = name + (withHeads ? heads.height : 0) + below;
  const most = endOf(model.matrices[spec.result]);
  const digits = Math.min(sizes.digits, Math.floor(found.height * 1.4) / 2);
  return {
    isBars: /** @type {const} */ (true),
    isStacked,
    sizes: { ...sizes, score, digits, small: Math.min(sizes.small, digits) },
    // With the gap after them.
    labels,
    rowLabels: {
      ...{
        id: spec.result,
        texts: names,
        size: rowLabelSize(names, labels - LABEL_GAP, sizes.label, widthOf),
      },
      // In the middle of the bars.
      ...{
        x: 0,
        y: top + found.y + (found.height - found.row) / 2,
        width: labels - LABEL_GAP,
        row: found.row,
      },
    },
    columnLabels: withHeads ? { texts: keys, x: labels, y: top - below, width: column, ...heads } : null,
    keys,
    column,
    row: found.row,
    top,
    scoreLine: score * SCORE_LINE,
    bar: {
      x: isStacked ? labels : labels + cols * column + sizes.arrow,
      y: found.y,
      length,
      height: found.height,
    },
    // The end of the scale: more than 1 if the weights of a row sum to more.
    most,
    ticks: isStacked
      ? []
      : most === 1
        ? [0, 0.5, 1]
        : Array.from({ length: Math.floor(most) + 1 }, (_, n) => n),
    // The top of the notes, relative to the row as the bar is.
    note: found.y + found.height + found.above,
    decimals: barDecimals(model.state),
    width: isStacked ? labels + length : labels + cols * column + sizes.arrow + length + 2,
    height: top + rows * found.row,
  };
}

/**
 * The width of a column of scores and the length of a bar, beside the scores if there is room. Null if scores
 * would be too small.
 *
 * @param {number} free - the width without labels
 * @param {number} cols
 * @param {number} characters - of the longest score
 * @param {number} heading - the width of the widest column label
 * @param {(typeof SIZES)['page']} sizes
 * @param {number} least - the least length of a bar beside its scores
 */
function widthsIn(free, cols, characters, heading, sizes, least) {
  const { score, arrow } = sizes;
  const needed = Math.ceil(characters * score * ADVANCE + AROUND_SCORE);
  // Short scores leave room for short labels, so that these need not be turned.
  const narrow = Math.max(needed, Math.min(Math.ceil(heading) + 8, sizes.column));
  for (const column of [Math.max(sizes.column, needed), narrow]) {
    const rest = free - cols * column - arrow - 2;
    const length = Math.floor(Math.min(sizes.length, Math.max(least, rest - sizes.words)));
    if (rest >= length) return { isStacked: false, column, length, score };
  }
  const column = Math.floor(Math.min(free, Math.max(sizes.longest, cols * needed)) / cols);
  const fitting = Math.min(score, Math.floor((2 * (column - 4)) / (characters * ADVANCE)) / 2);
  if (fitting < LEAST.text) return null;
  return { isStacked: true, column, length: cols * column, score: fitting };
}

/**
 * The parts of a row in a height: its score line if that is above the bar, the bar, and the notes below it.
 * Null if the bar would be too low.
 *
 * @param {number} most - the height for a row
 * @param {boolean} isStacked @param {number} score @param {(typeof SIZES)['page']} sizes
 * @param {number} highest - the most space above the notes
 */
function rowsIn(most, isStacked, score, sizes, highest) {
  const y = isStacked ? score * SCORE_LINE : 0;
  const note = sizes.note * NOTE_LINE;
  const row = Math.floor(Math.min(most, y + sizes.bar + sizes.gap));
  const share = (row - y) / (sizes.bar + sizes.gap);
  const gap = Math.max(sizes.gap * share, note + ABOVE_NOTE + BELOW_NOTE);
  const height = Math.floor(row - y - gap);
  if (height < LEAST.bar) return null;
  return {
    row,
    y,
    height,
    above: Math.min(highest, ABOVE_NOTE + (gap - note - ABOVE_NOTE - BELOW_NOTE) / 3),
  };
}

/**
 * The largest sum of a row, at least 1. Only a softmax over rows has rows that all sum to 1.
 *
 * @param {MatrixData} weights
 */
function endOf(weights) {
  const most = Math.max(1, ...rowsOf(weights).map(sum).filter(Number.isFinite));
  return most < 1.001 ? 1 : most;
}

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
  const needed = () => sum(shown.map((each) => widthIn(each) + BETWEEN)) - BETWEEN;
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
