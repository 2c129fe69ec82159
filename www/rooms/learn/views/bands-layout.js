import { longest, writersOf } from '../../../format/display.js';
import { wideEnough, widthFor } from '../../../ui/cell-digits.js';
import { WIDEST_ROW_LABEL } from '../../../ui/labels.js';
import { baseOf } from '../../../figure/heads.js';
import { notation } from '../../../figure/matrices.js';
import { sum } from '../lessons/matrix.js';
import { isV } from './bands.js';
/** @import { Model } from '../../../types.js' */
/** @import { Band, Place } from './bands.js' */
/** @import { Formula } from '../../../figure/matrices.js' */

// All lengths are in CSS pixels.

/** The gap between two matrices, and the padding at the sides of a band. */
export const [GAP, BESIDE] = [14, 38];
/** The gap between two bands side by side. */
const BAND_GAP = 44;

/** Limits of a cell's width. The minimum has room for three digits. */
const [MIN_WIDTH, MAX_WIDTH] = [24, 72];
/** Limits of a cell's height. */
const [MIN_HEIGHT, MAX_HEIGHT] = [18, 48];
/** The height of a cell in a figure that is not fitted to the height of the window. */
const DEFAULT_HEIGHT = 32;
/** The maximum ratio of a cell's width to its height. Any cell may be as wide as `COMFORTABLE_WIDTH`. */
const MAX_ASPECT = 1.45;
const COMFORTABLE_WIDTH = 44;
/** The maximum ratio of a cell's height to its width. */
const MAX_TALLNESS = 1.25;

/** Estimates of the height of a band without its cells: its head, two rows of titles and its padding. */
const FRAME = 100;
/** The same for a band whose matrices are all folded. */
const FOLDED_FRAME = 32;
/** The height of the drawing above the weights of heads. */
const SHARING = 70;

/** The parts of a title besides notation and size: the gap between them, and the switch to the table. */
const SIZE_GAP = 6;
const SWITCH = 21;
/** The button that folds a matrix again, with the gap before it. */
const FOLD = 30;

/** The gap between row labels and their matrix. */
const LABEL_GAP = 8;
/** The maximum overlap of row labels with the empty place beside them: the width of the narrowest column. */
const MAX_OVERHANG = 80;

/** The width of a digit as a share of the font size, and the gap between the digits of two cells. */
const ADVANCE = 0.602;
const DIGITS_GAP = 1;
/** The preferred format of numbers is used if its texts have at most this many characters. */
const MAX_PREFERRED = 5;
/** The ids of masks, which are also visible in the masked scores. */
const MASKS = ['allowed', 'additive'];
/**
 * The places that are folded if there is no room, one group after another. Their matrices are also visible
 * elsewhere, or follow from others.
 */
const FOLDS = [
  ['attend-allowed', 'attend-additive', 'opened-allowed', 'opened-additive'],
  ['given-q', 'given-k', 'given-v'],
  ['attend-scaled', 'opened-scaled'],
  ['embed-wQ', 'embed-wK', 'embed-wV'],
  ['heads-wO'],
  ['embed-x', 'embed-q', 'embed-k', 'embed-v'],
];

/**
 * Functions that measure texts.
 *
 * @typedef {object} TextWidths
 * @property {(formula: Formula) => number} formula - the notation in a title
 * @property {(size: string) => number} size - the size in a title, such as `4×4`
 * @property {(label: string) => number} label - a row label
 */

/** @typedef {Pick<Model, 'matrices' | 'switches' | 'lesson' | 'state'>} LayoutModel */

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
 * The width of the row labels of a lesson with the gap after them.
 *
 * @param {Pick<Model, 'lesson'>} model @param {TextWidths} widths
 */
export function labelWidth({ lesson }, widths) {
  return Math.ceil(Math.min(WIDEST_ROW_LABEL, Math.max(...lesson.tokens.map(widths.label))) + LABEL_GAP);
}

/**
 * How far the row labels of a matrix extend beyond its column. Those of V use the empty place beside it.
 *
 * @param {Place} place
 * @param {number} labels - the width of row labels
 */
export function overhang({ matrix, row }, labels) {
  return isV(matrix, row) ? Math.min(MAX_OVERHANG, labels) : 0;
}

/**
 * The width of a cell at which the widest band, with its titles and row labels, fits.
 *
 * @param {Band[]} bands
 * @param {LayoutModel} model
 * @param {number} space - the width inside a band
 * @param {number} gap - between two matrices
 * @param {TextWidths} widths
 */
export function cellWidth(bands, model, space, gap, widths) {
  return widestCell(needsOf(bands, model, widths), space, gap, DEFAULT_HEIGHT, false);
}

/**
 * The maximum width of a cell at which all bands fit.
 *
 * @param {Needs[]} needs @param {number} space @param {number} gap @param {number} height
 * @param {boolean} isBeside - whether the bands are side by side
 */
function widestCell(needs, space, gap, height, isBeside) {
  let width = Math.min(MAX_WIDTH, Math.max(COMFORTABLE_WIDTH, Math.round(MAX_ASPECT * height)));
  while (width > MIN_WIDTH && totalWidth(needs, width, gap, isBeside) > space) width -= 1;
  return width;
}

/** The input for the widths of a band's columns. @typedef {ReturnType<typeof columnNeeds>} Needs */

/** @param {Band[]} bands @param {LayoutModel} model @param {TextWidths} widths @returns {Needs[]} */
function needsOf(bands, model, widths) {
  const labels = labelWidth(model, widths);
  return bands.map((band) => columnNeeds(band, model, labels, widths));
}

/**
 * For each column of a band: the minimum width of its cells, and for each of its matrices the number of cells
 * in a row and the widths of row labels and title.
 *
 * @param {Band} band
 * @param {LayoutModel} model
 * @param {number} labels
 * @param {TextWidths} widths
 */
function columnNeeds(band, model, labels, widths) {
  return columnWidths(band, model, 0).map((minWidth, index) => ({
    minWidth,
    places: band.places
      .filter(({ column }) => column === index + 1)
      .map((place) => ({
        cells: place.isFolded ? 0 : model.matrices[place.matrix].cols,
        labels: place.rowLabels && !place.isFolded ? labels - overhang(place, labels) : 0,
        title: isApart(place) ? 0 : titleWidth(model, place.matrix, widths) + (place.isUnfolded ? FOLD : 0),
      })),
  }));
}

/** @param {Needs[]} needs @param {number} width - of a cell @param {number} gap @param {boolean} isBeside */
function totalWidth(needs, width, gap, isBeside) {
  const bandWidths = needs.map((columns) => bandWidth(columns, width, gap));
  return isBeside ? sum(bandWidths) + BAND_GAP * (needs.length - 1) : Math.max(...bandWidths);
}

/** @param {Needs} columns @param {number} width - of a cell @param {number} gap */
function bandWidth(columns, width, gap) {
  const columnWidth = (/** @type {Needs[number]} */ { minWidth, places }) =>
    Math.max(
      ...places.map(({ cells, labels, title }) =>
        Math.max(title, labels + cells * Math.max(width, minWidth)),
      ),
    );
  return sum(columns.map(columnWidth)) + gap * (columns.length - 1);
}

/**
 * The width of the cells of each column of a band: that of the band, or the common width, or more if the
 * numbers need it even with the fewest digits.
 *
 * @param {Band} band
 * @param {Pick<Model, 'matrices' | 'state'>} model
 * @param {number} common
 * @returns {number[]} one for each column
 */
export function columnWidths({ places, columns, width }, { matrices, state }, common) {
  return Array.from({ length: columns }, (_, index) => {
    if (width !== undefined) return wideEnough(state.digits, width);
    const characters = places
      .filter(({ column, isFolded }) => column === index + 1 && !isFolded)
      .map(({ matrix }) => charactersOf(matrices[matrix].data));
    return Math.max(common, widthFor(Math.max(1, ...characters), ADVANCE) + DIGITS_GAP);
  });
}

/**
 * The length of the longest number of a matrix, in the first format that is not too long.
 *
 * @param {Float64Array} data
 */
function charactersOf(data) {
  const lengths = writersOf(data).map((write) => longest(Array.from(data, write)));
  return lengths.find((length) => length <= MAX_PREFERRED) ?? /** @type {number} */ (lengths.at(-1));
}

/**
 * The height of a cell at which all bands fit.
 *
 * @param {Band[]} bands
 * @param {Pick<Model, 'matrices'>} model
 * @param {number} space - the height for all bands
 * @param {{ frame?: number, isBeside?: boolean }} [options] - `frame` is the measured height of the bands
 *   without their cells; by default it is estimated
 */
export function cellHeight(bands, model, space, { isBeside = false, frame = frameOf(bands, isBeside) } = {}) {
  const rows = Math.max(1, rowsOf(bands, model, isBeside));
  return Math.max(MIN_HEIGHT, Math.min(MAX_HEIGHT, Math.floor((space - frame) / rows)));
}

/**
 * The size of cells at which all bands are visible at once. The bands are one below the other or side by
 * side, whichever makes the cells larger.
 *
 * @param {Band[]} bands
 * @param {LayoutModel} model
 * @param {{ width: number, height: number }} space
 * @param {number} gap
 * @param {TextWidths} widths
 * @param {(isBeside: boolean) => number | undefined} frame - the measured height of the bands without their
 *   cells
 */
export function arranged(bands, model, space, gap, widths, frame) {
  const needs = needsOf(bands, model, widths);
  const [below, beside] = [false, true].map((isBeside) => {
    const height = cellHeight(bands, model, space.height, { isBeside, frame: frame(isBeside) });
    const width = widestCell(needs, space.width, gap, height, isBeside);
    const fits = totalWidth(needs, width, gap, isBeside) <= space.width;
    const maxHeight = Math.max(MIN_HEIGHT, Math.round(MAX_TALLNESS * width));
    return { isBeside, width, height: Math.min(height, maxHeight), fits };
  });
  const canBeBeside = bands.length === 2 && !bands.some(isFoldedBand) && beside.fits;
  return canBeBeside && beside.width * beside.height > below.width * below.height ? beside : below;
}

/** Whether all matrices of a band are folded. @param {Band} band */
export function isFoldedBand({ places }) {
  return places.every(({ isFolded }) => isFolded);
}

/**
 * The number of rows of cells, one below the other.
 *
 * @param {Band[]} bands @param {Pick<Model, 'matrices'>} model @param {boolean} isBeside
 */
export function rowsOf(bands, { matrices }, isBeside) {
  const rowsIn = (/** @type {Band} */ { places }, /** @type {1 | 2} */ row) =>
    Math.max(
      0,
      ...places
        .filter((place) => place.row === row && !place.isFolded)
        .map(({ matrix }) => matrices[matrix].rows),
    );
  const each = bands.map((band) => rowsIn(band, 1) + rowsIn(band, 2));
  return isBeside ? Math.max(...each) : sum(each);
}

/** Estimates the height of bands without their cells. @param {Band[]} bands @param {boolean} isBeside */
function frameOf(bands, isBeside) {
  const each = bands.map((band) =>
    isFoldedBand(band) ? FOLDED_FRAME : FRAME + (band.name === 'heads' ? SHARING : 0),
  );
  return isBeside ? Math.max(...each) : sum(each);
}

/**
 * Whether the button of a folded matrix is in the common row above the masked scores rather than in its own
 * place.
 *
 * @param {Place} place
 */
export function isApart({ matrix, isFolded }) {
  return Boolean(isFolded) && (MASKS.includes(matrix) || baseOf(matrix) === 'scaled');
}

/**
 * Folds as many matrices as necessary to show the others at once.
 *
 * @param {Band[]} bands
 * @param {LayoutModel} model
 * @param {{ width: number, height: number }} space - the width inside a band, and the height for all bands
 * @param {number} gap - between two matrices
 * @param {TextWidths} widths
 * @param {(place: Place) => boolean} isKept - whether a matrix must not be folded
 * @returns {Band[]}
 */
export function withFolds(bands, model, space, gap, widths, isKept) {
  const fits = (/** @type {Band[]} */ all) =>
    frameOf(all, false) + rowsOf(all, model, false) * MIN_HEIGHT <= space.height &&
    totalWidth(needsOf(all, model, widths), MIN_WIDTH, gap, false) <= space.width;
  /** Scaled scores are folded only if the masked scores are shown. @param {Place} place */
  const isVisibleElsewhere = ({ id, column }) =>
    !id.endsWith('scaled') ||
    bands.some(({ places }) =>
      places.some((other) => other.column > column && other.id === id.replace('scaled', 'masked')),
    );
  let folded = bands;
  for (const group of FOLDS) {
    if (fits(folded)) break;
    const folds = (/** @type {Place} */ place) =>
      group.includes(place.id) && isVisibleElsewhere(place) && !isKept(place);
    folded = folded.map((band) => ({
      ...band,
      places: band.places.map((place) => (folds(place) ? { ...place, isFolded: true } : place)),
    }));
  }
  return folded;
}
