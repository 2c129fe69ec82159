import { number } from '../format/display.js';
import { MASKED } from '../ui/cell-digits.js';
import { plainLabel } from '../ui/labels.js';
/** @import { Cell, Complete } from './figure.js' */

/** The number of decimals in announcements. */
const DECIMALS = 4;

/**
 * The announcement of a cell: "query it, key trophy, 0.377".
 *
 * @param {Complete} figure
 * @param {Cell} cell
 */
export function spoken(
  { describe, matrix, states, rowAxis, colAxis, rowLabels, colLabels, strings },
  { row, col },
) {
  if (describe) return describe(row, col);
  const cell = row * matrix.cols + col;
  const value = matrix.data[cell];
  let content = Number.isNaN(value) ? strings.missing : number(value, DECIMALS);
  if (states[cell] !== 0) content = states[cell] === MASKED ? strings.masked : strings.hidden;
  return `${rowAxis} ${named(rowLabels, row)}, ${colAxis} ${named(colLabels, col)}, ${content}`;
}

/** @param {string[] | null} labels @param {number} index */
function named(labels, index) {
  return plainLabel(labels?.[index] ?? index + 1);
}

/**
 * The accessible name of a map: its name, size and axes, and how to edit it. It has symbols rather than words
 * between them, so that it needs no translation.
 *
 * @param {Complete} figure
 */
export function mapName({ name, matrix, rowAxis, colAxis, editable, strings }) {
  const size = `${matrix.rows} × ${matrix.cols}`;
  return [name, size, `${rowAxis} × ${colAxis}`, editable && strings.editHint].filter(Boolean).join(', ');
}
