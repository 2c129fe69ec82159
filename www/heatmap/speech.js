import { number } from '../format/display.js';
import { plainLabel } from '../ui/labels.js';
/** @import { Cell, Complete } from './figure.js' */

/** The number of decimals in announcements. */
const SPOKEN = 4;

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
  const place = row * matrix.cols + col;
  const value = matrix.data[place];
  const where = [`${rowAxis} ${named(rowLabels, row)}`, `${colAxis} ${named(colLabels, col)}`];
  if (states[place] !== 0)
    return [...where, states[place] === 1 ? strings.masked : strings.hidden].join(', ');
  return [...where, Number.isNaN(value) ? strings.missing : number(value, SPOKEN)].join(', ');
}

/** @param {string[] | null} labels @param {number} index */
function named(labels, index) {
  return plainLabel(labels?.[index] ?? index + 1);
}

/**
 * The accessible name of a map: its name, its size, its axes. It uses signs rather than words, so that it
 * fits any language.
 *
 * @param {Complete} figure
 */
export function mapName({ name, matrix, rowAxis, colAxis, editable, strings }) {
  const parts = [name, `${matrix.rows} × ${matrix.cols}`, `${rowAxis} × ${colAxis}`];
  return [...parts, ...(editable && strings.editHint ? [strings.editHint] : [])].filter(Boolean).join(', ');
}
