import { cellTexts } from '../figure/digits.js';
import { wideEnough } from '../figure/layout.js';
import { MASKED } from '../figure/reveal.js';
import { complete } from './figure.js';
import { spoken } from './speech.js';
/** @import { MatrixData, Scale } from '../types.js' */
/** @import { Cell, Figure } from './figure.js' */
/** @import { Settings } from './settings.js' */
/** @import { Given } from './source.js' */

/** Cells as wide as there is room for, CSS pixels. Those of a large matrix may be smaller than what can be read: they are pointed at. */
const WIDEST = 46;
const READABLE = 24;
const SMALLEST = 2;
/** A matrix of so many columns is read number by number. */
const FEW = 20;
const HIGHEST = 30;
const LOWEST = 20;
/** A label needs this much of a row or a column, CSS pixels: in a smaller one it is only spoken. */
const LINE = 12;
/** About how wide a letter of a row's label is, how wide the widest labels are, and what stands between them and the cells, CSS pixels. */
const LETTER = 6.6;
const WIDEST_LABEL = 116;
const BESIDE = 12;

/**
 * What a heatmap draws when the page gives it numbers and nothing more.
 *
 * @param {Given} given
 * @param {Settings} settings
 * @param {Pick<import('../page/words/en.js').Strings, 'map'>} t
 * @param {{ cursor: Cell | null, table: boolean, room: number }} now - `room`: how wide it may be, CSS pixels
 * @returns {{ figure: Figure, problems: string[] }} problems: what was given and could not be followed
 */
export function ownFigure(given, settings, { map: words }, { cursor, table, room }) {
  const { matrix } = given;
  const { digits, map, editable } = settings;
  const { rowLabels, colLabels, scale, problems } = followed(given, settings);
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
    states: statesOf(given, settings),
    name: settings.name ?? given.name ?? (settings.scale === 'unit' ? words.weights : words.values),
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

/** What is given beside the numbers, as far as it fits them, and what does not. @param {Given} given @param {Settings} settings */
export function followed({ matrix, ...given }, settings) {
  /** @type {string[]} */
  const problems = [];
  const rowLabels = counted('query', settings.queryLabels ?? given.queryLabels, matrix.rows, 'row', problems);
  const colLabels = counted('key', settings.keyLabels ?? given.keyLabels, matrix.cols, 'column', problems);
  return { rowLabels, colLabels, scale: scaleOf(matrix, settings, problems), problems };
}

/**
 * The cell that attributes name: where one of the two is not given it is the first.
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

/** @param {'query' | 'key'} what @param {string[] | null | undefined} labels @param {number} count @param {string} of @param {string[]} problems */
function counted(what, labels, count, of, problems) {
  if (!labels || labels.length === count) return labels ?? null;
  problems.push(
    `${labels.length} ${what} label${labels.length === 1 ? '' : 's'} but ${count} ${of}${count === 1 ? '' : 's'}`,
  );
  return null;
}

/** @param {Given} given @param {Settings} settings */
function statesOf({ matrix: { rows, cols }, states }, { mask }) {
  if (mask === 'none') return states ?? undefined;
  return Uint8Array.from({ length: rows * cols }, (_, cell) =>
    cell % cols > Math.floor(cell / cols) ? MASKED : (states?.[cell] ?? 0),
  );
}

/** What the ends of the colours stand for. @param {MatrixData} matrix @param {Settings} settings @param {string[]} problems @returns {Scale} */
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
