import { element, setText } from '../../../ui/dom.js';
import { cellValue, named, scoreInto } from '../cell.js';
/** @import { Cell } from '../../../types.js' */
/** @import { ContrastModel } from '../session.js' */

/** The cell that is looked at, on both sides. */
export function inspectorView(inText = false) {
  const heading = element('h3', { role: inText && 'presentation' });
  const lines = element('div', { class: 'worked' });
  const says = element('div', { class: 'says' });
  const node = element('section', { class: 'inspector' }, heading, lines, says);

  return {
    node,
    /** @param {ContrastModel} model @param {Cell | null} cell */
    update(model, cell) {
      const { cell: words, sides } = model.t.contrast;
      const matrix = cell && model.found.wrong[/** @type {'weights'} */ (cell.matrix)];
      const shown = cell && matrix && cell.row < matrix.rows && cell.col < matrix.cols ? cell : null;
      node.classList.toggle('on', shown !== null);
      setText(heading, shown ? named(model, shown) : words.heading);
      lines.replaceChildren(
        ...(shown
          ? /** @type {const} */ (['wrong', 'right']).map((side) =>
              element(
                'p',
                {},
                `${sides[side]} `,
                element('b', {}, cellValue(model, side, shown)),
                shown.matrix === 'weights' ? ` ${scoreInto(model, side, shown)}` : '',
              ),
            )
          : []),
      );
      says.replaceChildren(...(shown ? [] : [element('p', {}, words.empty)]));
    },
  };
}
