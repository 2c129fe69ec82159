import { plainLabel } from '../../ui/labels.js';
import { widthOf } from '../../ui/text-width.js';
import { formulaWidth } from '../../figure/formula.js';
/** @import { TextWidths } from '../../figure/layout.js' */

/** Font sizes of titles and labels in the style sheets, in CSS pixels. */
const [NOTATION, SIZE, LABEL] = [15, 11, 12.5];

/**
 * Measures titles and labels in the fonts of the page.
 *
 * @param {HTMLElement} node - an element of the figure, whose fonts it inherits
 * @returns {TextWidths}
 */
export function textWidths(node) {
  const style = getComputedStyle(node);
  const fontOf = (/** @type {string} */ name) => style.getPropertyValue(name).trim() || 'sans-serif';
  const [serif, sans, mono] = ['--serif', '--sans', '--mono'].map(fontOf);
  return {
    formula: (formula) =>
      formulaWidth(formula, NOTATION, (text, size, italic) =>
        widthOf(text, `${italic ? 'italic ' : ''}${size}px ${serif}`),
      ),
    size: (text) => widthOf(text, `${SIZE}px ${mono}`),
    label: (text) => widthOf(plainLabel(text), `${LABEL}px ${sans}`),
  };
}
