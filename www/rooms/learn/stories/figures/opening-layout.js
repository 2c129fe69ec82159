import { sum } from '../../lessons/matrix.js';
import { inRow, middle, point } from './words-layout.js';
/** @import { Box } from './words-layout.js' */

/**
 * The layout of the first figure: the words of a sentence as keys, and a way from the last word to each word
 * before it. Pure functions of the space and the widths of texts.
 *
 * @typedef {{ path: string, end: { x: number, y: number } }} Way - an SVG path from the last word to another,
 *   and its end
 * @typedef {object} OpeningLayout
 * @property {boolean} hasLines - whether the words are in three lines, as on a phone
 * @property {number} size - the font size of the words, in CSS pixels
 * @property {Box[]} boxes - the words
 * @property {Box} blank - the place of the next word
 * @property {Way[]} ways - to each word before the last
 * @property {number} width
 * @property {number} height - includes the weights
 *
 * @typedef {(text: string, size: number) => number} Measure - the width of a text in the serif font
 */

/** The padding of a word, the gap between two words and the width of the blank, in font sizes. */
const PAD = 0.25;
const GAP = 0.3;
const BLANK = 3.8;
const BLANK_IN_LINES = 3.6;
/** The width of a weight in a word, in font sizes. */
const WEIGHT = 1.24;
/** The height of a word, in font sizes. */
const HIGH = 1.5;
/** Font sizes, in CSS pixels: the largest in one row, and in three lines. */
const LARGEST = 51;
const LARGEST_IN_LINES = 35;
/** A row with less space on each side than this, in font sizes, is made smaller. */
const MARGIN = 0.9;
/** The height for the weights below a row, in font sizes. */
const WEIGHTS = 0.75;
/** The space above a row for the ways, in CSS pixels. */
const SKY = { least: 56, most: 240 };
/** The first words of the lines of three lines. */
const LINE_STARTS = [0, 3, 6];
/** The least gap beside a word through which a way runs, in CSS pixels. */
const LANE = 36;
/** Distances between the starts of two ways at the last word, in CSS pixels. */
const PITCH = 9;

/**
 * @param {string[]} words - the last one looks at the others
 * @param {Measure} measure
 * @param {{ width: number, height: number, hasLines: boolean }} space
 * @returns {OpeningLayout}
 */
export function openingLayout(words, measure, { width, height, hasLines }) {
  // In lines, a word contains its weight.
  const least = hasLines ? WEIGHT : 0;
  const natural = words.map((word) => Math.max(measure(word, 100) / 100 + 2 * PAD, 0.4 + 2 * PAD, least));
  return hasLines ? lines(natural, width, height) : row(natural, width, height);
}

/** @param {number[]} natural - the widths of the words, in font sizes @param {number} width @param {number} height */
function row(natural, width, height) {
  const total = sum(natural) + natural.length * GAP + BLANK;
  const size = Math.min(LARGEST, width / (total + 2 * MARGIN));
  const high = size * HIGH;
  const below = size * WEIGHTS;
  const sky = Math.max(SKY.least, Math.min(SKY.most, height - high - below));
  const all = [...natural, BLANK];
  const boxes = inRow(all, GAP, size, { left: (width - total * size) / 2, top: sky, height: high });
  const blank = /** @type {Box} */ (boxes.pop());
  const last = boxes[boxes.length - 1];
  const others = boxes.slice(0, -1);
  const pitch = Math.min(PITCH, last.width / PITCH);
  const from = (/** @type {number} */ place) => middle(last) + ((others.length - 1) / 2 - place) * pitch;
  const far = middle(last) - middle(others[0]);
  const ways = others.map((box, place) => {
    const start = { x: from(place), y: sky - 5 };
    const end = { x: middle(box), y: sky - 6 };
    // The farther the word, the higher its way. A cubic curve reaches three quarters of its control points.
    const share = 0.22 + 0.78 * ((start.x - end.x) / far) ** 0.8;
    return { path: arch(start, end, ((sky - 14) * Math.min(1, share)) / 0.75), end };
  });
  return { hasLines: false, size, boxes, blank, ways, width, height: sky + high + below };
}

/**
 * Three lines of words. The words of the middle line leave lanes for the ways to the upper line.
 *
 * @param {number[]} natural @param {number} width @param {number} height
 */
function lines(natural, width, height) {
  const split = LINE_STARTS.map((start, i) => natural.slice(start, LINE_STARTS[i + 1]));
  const widest = Math.max(
    ...split.map((each, i) => sum(each) + GAP * (each.length - 1) + (i === 2 ? GAP + BLANK_IN_LINES : 0)),
  );
  // The words contain their weights, so they are higher than in a row.
  const high = HIGH + 0.55;
  const size = Math.min(LARGEST_IN_LINES, (width - 4) / widest, (height - SKY.least) / (3 * high + 2));
  const gap = Math.min(size * 2.6, Math.max(size, (height - 3 * high * size) / 3));
  /** @type {Box[]} */
  const boxes = [];
  split.forEach((line, i) => {
    const lane = i === 1 ? Math.max(LANE, GAP * size) : GAP * size;
    const after = i === 2 ? (GAP + BLANK_IN_LINES) * size : i === 1 ? lane : 0;
    const whole = sum(line) * size + lane * (line.length - 1) + after;
    const first = {
      left: Math.max(2, (width - whole) / 2),
      top: i * (high * size + gap),
      height: high * size,
    };
    boxes.push(...inRow(line, lane / size, size, first));
  });
  const last = boxes[boxes.length - 1];
  const blank = { ...last, left: last.left + last.width + GAP * size, width: BLANK_IN_LINES * size };
  return {
    hasLines: true,
    size,
    boxes,
    blank,
    ways: waysUp(boxes, gap),
    width,
    height: last.top + last.height + size * WEIGHTS,
  };
}

/** The ways to the words of the upper lines. @param {Box[]} boxes @param {number} gap @returns {Way[]} */
function waysUp(boxes, gap) {
  const last = boxes[boxes.length - 1];
  const others = boxes.slice(0, -1);
  const [start, end] = [LINE_STARTS[1], LINE_STARTS[2]];
  const middles = boxes.slice(start, end);
  // Each word of the upper line has a lane to the right of a word of the middle line.
  const lanes = middles.map((box, i) => {
    const next = middles[i + 1];
    return next ? (box.left + box.width + next.left) / 2 : box.left + box.width + LANE * 0.6;
  });
  // The ways start in the order in which they arrive below the middle line, so none crosses another.
  // That to a word of the last line is the lowest and starts at the left.
  const goals = others.map((box, place) =>
    box.top === last.top ? -1 : place < start ? lanes[place] : middle(box),
  );
  const order = [...goals.keys()].sort((a, b) => goals[a] - goals[b]);
  const pitch = Math.min(8, (last.width - 12) / others.length);
  return others.map((box, place) => {
    const from = {
      x: middle(last) + (order.indexOf(place) - (others.length - 1) / 2) * pitch,
      y: last.top - 4,
    };
    if (box.top === last.top) {
      const to = { x: middle(box), y: box.top - 5 };
      return { path: arch(from, to, gap * 0.36), end: to };
    }
    const to = { x: middle(box), y: box.top + box.height + 6 };
    if (place >= start) return { path: curve(from, to), end: to };
    const lane = lanes[place];
    const below = { x: lane, y: middles[0].top + middles[0].height + 6 };
    const above = { x: lane, y: middles[0].top - 6 };
    return {
      path: `${curve(from, below)}L${point(above.x, above.y)}${curve(above, to).replace(/^M[^C]*/, '')}`,
      end: to,
    };
  });
}

/** An arch that leaves both ends upwards. @param {Point} from @param {Point} to @param {number} high */
const arch = (from, to, high) =>
  `M${point(from.x, from.y)}C${point(from.x, from.y - high)} ${point(to.x, to.y - high)} ${point(to.x, to.y)}`;

/** A curve that is vertical at both ends. @param {Point} from @param {Point} to */
const curve = (from, to) => {
  const half = (from.y + to.y) / 2;
  return `M${point(from.x, from.y)}C${point(from.x, half)} ${point(to.x, half)} ${point(to.x, to.y)}`;
};

/** @typedef {{ x: number, y: number }} Point */
