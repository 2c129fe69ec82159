import { element } from '../../../ui/dom.js';
import { html, render } from '../../../ui/html.js';
import { explanationOf } from '../explanation.js';
import { scripted } from '../../../figure/scripted.js';
/** @import { Cell, Model } from '../../../types.js' */
/** @import { Line } from '../operations/operation.js' */

/**
 * How the active cell is computed, and what is computed from it.
 *
 * @param {boolean} isEmbedded - an embedded figure is not part of the page's outline of headings
 */
export function inspectorView(isEmbedded) {
  const node = element('section', { class: 'inspector' });
  return {
    node,
    /** @param {Model} model @param {Cell | null} cell */
    update(model, cell) {
      const words = model.t.figure.inspector;
      const hasCell = cell && model.matrices[cell.matrix] && model.graph[cell.matrix];
      const { heading, lines, after, says } = hasCell
        ? explanationOf(model, cell)
        : { heading: words.heading, lines: [], after: [], says: [words.empty] };
      node.classList.toggle('on', Boolean(hasCell));
      render(
        html`<h3 role=${isEmbedded ? 'presentation' : null}>${heading}</h3>
          <div class="worked scripted">${[...lines, ...after].map(lineView)}</div>
          <div class="says">${says.map((text) => html`<p>${text}</p>`)}</div>`,
        node,
      );
    },
  };
}

/** @param {Line} line */
const lineView = (line) =>
  html`<p>
    ${line.map((part) => (typeof part === 'string' ? scripted(part) : html`<b>${part.strong}</b>`))}
  </p>`;
