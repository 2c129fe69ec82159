/** The figure of the numbers and attributes that a page sets on `<heed-map>`, and the parts around it. */
import { separatorOf, number, withSeparator } from '../format/display.js';
import { cellTexts, MASKED, wideEnough } from '../ui/cell-digits.js';
import { WIDEST_ROW_LABEL } from '../ui/labels.js';
import { complete } from './figure.js';
import { spoken } from './scene.js';
import { legend, paint } from '../engine/painting.js';
import { element, setText } from '../ui/dom.js';
import { legendPainter } from '../figure/legend.js';
/** @import { MatrixData, Scale } from '../types.js' */
/** @import { Cell, Complete, Figure } from './figure.js' */
/** @import { Settings, Input } from './input.js' */
/** @import { Strings } from '../words/languages.js' */
/** @import { Appearance } from '../element/surroundings.js' */
/** @import { Legend } from '../figure/legend.js' */

/**
 * Limits of a cell's size, in CSS pixels. A matrix with at most `FEW` columns has cells wide enough for
 * digits, and one with at most `FEW` rows has cells high enough for them. Cells of a larger matrix may be too
 * small for digits; then the pointer shows the numbers.
 */
const [MIN_WIDTH, MIN_READABLE_WIDTH, MAX_WIDTH] = [2, 24, 46];
const [MIN_READABLE_HEIGHT, MAX_HEIGHT] = [20, 30];
const FEW = 20;
/** Labels of smaller rows and columns are only announced, in CSS pixels. */
const MIN_WITH_LABEL = 12;
/** Estimates for row labels, in CSS pixels: the width of a character, and the gap to the cells. */
const [CHARACTER, LABEL_GAP] = [6.6, 12];

/**
 * The figure for the numbers and attributes that a page sets.
 *
 * @param {Input} input
 * @param {Settings} settings
 * @param {Pick<Strings, 'map' | 'language'>} t
 * @param {{ cursor: Cell | null, table: boolean, room: number }} now - `room` is the available width in CSS
 *   pixels
 * @returns {{ figure: Figure, problems: string[] }} `problems` are messages about rejected settings
 */
export function ownFigure(input, settings, { map: words, language }, { cursor, table, room }) {
  const { matrix } = input;
  const { digits, map, editable } = settings;
  const { rowLabels, colLabels, scale, problems } = validated(input, settings);
  const labelsWidth = rowLabels
    ? Math.min(WIDEST_ROW_LABEL, Math.max(...rowLabels.map(({ length }) => length)) * CHARACTER) + LABEL_GAP
    : 0;
  const available = Math.min(MAX_WIDTH, Math.floor((room - labelsWidth) / matrix.cols));
  const minWidth = matrix.cols <= FEW ? MIN_READABLE_WIDTH : MIN_WIDTH;
  const cellWidth = wideEnough(digits, Math.max(minWidth, available));
  const minHeight = matrix.rows <= FEW ? MIN_READABLE_HEIGHT : 0;
  const cellHeight = Math.max(minHeight, Math.min(MAX_HEIGHT, cellWidth));
  const figure = {
    matrix,
    states: statesOf(input, settings),
    name: settings.name ?? input.name ?? (settings.scale === 'unit' ? words.weights : words.values),
    rowLabels: cellHeight < MIN_WITH_LABEL ? null : rowLabels,
    colLabels: cellWidth < MIN_WITH_LABEL ? null : colLabels,
    tableRowLabels: rowLabels,
    tableColLabels: colLabels,
    rowAxis: words.query,
    colAxis: words.key,
    ...scale,
    map,
    cellWidth,
    cellHeight,
    texts: cellTexts(settings, matrix),
    separator: separatorOf(language),
    cursor,
    table,
    editable,
    wants: words.wants,
    strings: { ...words.strings, editHint: words.editHint },
  };
  // Descriptions name the row and column even if the labels are not visible.
  const labelled = /** @type {Complete} */ (complete({ ...figure, rowLabels, colLabels }));
  return { problems, figure: { ...figure, describe: (row, col) => spoken(labelled, { row, col }) } };
}

/**
 * Validates the labels and the color scale against the numbers. Rejected labels are null, and a rejected
 * scale is the default; `problems` has a message for each.
 *
 * @param {Input} input
 * @param {Settings} settings
 */
export function validated({ matrix, ...input }, settings) {
  /** @type {string[]} */
  const problems = [];
  const plural = (/** @type {number} */ n, /** @type {string} */ noun) => `${n} ${noun}${n === 1 ? '' : 's'}`;
  /** The labels if there are as many as rows or columns, otherwise null. @param {'query' | 'key'} name */
  const labelsOf = (name) => {
    const labels = settings[`${name}Labels`] ?? input[`${name}Labels`] ?? null;
    const [count, line] = name === 'query' ? [matrix.rows, 'row'] : [matrix.cols, 'column'];
    if (!labels || labels.length === count) return labels;
    problems.push(`${plural(labels.length, `${name} label`)} but ${plural(count, line)}`);
    return null;
  };
  const [rowLabels, colLabels] = [labelsOf('query'), labelsOf('key')];
  return { rowLabels, colLabels, scale: scaleOf(matrix, settings, problems), problems };
}

/**
 * The cell of the attributes `query` and `key`. If only one is set, the other is 0.
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
  let [min, max] = [Infinity, -Infinity];
  for (const value of data) {
    if (!Number.isFinite(value)) continue;
    min = Math.min(min, value);
    max = Math.max(max, value);
  }
  if (min > max) [min, max] = [0, 1];
  const largest = Math.max(Math.abs(min), Math.abs(max)) || 1;
  const ends = /** @type {const} */ ({
    unit: [0, 1],
    data: min < max ? [min, max] : [min, min + 1],
    symmetric: [-largest, largest],
  })[scale];
  const kind = scale === 'symmetric' ? 'diverging' : 'sequential';
  const [from, to] = [low ?? ends[0], high ?? ends[1]];
  if (from < to) return { kind, low: from, high: to };
  problems.push(`low: ${from} is not below high, ${to}`);
  return { kind, low: ends[0], high: ends[1] };
}

/** The maximum number of decimals at the ends of a scale. */
const DECIMALS = 3;

/**
 * The parts around a standalone heatmap: a line for messages, a box in which a wide matrix scrolls, and the
 * legend with the axes.
 *
 * @param {HTMLElement} figure
 */
export function aroundMap(figure) {
  const axes = element('span', { class: 'axes' });
  const legendNode = element('div', { class: 'legend', part: 'legend' }, axes);
  const paintLegend = legendPainter({ legend, paint }, legendNode);
  const notice = element('p', { class: 'notice', part: 'notice', role: 'status', hidden: true });
  const scroller = element('div', { class: 'scroller' }, figure);
  return {
    node: element('div', { class: 'own' }, notice, scroller, legendNode),
    /** @param {Figure} figure @param {Appearance} appearance @param {Strings['map']} words */
    explain(figure, appearance, words) {
      const { rowAxis = '', colAxis = '' } = figure;
      setText(axes, words.axes({ row: rowAxis, column: colAxis }));
      paintLegend(legendOf(figure, words), appearance);
    },
    /** @param {string} text */
    say(text) {
      setText(notice, text);
      notice.hidden = text === '';
    },
  };
}

/** @param {Figure} figure @param {Strings['map']} words @returns {Legend} */
function legendOf({ matrix, states, name, map = 'ember', kind, low, high, separator = '.' }, words) {
  const write = (/** @type {number} */ value) => withSeparator(number(value, DECIMALS), separator);
  const isMasked = states?.includes(MASKED);
  const isMissing = matrix.data.some((value, cell) => Number.isNaN(value) && !states?.[cell]);
  return {
    map,
    bars: [{ kind, low: write(low), high: write(high), text: name }],
    samples: [
      ...(isMasked ? [{ kind: /** @type {const} */ ('hatch'), text: words.masked }] : []),
      ...(isMissing ? [{ kind: /** @type {const} */ ('cross'), text: words.missing }] : []),
    ],
  };
}
