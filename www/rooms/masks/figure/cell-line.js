import { element, setText } from '../../../ui/dom.js';
import { spokenCell } from '../speech.js';
/** @import { FigureModel } from '../types.js' */

/** One line for the cell that is looked at: whether it is allowed, by what, and its numbers. */
export function cellLine() {
  const [place, verdict, numbers] = [element('b'), element('span'), element('span', { class: 'numbers' })];
  const node = element('p', { class: 'cell-line' }, place, verdict, numbers);
  return {
    node,
    /** @param {FigureModel} model */
    update(model) {
      const said = spokenCell(model);
      setText(place, model.t.masks.place(model.looked.query, model.looked.key));
      setText(verdict, said.verdict);
      setText(numbers, said.numbers);
    },
  };
}
