/** @import { Graph, Lesson, Model } from '../types.js' */

/**
 * Where each matrix stands: bands of two rows, as in a product worked by hand. The left operand stands to the left of its result, the right operand
 * above it, so that one token keeps one row all across a band.
 *
 * @typedef {{ id: string, matrix: string, row: 1 | 2, column: number }} Place
 * @typedef {{ name: 'embed' | 'given' | 'attend' | 'heads' | 'opened', places: Place[], columns: number }} Band
 */

/**
 * @param {Lesson} lesson
 * @param {Graph} graph
 * @returns {Band[]}
 */
export function bandsOf(lesson, graph) {
  return [lesson.given.q ? givenBand() : embedBand(graph), attendBand(graph)];
}

/** @returns {Band} */
function givenBand() {
  return band('given', [[null, 'q'], [null, 'k'], [null, 'v']]);
}

/** @param {Graph} graph @returns {Band} */
export function embedBand(graph) {
  const has = (/** @type {string} */ id) => (graph[id] ? id : null);
  return band('embed', [
    [null, has('embeddings')],
    [null, has('scaledEmbeddings')],
    [has('positionsBeside'), has('positions')],
    [null, 'x'],
    ['wQ', 'q'],
    ['wK', 'k'],
    ['wV', 'v'],
  ]);
}

/** @param {Graph} graph @returns {Band} */
function attendBand(graph) {
  const has = (/** @type {string} */ id) => (graph[id] ? id : null);
  return band('attend', [
    [null, 'q'],
    ['kT', 'scores'],
    [has('allowed'), 'scaled'],
    [has('additive'), has('masked')],
    [null, 'weights'],
    [null, has('weightsRows')],
    ['v', 'output'],
    [null, has('outputRows')],
  ]);
}

/** @param {Band['name']} name @param {[string | null, string | null][]} columns @returns {Band} */
export function band(name, columns) {
  const used = columns.filter(([above, below]) => above || below);
  /** @type {Place[]} */
  const places = used.flatMap(([above, below], index) => [
    ...(above ? [place(name, above, 1, index)] : []),
    ...(below ? [place(name, below, 2, index)] : []),
  ]);
  return { name, places, columns: used.length };
}

/** @param {string} name @param {string} matrix @param {1 | 2} row @param {number} index @returns {Place} */
function place(name, matrix, row, index) {
  return { id: `${name}-${matrix}`, matrix, row, column: index + 1 };
}

/** Narrower cells could not hold three digits, wider ones would leave them alone in a field. */
const NARROWEST = 24;
const WIDEST = 46;

/** Between these a row can be read and pointed at. */
const LOWEST = 22;
const HIGHEST = 28;

/** Three bands make do with a little less. */
const LOWEST_OF_THREE = 20;

/** What a band needs beside its cells: its head, two rows of names, and its edges, in CSS pixels. */
const FRAME = 108;

/**
 * The width of a cell so that the widest band fits the room there is.
 *
 * @param {Band[]} bands
 * @param {Pick<Model, 'matrices'>} model
 * @param {number} room - CSS pixels inside a band
 * @param {number} gap - between two matrices
 * @param {number} labels - for the row labels at the left
 */
export function cellWidth(bands, { matrices }, room, gap, labels) {
  const fits = bands.map(({ places, columns }) => {
    let cells = 0;
    for (let column = 1; column <= columns; column += 1) {
      cells += Math.max(...places.filter((each) => each.column === column).map(({ matrix }) => matrices[matrix].cols));
    }
    return Math.floor((room - labels - gap * (columns - 1)) / cells);
  });
  return Math.max(NARROWEST, Math.min(WIDEST, ...fits));
}

/** The width of a digit where digits are smallest, and the ground beside them, in CSS pixels. */
const DIGIT = 5.6;
const GROUND = 5;

/** Numbers longer than this are shown with an exponent. */
export const LONGEST = 7;

/**
 * The width of the cells of each column of a band: the common one, or what the digits before the point need.
 *
 * @param {Band} band
 * @param {Pick<Model, 'matrices'>} model
 * @param {number} common
 * @returns {number[]} one a column
 */
export function columnWidths({ places, columns }, { matrices }, common) {
  return Array.from({ length: columns }, (_, index) => {
    const characters = places.filter((each) => each.column === index + 1).map(({ matrix }) => wholeDigits(matrices[matrix].data));
    return Math.max(common, Math.ceil(Math.min(LONGEST, Math.max(...characters)) * DIGIT + GROUND));
  });
}

/** The most characters before the point: those of the largest number, or of the smallest with its sign. @param {Float64Array} data */
export function wholeDigits(data) {
  let [least, most] = [0, 0];
  for (const value of data) {
    if (!Number.isFinite(value)) continue;
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  return Math.max(String(Math.trunc(least)).length, String(Math.trunc(most)).length);
}

/** Between two matrices, and at the sides of a band, in CSS pixels. */
export const [GAP, BESIDE] = [18, 38];

/** Row labels stand beside the first matrix and beside V above. @param {Pick<Model, 'lesson'>} model */
export function labelRoom({ lesson }) {
  const longest = Math.max(...lesson.tokens.map((token) => token.length));
  return Math.min(124, 18 + longest * 6.2) * 2;
}

/** About how wide a character of a chosen number of decimals is, and how many there are besides the decimals, or in every digit, CSS pixels. */
const CHARACTER = 6.8;
const AROUND = 5;
const EVERY_DIGIT = 22;

/**
 * The width of a cell that holds the decimals that the reader chose, and no less than it has without.
 *
 * @param {import('../types.js').State['digits']} digits
 * @param {number} width
 */
export function wideEnough(digits, width) {
  if (digits === 'auto') return width;
  return Math.max(width, Math.ceil((digits === 'full' ? EVERY_DIGIT : digits + AROUND) * CHARACTER));
}

/**
 * The height of a cell so that all bands stand in the room there is, one below the other.
 *
 * @param {Band[]} bands
 * @param {Pick<Model, 'matrices'>} model
 * @param {number} room - CSS pixels for all bands
 */
export function cellHeight(bands, { matrices }, room) {
  let cells = 0;
  for (const { places } of bands) {
    for (const row of [1, 2]) cells += Math.max(0, ...places.filter((each) => each.row === row).map(({ matrix }) => matrices[matrix].rows));
  }
  return Math.max(bands.length > 2 ? LOWEST_OF_THREE : LOWEST, Math.min(HIGHEST, Math.floor((room - FRAME * bands.length) / cells)));
}
