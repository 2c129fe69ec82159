import { plainLabel } from '../../ui/labels.js';
import { widthOf } from '../../ui/text-width.js';
import { formulaWidth } from '../../figure/formula.js';
/** @import { TextWidths } from '../../figure/layout.js' */

/** The sizes of fonts that the style sheets give to titles and labels, CSS pixels. */
const [NOTATION, SIZE, LABEL] = [15, 11, 12.5];

/**
 * How wide titles and labels are in the fonts that this page has.
 *
 * @param {HTMLElement} node - within the figure, whose fonts it inherits
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
