import { aroundGiven, partsIn } from './given-height.js';
import { TIGHT_DIGITS } from './layout.js';
import { isLow, isOnPhone } from './stage-box.js';
/** @import { Room, StageProps, StageStep } from './stage.js' */

/**
 * Lengths around the figure, in CSS pixels: the header and the footer of the stage, the gap after the words,
 * the sum, and the padding.
 */
const AROUND = {
  page: { top: 84, foot: 70, gap: 56, sum: 66, pad: 16 },
  narrow: { top: 42, foot: 76, gap: 0, sum: 50, pad: 14 },
  present: { top: 0, foot: 56, gap: 48, sum: 84, pad: 36 },
  low: { top: 2, foot: 56, gap: 24, sum: 0, pad: 10 },
};
/** The stage size of the design, in CSS pixels. On larger screens everything is scaled up to MOST_LARGE. */
const DESIGN = { page: [1216, 666], present: [1216, 720] };
const MOST_LARGE = 1.6;
/** On a phone that lies down, everything is smaller. */
const LOW_LARGE = 0.85;
/** Minimum width of the words beside the figure. */
const LEAST_WORDS = 232;
/** The same beside a board, which can be narrower than other figures. */
const BOARD_WORDS = 272;
/** The same for a question about a board or about bars, which can be shorter. */
const WIDE_QUESTION = 330;
/** The same on a phone that lies down, beside matrices and beside the figure of a story. */
const LOW_WORDS = { matrices: 200, story: 260 };
/** The same in a presentation, for a figure that fits any width, and for a question with its answers. */
const PRESENTED_WORDS = 300;
const PRESENTED_QUESTION = 410;
/** Words that would be narrower than this are above the figure, if it fits there as well. */
const NARROW_WORDS = 280;
/** Line height and average character width of a sentence above the figure, in CSS pixels. */
const LINE = 26;
const CHARACTER = 9.2;

/** In a presentation, the words are above the figure if this makes its digits larger by this factor. */
const LARGER = 1.25;
/** Height of a line of legends, switches or code below the sentence. */
const ASIDE = 52;

/** The scale relative to the design. @param {StageProps['box']} box */
export function largeIn({ width, height, size }) {
  if (size === 'narrow' || height === 0) return 1;
  if (isLow({ width, height, size })) return LOW_LARGE;
  const [designWidth, designHeight] = DESIGN[size];
  const large = Math.min(width / designWidth, height / designHeight, MOST_LARGE);
  return Math.max(1, Math.round(large * 100) / 100);
}

/**
 * The place of the words and the size available for the figure.
 *
 * @param {StageStep} step @param {StageProps['box']} box @param {boolean} isPresented @param {number} large @param {boolean} isAbove
 */
function roomFor(step, box, isPresented, large, isAbove) {
  const { width, height, size } = box;
  const isLying = isLow(box);
  const parts = partsIn(box);
  const around = aroundIn(box, isPresented);
  const sum = step.sum && parts.sum && !isLying ? around.sum * large : 0;
  const free = height === 0 ? Infinity : height - around.top - around.foot - sum - around.pad;
  const words = isLying ? lowWords(step) : wordsWidth(step, isPresented) * large;
  const linesOf = (/** @type {string} */ text) => Math.ceil((text.length * CHARACTER * large) / width);
  const lines = linesOf(step.sentence) + linesOf(asksOf(step));
  const aside = (step.aside || step.code) && size !== 'narrow' ? ASIDE : 0;
  const above = parts.words ? (lines * LINE + aside) * large + 26 : 0;
  const canBeBeside = size !== 'narrow' && step.words !== 'above' && !isAbove && parts.beside;
  const beside = width - words - around.gap;
  const isBeside =
    canBeBeside &&
    (isLying ||
      isBetterBeside(step, { width: beside, height: free, size, large }, { width, height: free - above }));
  return { isBeside, width: isBeside ? beside : width, height: isBeside ? free : free - above };
}

/** The question of a step, also once it is answered, so that nothing moves then. @param {StageStep} step */
const asksOf = ({ question, answered }) => question ?? answered ?? '';

/** @param {StageStep} step */
export const lowWords = ({ spec }) => (spec ? LOW_WORDS.matrices : LOW_WORDS.story);

/** The lengths around the figure. @param {StageProps['box']} box @param {boolean} isPresented */
function aroundIn(box, isPresented) {
  if (isPresented) return AROUND.present;
  if (box.isGiven) return aroundGiven(box);
  return isLow(box) ? AROUND.low : AROUND[box.size];
}

/** The least width of the words beside the figure. @param {StageStep} step @param {boolean} isPresented */
function wordsWidth(step, isPresented) {
  if (!isPresented) {
    const isBoard = step.spec?.form === 'board';
    if (asksOf(step) && (isBoard || step.hasBars)) return WIDE_QUESTION;
    return isBoard ? BOARD_WORDS : LEAST_WORDS;
  }
  if (asksOf(step)) return PRESENTED_QUESTION;
  return step.measure ? LEAST_WORDS : PRESENTED_WORDS;
}

/**
 * Whether the words stand beside the figure rather than above it.
 *
 * @param {StageStep} step @param {Room} beside - the room for the figure beside the words @param
 *   {{ width: number, height: number }} below - and below them
 */
function isBetterBeside({ least = 0, measure, hasBars, spec }, beside, below) {
  const { large = 1, size } = beside;
  if (hasBars) return hasBars(beside) || !hasBars({ ...beside, ...below });
  const fits = beside.width >= least;
  // A board on a page has its words beside it wherever its digits can be read.
  if (!measure || (spec?.form === 'board' && size === 'page')) return fits;
  const under = measure({ ...beside, ...below });
  // If the figure is too high below the words, somewhat smaller digits beside them are better.
  if (!fits) {
    const { width, digits } = measure({ ...beside, height: 0 });
    return under.height > below.height && width <= beside.width && digits >= TIGHT_DIGITS;
  }
  const there = measure(beside);
  if (under.height > below.height) return true;
  // In a presentation, large digits matter most. On a page, words should not be squeezed beside a figure that
  // also fits below them.
  if (size === 'present') return under.digits < there.digits * LARGER;
  const words = LEAST_WORDS * large + beside.width - there.width;
  if (there.isTurned && !under.isTurned) return under.digits < there.digits;
  const isSqueezed = words < NARROW_WORDS * large;
  return !isSqueezed || under.digits < there.digits || under.row < there.row;
}

/**
 * The place of the words and the size available for the figure. On a phone, the measured height replaces the
 * estimate.
 *
 * @param {Pick<StageProps, 'steps' | 'at' | 'box' | 'isPresented' | 'isAbove' | 'most'>} props
 */
export function figureRoom({ steps, at, box, isPresented, isAbove, most }) {
  const room = roomFor(steps[at], box, isPresented, largeIn(box), isAbove);
  const isKnown = isOnPhone(box) && most < Infinity;
  return { ...room, height: isKnown ? most : Math.min(room.height, most) };
}
