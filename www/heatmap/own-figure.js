import { cellTexts } from '../figure/digits.js';
import { wideEnough } from '../figure/layout.js';
import { MASKED } from '../figure/reveal.js';
import { complete } from './figure.js';
import { spoken } from './speech.js';
/** @import { MatrixData, Scale } from '../types.js' */
/** @import { Cell, Figure } from './figure.js' */
/** @import { Settings } from './settings.js' */
/** @import { Input } from './source.js' */

/**
 * The maximum width of a cell, CSS pixels. Cells of a large matrix may be too small for digits; the pointer
 * shows their numbers.
 */
const WIDEST = 46;
const READABLE = 24;
const SMALLEST = 2;
/** A matrix with at most this many columns has cells large enough for digits. */
const FEW = 20;
const HIGHEST = 30;
const LOWEST = 20;
/**
 * The minimum height of a row, or width of a column, with a visible label, CSS pixels. In smaller ones it is
 * only announced.
 */
const LINE = 12;
/**
 * Estimated widths in CSS pixels: of a letter in a row label, of the widest labels, and of the space between
 * labels and cells.
 */
const LETTER = 6.6;
const WIDEST_LABEL = 116;
const BESIDE = 12;

/**
 * The figure of a heatmap for numbers from the page.
 *
 * @param {Input} input
 * @param {Settings} settings
 * @param {Pick<import('../page/words/en.js').Strings, 'map'>} t
 * @param {{ cursor: Cell | null, table: boolean, room: number }} now - `room` is the maximum width, CSS
 *   pixels
 * @returns {{ figure: Figure, problems: string[] }} `problems` are messages about settings that do not fit
 */
export function ownFigure(input, settings, { map: words }, { cursor, table, room }) {
  const { matrix } = input;
  const { digits, map, editable } = settings;
  const { rowLabels, colLabels, scale, problems } = validated(input, settings);
  const beside = rowLabels
    ? Math.min(WIDEST_LABEL, Math.max(...rowLabels.map((label) => label.length)) * LETTER) + BESIDE
    : 0;
  const fits = Math.floor((room - beside) / matrix.cols);
  const cellWidth = wideEnough(
    digits,
    Math.max(matrix.cols <= FEW ? READABLE : SMALLEST, Math.min(WIDEST, fits)),
  );
  const cellHeight =
    matrix.rows <= FEW ? Math.max(LOWEST, Math.min(HIGHEST, cellWidth)) : Math.min(HIGHEST, cellWidth);
  const figure = {
    matrix,
    states: statesOf(input, settings),
    name: settings.name ?? input.name ?? (settings.scale === 'unit' ? words.weights : words.values),
    rowLabels: cellHeight < LINE ? null : rowLabels,
    colLabels: cellWidth < LINE ? null : colLabels,
    tableRowLabels: rowLabels,
    tableColLabels: colLabels,
    rowAxis: words.query,
    colAxis: words.key,
    ...scale,
    map,
    cellWidth,
    cellHeight,
    texts: cellTexts(/** @type {any} */ ({ digits }), matrix),
    cursor,
    table,
    editable,
    wants: words.wants,
    strings: { ...words.strings, editHint: words.editHint },
  };
  const labelled = /** @type {import('./figure.js').Complete} */ (
    complete({ ...figure, rowLabels, colLabels })
  );
  return { problems, figure: { ...figure, describe: (row, col) => spoken(labelled, { row, col }) } };
}

/**
 * The settings and labels that fit the numbers, and messages about those that do not.
 *
 * @param {Input} input
 * @param {Settings} settings
 */
export function validated({ matrix, ...input }, settings) {
  /** @type {string[]} */
  const problems = [];
  const rowLabels = counted('query', settings.queryLabels ?? input.queryLabels, matrix.rows, 'row', problems);
  const colLabels = counted('key', settings.keyLabels ?? input.keyLabels, matrix.cols, 'column', problems);
  return { rowLabels, colLabels, scale: scaleOf(matrix, settings, problems), problems };
}

/**
 * The cell of the attributes `query` and `key`: a missing one is 0.
 *
 * @param {Settings} settings
 * @param {MatrixData} matrix
 * @returns {{ cursor: Cell | null, problems: string[] }}
 */
export function cursorOf({ query, key }, { rows, cols }) {
  if (query === null && key === null) return { cursor: null, problems: [] };
  const problems = [
    ...((query ?? 0) >= rows ? [`query: ${query} is beyond the last row, ${rows - 1}`] : []),
    ...((key ?? 0) >= cols ? [`key: ${key} is beyond the last column, ${cols - 1}`] : []),
  ];
  return { cursor: problems.length > 0 ? null : { row: query ?? 0, col: key ?? 0 }, problems };
}

/**
 * @param {'query' | 'key'} what
 * @param {string[] | null | undefined} labels
 * @param {number} count
 * @param {string} of
 * @param {string[]} problems
 */
function counted(what, labels, count, of, problems) {
  if (!labels || labels.length === count) return labels ?? null;
  problems.push(
    `${labels.length} ${what} label${labels.length === 1 ? '' : 's'} but ${count} ${of}${count === 1 ? '' : 's'}`,
  );
  return null;
}

/** @param {Input} input @param {Settings} settings */
function statesOf({ matrix: { rows, cols }, states }, { mask }) {
  if (mask === 'none') return states ?? undefined;
  return Uint8Array.from({ length: rows * cols }, (_, cell) =>
    cell % cols > Math.floor(cell / cols) ? MASKED : (states?.[cell] ?? 0),
  );
}

/**
 * The ends of the color scale.
 *
 * @param {MatrixData} matrix
 * @param {Settings} settings
 * @param {string[]} problems
 * @returns {Scale}
 */
function scaleOf({ data }, { scale, low, high }, problems) {
  let [least, most] = [Infinity, -Infinity];
  for (const value of data) {
    if (!Number.isFinite(value)) continue;
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  if (least > most) [least, most] = [0, 1];
  const far = Math.max(Math.abs(least), Math.abs(most)) || 1;
  const ends = /** @type {const} */ ({
    unit: [0, 1],
    data: least < most ? [least, most] : [least, least + 1],
    symmetric: [-far, far],
  })[scale];
  const kind = scale === 'symmetric' ? 'diverging' : 'sequential';
  const [from, to] = [low ?? ends[0], high ?? ends[1]];
  if (from < to) return { kind, low: from, high: to };
  problems.push(`low: ${from} is not below high, ${to}`);
  return { kind, low: ends[0], high: ends[1] };
}
