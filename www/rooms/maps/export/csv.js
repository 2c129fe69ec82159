import { alignmentOf } from '../head/aligned.js';
import { shortestText } from '../head/float-text.js';
import { mergedTexts } from '../head/labels.js';
/** @import { SegmentWords } from '../head/groups.js' */
/** @import { MapsData, MapsState, ReadableTokens } from '../types.js' */

/** First characters with which a spreadsheet recognizes a formula, including full-width forms. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/u;

/**
 * The shortest text that parses to the same 32-bit float. A missing number is `nan`, as in NumPy, because an
 * empty cell would be read as 0 or rejected.
 *
 * @param {number} value
 */
export function digits(value) {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'nan' : value < 0 ? '-inf' : 'inf';
  return Object.is(value, -0) ? '-0' : shortestText(value, 6);
}

/**
 * A label as a cell: quoted, without NUL, and prefixed with ' if a spreadsheet would run it as a formula.
 *
 * @param {string} text
 */
export function labelCell(text) {
  return `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""').replaceAll('\0', '\ufffd')}"`;
}

/**
 * The header row: an empty cell, then the keys.
 *
 * @param {string[] | null} keys - null for positions, counted from 0 as in pandas
 * @param {[start: number, length: number]} cols
 */
export function csvHeader(keys, cols) {
  return `${['', ...labelCells(keys, cols, cols[0] === 0 ? '' : 'k')].join()}\r\n`;
}

/**
 * The rows of some queries.
 *
 * @param {{ data: Float32Array, cols: number, rows: [start: number, length: number] }} part
 * @param {string[] | null} queries - null for positions
 * @param {boolean} isFromFirst - whether the table starts at query 0
 */
export function csvRows({ data, cols, rows }, queries, isFromFirst) {
  return labelCells(queries, rows, isFromFirst ? '' : 'q')
    .map(
      (label, row) =>
        `${label},${Array.from(data.subarray(row * cols, (row + 1) * cols), digits).join()}\r\n`,
    )
    .join('');
}

/**
 * The cells of some labels, or of positions.
 *
 * @param {string[] | null} labels
 * @param {[start: number, length: number]} range
 * @param {string} prefix - a letter before positions that do not start at 0, which would be parsed as an
 *   index
 */
function labelCells(labels, [start, length], prefix) {
  if (labels) return labels.slice(start, start + length).map(labelCell);
  return Array.from({ length }, (_, i) => `${prefix}${start + i}`);
}

/**
 * The labels of queries and keys in a table, as they are in the file; null if they have only positions.
 * What tokens are merged into has its name in the room, in full.
 *
 * @param {MapsState} state @param {MapsData} data @param {SegmentWords} [segments]
 */
export function tableLabels(state, data, segments) {
  const aligned = alignmentOf(state, data);
  if (aligned) return { queries: aligned.texts, keys: aligned.texts };
  const merged = mergedTexts(state, data, segments);
  if (merged) return { queries: merged.query, keys: merged.key };
  const { tokens, queryTokens, reading } = data;
  const queries = queryTokens ? texts(queryTokens, 0) : texts(tokens, reading.offset);
  return { queries, keys: texts(tokens, 0) };
}

/** @param {ReadableTokens | null} readable @param {number} first - the index of the first token */
const texts = (readable, first) =>
  readable && readable.tokens.length > first ? readable.tokens.slice(first).map(({ text }) => text) : null;
