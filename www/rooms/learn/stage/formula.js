import { html } from '../../../ui/html.js';
import { formulaElement } from '../../../figure/formula.js';
/** @import { Formula as Notation } from '../../../figure/notation.js' */
/** @import { Model } from '../../../types.js' */

/** The formula in each host: it is drawn again only when it changes. @type {WeakMap<Element, string>} */
const written = new WeakMap();

/** A formula within a template. @param {{ formula: Notation, t: Model['t'] }} props */
export function Formula({ formula, t }) {
  const now = JSON.stringify([formula, t.figure.formula.root]);
  const write = (/** @type {Element | null} */ host) => {
    if (!host || written.get(host) === now) return;
    written.set(host, now);
    host.replaceChildren(formulaElement(formula, t.figure.formula));
  };
  return html`<span class="mx" ref=${write}></span>`;
}
