import { scripted } from '../../../figure/formula.js';
import { worked } from '../worked/worked.js';
import { element, setText } from '../../../ui/dom.js';
/** @import { Cell, Model } from '../../../types.js' */
/** @import { Line } from '../worked/sums.js' */

/**
 * How the active cell is computed, and what is computed from it.
 *
 * @param {boolean} isEmbedded - an embedded figure is not part of the page's outline of headings
 */
export function inspectorView(isEmbedded) {
  const heading = element('h3', { role: isEmbedded && 'presentation' });
  const lines = element('div', { class: 'worked scripted' });
  const says = element('div', { class: 'says' });
  const node = element('section', { class: 'inspector' }, heading, lines, says);

  return {
    node,
    /** @param {Model} model @param {Cell | null} cell */
    update(model, cell) {
      const words = model.t.figure.inspector;
      const shown =
        cell && model.matrices[cell.matrix] && model.graph[cell.matrix] ? worked(model, cell) : null;
      node.classList.toggle('on', shown !== null);
      setText(heading, shown?.heading ?? words.heading);
      lines.replaceChildren(...[...(shown?.lines ?? []), ...(shown?.after ?? [])].map(lineElement));
      says.replaceChildren(...(shown?.says ?? [words.empty]).map((text) => element('p', {}, text)));
    },
  };
}

/** @param {Line} line */
function lineElement(line) {
  return element(
    'p',
    {},
    ...line.flatMap((part) => (typeof part === 'string' ? scripted(part) : element('b', {}, part.strong))),
  );
}
