import { writersOf } from '../format/cell-text.js';
import { longest } from '../format/numpy.js';
import { widthFor } from '../ui/cell-digits.js';
import { WIDEST_ROW_LABEL } from '../ui/labels.js';
import { baseOf } from './heads.js';
import { notation } from './notation.js';
/** @import { Model } from '../types.js' */
/** @import { Band, Place } from './bands.js' */
/** @import { Formula } from './notation.js' */

/** The least and greatest width of a cell: enough for three digits, but not much more. */
const NARROWEST = 24;
const WIDEST = 72;

/** The greatest ratio of width to height. Low cells may be as wide as their digits need, in CSS pixels. */
const ASPECT = 1.45;
const COMFORTABLE = 44;

/** The least and greatest height of a cell. */
const LOWEST = 18;
const HIGHEST = 48;

/**
 * Estimates of the height that a band needs in addition to its cells: its head, two rows of titles and its
 * edges; the drawing above the weights of heads, CSS pixels.
 */
const FRAME = 100;
const SHARING = 70;
/** The height of a band whose matrices are all folded, CSS pixels. */
const FOLDED = 32;

/** Cells are at most this much higher than wide. */
const TALL = 1.25;

/**
 * The space in a title beside its notation: the size of the matrix, the switch to the table, and gaps, in CSS
 * pixels.
 */
const SIZE_GAP = 6;
const SWITCH = 21;
/** The button that folds a matrix again, with the gap before it, CSS pixels. */
const FOLD = 30;

/**
 * The widths of texts, for which the layout reserves space.
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

/**
 * The matrices with row labels: the first of a band, V, and W_O.
 *
 * @param {Pick<Place, 'matrix' | 'row' | 'column'>} place
 */
export function hasRowLabels({ matrix, row, column }) {
  return (row === 2 && column === 1) || (baseOf(matrix) === 'v' && row === 1) || matrix === 'wO';
}

/** The gap between row labels and their matrix, in CSS pixels. */
const LABEL_GAP = 8;

/**
 * The width of the row labels of a lesson with the gap after them.
 *
 * @param {Pick<Model, 'lesson'>} model @param {TextWidths} widths
 */
export function labelWidth({ lesson }, widths) {
  return Math.ceil(Math.min(WIDEST_ROW_LABEL, Math.max(...lesson.tokens.map(widths.label))) + LABEL_GAP);
}

/**
 * The greatest overlap of row labels with the empty place beside them, the width of the narrowest column, in
 * CSS pixels.
 */
const OVERHANG = 80;

/**
 * How far the row labels of a matrix extend beyond its column: those of V use the empty place above the
 * weights.
 *
 * @param {Place} place
 * @param {number} labels - the width of row labels
 */
export function overhang({ matrix, row }, labels) {
  return baseOf(matrix) === 'v' && row === 1 ? Math.min(OVERHANG, labels) : 0;
}

/**
 * The width of a cell at which the widest band, with its titles and row labels, fits.
 *
 * @param {Band[]} bands
 * @param {Pick<Model, 'matrices' | 'switches' | 'lesson'>} model
 * @param {number} room - CSS pixels inside a band
 * @param {number} gap - between two matrices
 * @param {TextWidths} widths
 * @param {{ height?: number, isBeside?: boolean }} [how] - the height of a cell, and whether the bands stand
 *   side by side
 */
export function cellWidth(bands, model, room, gap, widths, { height = 32, isBeside = false } = {}) {
  const labels = labelWidth(model, widths);
  const needs = bands.map((band) => columnNeeds(band, model, labels, widths));
  for (
    let width = Math.min(WIDEST, Math.max(COMFORTABLE, Math.round(ASPECT * height)));
    width > NARROWEST;
    width -= 1
  ) {
    if (allWide(needs, width, gap, isBeside) <= room) return width;
  }
  return NARROWEST;
}

/**
 * The widths that the matrices of each column of a band need: their cells and row labels, or their title.
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
        cells: each.isFolded ? 0 : model.matrices[each.matrix].cols,
        labels: hasRowLabels(each) && !each.isFolded ? labels - overhang(each, labels) : 0,
        title: isApart(each) ? 0 : titleWidth(model, each.matrix, widths) + (each.isUnfolded ? FOLD : 0),
      })),
  }));
}

/** The gap between two bands side by side, in CSS pixels. */
export const APART = 44;

/**
 * The width of all bands.
 *
 * @param {ReturnType<typeof columnNeeds>[]} needs
 * @param {number} width - of a cell
 * @param {number} gap
 * @param {boolean} isBeside
 */
function allWide(needs, width, gap, isBeside) {
  const each = needs.map((columns) => bandWidth(columns, width, gap));
  return isBeside ? each.reduce((sum, one) => sum + one + APART, -APART) : Math.max(...each);
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

/** The approximate width of a digit, as a share of the font size. */
const ADVANCE = 0.602;

/**
 * The width of the cells of each column of a band: the common width, or more if its numbers need it with the
 * fewest digits.
 *
 * @param {Band} band
 * @param {Pick<Model, 'matrices'>} model
 * @param {number} common
 * @returns {number[]} one a column
 */
export function columnWidths({ places, columns }, { matrices }, common) {
  return Array.from({ length: columns }, (_, index) => {
    const characters = places
      .filter((each) => each.column === index + 1 && !each.isFolded)
      .map(({ matrix }) => charactersOf(matrices[matrix].data));
    return Math.max(common, widthFor(Math.max(1, ...characters), ADVANCE) + BETWEEN);
  });
}

/** The preferred format is used if its texts have at most this many characters. */
const LONG = 5;

/** The space between the digits of two cells, in CSS pixels. */
const BETWEEN = 1;

/**
 * The length of the longest number of a matrix, in the first format that is not too long.
 *
 * @param {Float64Array} data
 */
function charactersOf(data) {
  const lengths = writersOf(data).map((write) => longest(Array.from(data, write)));
  return lengths.find((length) => length <= LONG) ?? /** @type {number} */ (lengths.at(-1));
}

/** The gap between two matrices, and at the sides of a band, in CSS pixels. */
export const [GAP, BESIDE] = [14, 38];

/**
 * The approximate width of a character in CSS pixels, the number of characters besides the decimals, and the
 * number if all digits are shown.
 */
const CHARACTER = 6.8;
const AROUND = 5;
const EVERY_DIGIT = 22;

/**
 * The width of a cell, extended if the decimals that the reader chose need it.
 *
 * @param {import('../types.js').State['digits']} digits
 * @param {number} width
 */
export function wideEnough(digits, width) {
  if (digits === 'auto') return width;
  return Math.max(width, Math.ceil((digits === 'full' ? EVERY_DIGIT : digits + AROUND) * CHARACTER));
}

/**
 * The height of a cell at which all bands fit.
 *
 * @param {Band[]} bands
 * @param {Pick<Model, 'matrices'>} model
 * @param {number} room - CSS pixels for all bands
 * @param {{ frame?: number, isBeside?: boolean }} [how] - the measured height that the bands need in addition
 *   to their cells, and whether they are side by side
 */
export function cellHeight(bands, model, room, { isBeside = false, frame = frameOf(bands, isBeside) } = {}) {
  const rows = Math.max(1, rowsOf(bands, model, isBeside));
  return Math.max(LOWEST, Math.min(HIGHEST, Math.floor((room - frame) / rows)));
}

/**
 * The size of cells so that all bands are visible at once: below one another or side by side, whichever makes
 * the cells larger.
 *
 * @param {Band[]} bands
 * @param {Pick<Model, 'matrices' | 'switches' | 'lesson'>} model
 * @param {{ width: number, height: number }} room - CSS pixels
 * @param {number} gap
 * @param {TextWidths} widths
 * @param {(isBeside: boolean) => number | undefined} frame - the measured height that the bands need in
 *   addition to their cells
 */
export function arranged(bands, model, room, gap, widths, frame) {
  const labels = labelWidth(model, widths);
  const needs = bands.map((band) => columnNeeds(band, model, labels, widths));
  const ways = [false, true].map((isBeside) => {
    const height = cellHeight(bands, model, room.height, { isBeside, frame: frame(isBeside) });
    const width = cellWidth(bands, model, room.width, gap, widths, { height, isBeside });
    const fits = allWide(needs, width, gap, isBeside) <= room.width;
    return { isBeside, width, height: Math.min(height, Math.max(LOWEST, Math.round(TALL * width))), fits };
  });
  const [below, beside] = ways;
  const canStandBeside = bands.length === 2 && !bands.some(isFoldedBand) && beside.fits;
  return canStandBeside && beside.width * beside.height > below.width * below.height ? beside : below;
}

/** @param {Band} band */
export function isFoldedBand({ places }) {
  return places.every(({ isFolded }) => isFolded);
}

/**
 * How many rows of cells are below one another.
 *
 * @param {Band[]} bands @param {Pick<Model, 'matrices'>} model @param {boolean} isBeside
 */
export function rowsOf(bands, { matrices }, isBeside) {
  const each = bands.map(({ places }) =>
    [1, 2].reduce(
      (sum, row) =>
        sum +
        Math.max(
          0,
          ...places
            .filter((place) => place.row === row && !place.isFolded)
            .map(({ matrix }) => matrices[matrix].rows),
        ),
      0,
    ),
  );
  return isBeside ? Math.max(...each) : each.reduce((sum, rows) => sum + rows, 0);
}

/**
 * An estimate of the height that bands need in addition to their cells.
 *
 * @param {Band[]} bands @param {boolean} [isBeside]
 */
function frameOf(bands, isBeside = false) {
  const each = bands.map((band) =>
    isFoldedBand(band) ? FOLDED : FRAME + (band.name === 'heads' ? SHARING : 0),
  );
  return isBeside ? Math.max(...each) : each.reduce((sum, frame) => sum + frame, 0);
}

/**
 * Whether the button of a folded matrix is in the common row above the masked scores, and not in its own
 * place.
 *
 * @param {Place} place
 */
export function isApart({ matrix, isFolded }) {
  return Boolean(isFolded) && (MASKS.includes(matrix) || baseOf(matrix) === 'scaled');
}

/**
 * What is folded if there is no room, one group after another. These matrices are also visible elsewhere, or
 * follow from others.
 */
const FOLDS = [
  ['attend-allowed', 'attend-additive', 'opened-allowed', 'opened-additive'],
  ['given-q', 'given-k', 'given-v'],
  ['attend-scaled', 'opened-scaled'],
  ['embed-wQ', 'embed-wK', 'embed-wV'],
  ['heads-wO'],
  ['embed-x', 'embed-q', 'embed-k', 'embed-v'],
];
/** The mask is visible in the masked scores. */
const MASKS = ['allowed', 'additive'];

/**
 * The bands with as many matrices folded as is necessary to show the others at once.
 *
 * @param {Band[]} bands
 * @param {Pick<Model, 'matrices' | 'switches' | 'lesson'>} model
 * @param {{ width: number, height: number }} room - CSS pixels: the width inside a band, and the height for
 *   all bands
 * @param {number} gap - between two matrices
 * @param {TextWidths} widths
 * @param {(place: Place) => boolean} isKept - whether a matrix must not be folded
 * @returns {Band[]}
 */
export function withFolds(bands, model, room, gap, widths, isKept) {
  const fold = (/** @type {Band[]} */ all, /** @type {(place: Place) => boolean} */ folds) =>
    all.map((band) => ({
      ...band,
      places: band.places.map((each) => (folds(each) && !isKept(each) ? { ...each, isFolded: true } : each)),
    }));
  const labels = labelWidth(model, widths);
  const fits = (/** @type {Band[]} */ all) =>
    frameOf(all) + rowsOf(all, model, false) * LOWEST <= room.height &&
    all.every((band) => bandWidth(columnNeeds(band, model, labels, widths), NARROWEST, gap) <= room.width);
  let found = bands;
  for (const group of FOLDS) {
    if (fits(found)) break;
    // Scaled scores are folded only if the masked scores are shown.
    const isThere = (/** @type {Place} */ { id, column }) =>
      group.includes(id) &&
      (!id.endsWith('scaled') ||
        bands.some(({ places }) =>
          places.some((each) => each.column > column && each.id === id.replace('scaled', 'masked')),
        ));
    found = fold(found, isThere);
  }
  return found;
}
