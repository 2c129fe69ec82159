import { WIDEST_ROW_LABEL } from '../ui/labels.js';
import { baseOf } from './heads.js';
import { notation } from './notation.js';
/** @import { Graph, Lesson, Model } from '../types.js' */
/** @import { Formula } from './notation.js' */

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
  return band('given', [
    [null, 'q'],
    [null, 'k'],
    [null, 'v'],
  ]);
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

/** What a band needs beside its cells: its head, two rows of titles, and its edges, in CSS pixels. */
const FRAME = 112;

/** The room that a title needs beside its notation: its size after a gap, the switch to the table, and a little more, CSS pixels. */
const SIZE_GAP = 6;
const SWITCH = 21;

/**
 * How wide texts are drawn, so that the layout can reserve room for them.
 *
 * @typedef {object} TextWidths
 * @property {(formula: Formula) => number} formula - the notation in a title
 * @property {(size: string) => number} size - the size in a title, such as `4×4`
 * @property {(label: string) => number} label - of a row
 */

/**
 * The width of the title of a matrix.
 *
 * @param {Pick<Model, 'matrices' | 'switches'>} model
 * @param {string} matrix
 * @param {TextWidths} widths
 */
export function titleWidth({ matrices, switches }, matrix, widths) {
  const { rows, cols } = matrices[matrix];
  return Math.ceil(
    widths.formula(notation(matrix, switches)) + SIZE_GAP + widths.size(`${rows}×${cols}`) + SWITCH,
  );
}

/** Rows are labelled beside the first matrix of a band, beside V above, and beside W_O. @param {Pick<Place, 'matrix' | 'row' | 'column'>} place */
export function hasRowLabels({ matrix, row, column }) {
  return (row === 2 && column === 1) || (baseOf(matrix) === 'v' && row === 1) || matrix === 'wO';
}

/** Between row labels and their matrix, CSS pixels. */
const LABEL_GAP = 8;

/** The width of the row labels of a lesson with the gap after them. @param {Pick<Model, 'lesson'>} model @param {TextWidths} widths */
export function labelWidth({ lesson }, widths) {
  return Math.ceil(Math.min(WIDEST_ROW_LABEL, Math.max(...lesson.tokens.map(widths.label))) + LABEL_GAP);
}

/** Row labels reach this far at most over the empty place beside them: as far as the narrowest column, CSS pixels. */
const OVERHANG = 80;

/**
 * How far the row labels of a matrix stand outside of its column: those of V use the empty place above the weights.
 *
 * @param {Place} place
 * @param {number} labels - the width of row labels
 */
export function overhang({ matrix, row }, labels) {
  return baseOf(matrix) === 'v' && row === 1 ? Math.min(OVERHANG, labels) : 0;
}

/**
 * The width of a cell so that the widest band, with its titles and row labels, fits the room there is.
 *
 * @param {Band[]} bands
 * @param {Pick<Model, 'matrices' | 'switches' | 'lesson'>} model
 * @param {number} room - CSS pixels inside a band
 * @param {number} gap - between two matrices
 * @param {TextWidths} widths
 */
export function cellWidth(bands, model, room, gap, widths) {
  const labels = labelWidth(model, widths);
  const needs = bands.map((band) => columnNeeds(band, model, labels, widths));
  for (let width = WIDEST; width > NARROWEST; width -= 1) {
    if (needs.every((columns) => bandWidth(columns, width, gap) <= room)) return width;
  }
  return NARROWEST;
}

/**
 * What the places of each column of a band need: cells of at least some width with labels beside them, or the width of a title.
 *
 * @param {Band} band
 * @param {Pick<Model, 'matrices' | 'switches' | 'lesson'>} model
 * @param {number} labels
 * @param {TextWidths} widths
 */
function columnNeeds(band, model, labels, widths) {
  const least = columnWidths(band, model, 0);
  return least.map((narrowest, index) => ({
    narrowest,
    places: band.places
      .filter(({ column }) => column === index + 1)
      .map((each) => ({
        cells: model.matrices[each.matrix].cols,
        labels: hasRowLabels(each) ? labels - overhang(each, labels) : 0,
        title: titleWidth(model, each.matrix, widths),
      })),
  }));
}

/** @param {ReturnType<typeof columnNeeds>} columns @param {number} width - of a cell @param {number} gap */
function bandWidth(columns, width, gap) {
  return columns.reduce(
    (sum, { narrowest, places }) => {
      const each = places.map(({ cells, labels, title }) =>
        Math.max(title, labels + cells * Math.max(width, narrowest)),
      );
      return sum + Math.max(...each);
    },
    gap * (columns.length - 1),
  );
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
    const characters = places
      .filter((each) => each.column === index + 1)
      .map(({ matrix }) => wholeDigits(matrices[matrix].data));
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
export const [GAP, BESIDE] = [14, 38];

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
    for (const row of [1, 2])
      cells += Math.max(
        0,
        ...places.filter((each) => each.row === row).map(({ matrix }) => matrices[matrix].rows),
      );
  }
  return Math.max(
    bands.length > 2 ? LOWEST_OF_THREE : LOWEST,
    Math.min(HIGHEST, Math.floor((room - FRAME * bands.length) / cells)),
  );
}
