import { TIGHT_DIGITS } from './layout.js';
/** @import { Space, StageProps, StageStep } from './stage.js' */

/**
 * Lengths around the figure, in CSS pixels: the header and the footer of the stage, the gap after the words,
 * the sum, and the padding.
 */
const AROUND = {
  page: { top: 84, foot: 70, gap: 56, sum: 66, pad: 16 },
  narrow: { top: 42, foot: 76, gap: 0, sum: 50, pad: 14 },
  present: { top: 0, foot: 56, gap: 48, sum: 84, pad: 36 },
  low: { top: 2, foot: 56, gap: 24, sum: 0, pad: 10 },
  // In a height that the page gives; without the names of the steps, only their bars are at the top.
  given: { top: 34, foot: 50, gap: 30, sum: 56, pad: 10 },
};
const TOP_OF_BARS = 12;
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
  if (box.isGiven) return partsIn(box).stepNames ? AROUND.given : { ...AROUND.given, top: TOP_OF_BARS };
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
 * @param {StageStep} step @param {Space} beside - the room for the figure beside the words @param
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

/** The least height of a stage that shows a part besides the figure and its buttons, in CSS pixels. */
const LEAST = { name: 400, nameOfNarrow: 480, stepNames: 340, sum: 320, beside: 320, words: 270 };

/** In a column that is narrower, in CSS pixels, the names of the steps are smaller. */
const COMPACT = 800;

/** What is this much too large, in CSS pixels, still fits; and the largest factor that scales it down. */
const SLACK = 1;
const MOST_BY = 0.99;
/** The parts of a scene that have to be in sight. */
const PARTS = '.scene > *, .figure > *, .placed > *, .story > *, .story .entry, .sum :is(.r, .unknown)';

/**
 * What a stage shows. The lower the height that the page gives it, the less: first the name of the lesson
 * goes, then the names of the steps, the sum, and at last the words. Otherwise it shows everything.
 *
 * @param {StageProps['box']} box
 */
export function partsIn({ isGiven = false, height, size }) {
  const has = (/** @type {number} */ least) => !isGiven || height >= least;
  return {
    name: has(size === 'narrow' ? LEAST.nameOfNarrow : LEAST.name),
    stepNames: has(LEAST.stepNames),
    sum: has(LEAST.sum),
    /** Whether the words may be beside the figure. */
    beside: has(LEAST.beside),
    words: has(LEAST.words),
  };
}

/** The classes of a stage with a given height. @param {StageProps['box']} box */
export function classOfGiven(box) {
  if (!box.isGiven) return '';
  const { stepNames, beside, words } = partsIn(box);
  const isCompact = box.size === 'page' && box.width < COMPACT;
  return ` given${isCompact ? ' compact' : ''}${stepNames ? '' : ' unnamed'}${beside ? '' : ' one-line'}${words ? '' : ' wordless'}`;
}

/**
 * The factor that makes the figure of a stage fit: 1 if everything fits.
 *
 * @param {HTMLElement} root - the parent of the stage
 * @param {HTMLElement} scene - the parent of the scene
 */
export function scaledBy(root, scene) {
  const stage = /** @type {HTMLElement} */ (root.firstElementChild);
  const figure = scene.querySelector('.figure');
  if (!figure) return 1;
  // A page may scale the stage.
  const scale = stage.getBoundingClientRect().width / stage.offsetWidth || 1;
  const of = (/** @type {Element} */ each) => each.getBoundingClientRect();
  const foot = of(/** @type {Element} */ (stage.querySelector('.foot')));
  const parts = Array.from(scene.querySelectorAll(PARTS), of);
  const out = (/** @type {number[]} */ ...lengths) => Math.max(...lengths) / scale;
  const below = out(...parts.map(({ bottom }) => bottom - foot.top));
  const aside = out(...parts.map(({ left, right }) => Math.max(foot.left - left, right - foot.right)));
  const high = Math.max(below, stage.scrollHeight - stage.clientHeight);
  const wide = Math.max(aside, stage.scrollWidth - stage.clientWidth);
  const { width, height } = of(figure);
  const by = Math.min(1 - (high * scale) / height, 1 - (2 * Math.max(0, wide) * scale) / width);
  return high > SLACK || wide > SLACK ? Math.min(by, MOST_BY) : 1;
}

/** Below this width a lesson has one column. In CSS pixels. */
const NARROW = 700;
/** Minimum height of the stage: a lower window is scrolled, except on a phone that lies down. */
const LEAST_HEIGHT = 470;
const LEAST_LYING = 260;
/** The maximum size of the window of a phone that lies down, as in the style sheet of the page. */
const LYING = { width: 1000, height: 480 };
/** The figure of a lower stage, such as that of a phone that lies down, is always beside the words. */
const LOW = 450;
const LOW_IN_TEXT = 500;

/**
 * The size of the stage, in CSS pixels, and the sizes of text that it selects.
 *
 * @param {HTMLElement} root - the parent of the stage
 * @param {{ isPresented: boolean, inText: boolean, given: number | null }} place - whether it fills the screen,
 *   or is part of a text; and the height that the text gives it, or null if it does not limit the height
 * @returns {StageProps['box']}
 */
export function stageBox(root, { isPresented, inText, given }) {
  if (isPresented) {
    const { clientWidth: width, clientHeight: height } = root;
    return { width: width - 64, height, size: width < NARROW ? 'narrow' : 'present' };
  }
  const width = root.clientWidth || 1000;
  const size = width < NARROW ? 'narrow' : 'page';
  if (inText) return { width, height: given ?? 0, size, isGiven: given !== null };
  const top = root.getBoundingClientRect().top + (root.ownerDocument.defaultView?.scrollY ?? 0);
  const isLying = size === 'page' && innerWidth <= LYING.width && innerHeight <= LYING.height;
  const least = isLying ? LEAST_LYING : LEAST_HEIGHT;
  return { width, height: Math.max(least, Math.floor(innerHeight - top - (isLying ? 0 : 4))), size };
}

/** Whether the stage fills a phone that lies down, or is as low in a text. @param {StageProps['box']} box */
export const isLow = ({ size, height, isGiven }) =>
  size === 'page' && height > 0 && height < (isGiven ? LOW_IN_TEXT : LOW);

/** Whether the stage fills a phone, or is as narrow and has a given height. @param {StageProps['box']} box */
export const isOnPhone = ({ size, height }) => size === 'narrow' && height > 0;
