import { html } from '../../../ui/html.js';
import { cellValue, firstWrong, labelsOf } from '../cell.js';
/** @import { Cell } from '../../../types.js' */
/** @import { ContrastModel } from '../session.js' */

/**
 * The first cell whose weight is wrong, with both weights. A click selects it on both sides.
 *
 * @param {{ model: ContrastModel, select: (cell: Cell) => void }} props
 */
export function FirstWrong({ model, select }) {
  const { first, none, place } = model.t.contrast.cell;
  const cell = firstWrong(model.result);
  if (!cell) return html`<p class="first-wrong">${none}</p>`;
  const { queries, keys } = labelsOf(model);
  const text = first({
    cell: place({ query: queries[cell.row], key: keys[cell.col] }),
    wrong: cellValue(model, 'wrong', cell),
    right: cellValue(model, 'right', cell),
  });
  return html`<p class="first-wrong">
    <button type="button" class="text-button" onClick=${() => select(cell)}>${text}</button>
  </p>`;
}
