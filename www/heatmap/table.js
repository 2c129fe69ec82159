import { number } from '../format/display.js';
import { BLANK, MASKED } from '../ui/cell-digits.js';
import { element } from '../ui/dom.js';
import { plainLabel } from '../ui/labels.js';
/** @import { Complete } from './figure.js' */

/** The number of decimals if the figure has no `tableTexts`. */
const DECIMALS = 4;

/**
 * The texts of a table, row by row.
 *
 * @param {Complete} figure
 */
export function tableCells({ matrix, states, tableTexts, strings }) {
  return Array.from(matrix.data, (value, cell) => {
    if (tableTexts?.[cell] !== undefined) return tableTexts[cell];
    if (states[cell] === MASKED) return strings.masked;
    return states[cell] === BLANK ? '' : number(value, DECIMALS);
  });
}

/**
 * Writes the matrix as a table for reading, copying and screen readers. The table is read-only.
 *
 * @param {HTMLTableElement} table
 * @param {Complete} figure
 * @param {string[]} texts - the texts of the cells
 */
export function writeTable(
  table,
  { matrix, states, name, rowAxis, colAxis, tableRowLabels, tableColLabels },
  texts,
) {
  const columns = Array.from({ length: matrix.cols }, (_, col) =>
    header('col', tableColLabels?.[col] ?? String(col + 1)),
  );
  const rows = Array.from({ length: matrix.rows }, (_, row) => {
    const line = element('tr', {}, header('row', tableRowLabels?.[row] ?? String(row + 1)));
    for (let col = 0; col < matrix.cols; col += 1) {
      const cell = document.createElement('td');
      cell.textContent = texts[row * matrix.cols + col];
      if (states[row * matrix.cols + col] !== 0) cell.className = 'none';
      line.append(cell);
    }
    return line;
  });
  // The corner names the axes, rows first.
  const head = element('tr', {}, header(null, `${rowAxis} ↓  ${colAxis} →`), ...columns);
  table.replaceChildren(
    element('caption', {}, name),
    element('thead', {}, head),
    element('tbody', {}, ...rows),
  );
}

/** @param {'row' | 'col' | null} scope @param {string} label */
function header(scope, label) {
  const isolated = element('bdi', {}, plainLabel(label));
  return scope ? element('th', { scope }, isolated) : element('td', { class: 'none' }, isolated);
}
