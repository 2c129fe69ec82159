import { number } from '../format/display.js';
import { plainLabel } from '../ui/labels.js';
/** @import { Complete } from './figure.js' */

/** The number of decimals if the host does not set the texts of the table. */
const DECIMALS = 4;

/**
 * The texts of a table, row by row.
 *
 * @param {Complete} figure
 */
export function tableCells({ matrix, states, tableTexts, strings }) {
  return Array.from(matrix.data, (value, cell) => {
    if (tableTexts?.[cell] !== undefined) return tableTexts[cell];
    if (states[cell] === 1) return strings.masked;
    return states[cell] === 2 ? '' : number(value, DECIMALS);
  });
}

/**
 * Writes the matrix as a table, for reading, copying and screen readers. It is read-only; numbers are changed
 * in the heatmap.
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
  const caption = document.createElement('caption');
  caption.textContent = name;
  const columns = Array.from({ length: matrix.cols }, (_, col) =>
    header('col', tableColLabels?.[col] ?? String(col + 1)),
  );
  const rows = Array.from({ length: matrix.rows }, (_, row) => {
    const line = document.createElement('tr');
    line.append(header('row', tableRowLabels?.[row] ?? String(row + 1)));
    for (let col = 0; col < matrix.cols; col += 1) {
      const cell = document.createElement('td');
      cell.textContent = texts[row * matrix.cols + col];
      if (states[row * matrix.cols + col] !== 0) cell.className = 'none';
      line.append(cell);
    }
    return line;
  });
  const head = document.createElement('tr');
  // The corner names the axes, rows first.
  head.append(header(null, `${rowAxis} ↓  ${colAxis} →`), ...columns);
  const [thead, tbody] = [document.createElement('thead'), document.createElement('tbody')];
  thead.append(head);
  tbody.append(...rows);
  table.replaceChildren(caption, thead, tbody);
}

/** @param {'row' | 'col' | null} scope @param {string} label */
function header(scope, label) {
  const cell = document.createElement(scope ? 'th' : 'td');
  if (scope) cell.setAttribute('scope', scope);
  else cell.className = 'none';
  const isolated = document.createElement('bdi');
  isolated.textContent = plainLabel(label);
  cell.append(isolated);
  return cell;
}
