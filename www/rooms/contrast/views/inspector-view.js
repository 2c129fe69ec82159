import { html } from '../../../ui/html.js';
import { cellValue, cellName, scoreOf } from '../cell.js';
/** @import { Cell } from '../../../types.js' */
/** @import { ContrastModel } from '../session.js' */

/**
 * The selected cell on both sides.
 *
 * @param {{ model: ContrastModel, cell: Cell | null, isEmbedded: boolean }} props
 */
export function Inspector({ model, cell, isEmbedded }) {
  const { cell: words, sides } = model.t.contrast;
  const matrix = cell && model.result.wrong[/** @type {'weights'} */ (cell.matrix)];
  const shown = cell && matrix && cell.row < matrix.rows && cell.col < matrix.cols ? cell : null;
  const line = (/** @type {'wrong' | 'right'} */ side) => {
    if (!shown) return null;
    const from = shown.matrix === 'weights' ? ` ${scoreOf(model, side, shown)}` : '';
    return html`<p>${`${sides[side]} `}<b>${cellValue(model, side, shown)}</b>${from}</p>`;
  };
  return html`<section class=${shown ? 'inspector on' : 'inspector'}>
    <h3 role=${isEmbedded ? 'presentation' : null}>${shown ? cellName(model, shown) : words.heading}</h3>
    <div class="worked">${line('wrong')}${line('right')}</div>
    <div class="says">${!shown && html`<p>${words.empty}</p>`}</div>
  </section>`;
}
