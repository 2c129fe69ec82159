import { plainLabel, widthOf } from '../../ui/labels.js';
import { formulaWidth } from '../../figure/formula.js';
/** @import { TextWidths } from './views/bands-layout.js' */

/**
 * The width of a text in a font: of labels (the bold one of the current row or column, or a plain one), or of
 * the names of matrices, upright or italic. The layouts of
 * steps get this function, so that tests need no browser.
 *
 * @typedef {(text: string, size: number, font: keyof typeof FONTS) => number} TextWidth
 */

/** The fonts of the style sheet. That of names is close enough to reserve their width. */
const SANS = 'ui-sans-serif, system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';
const SERIF =
  '"Iowan Old Style", "Palatino Linotype", Palatino, "URW Palladio L", Georgia, "DejaVu Serif", serif';

const FONTS = {
  label: { style: '600', family: SANS },
  plain: { style: '', family: SANS },
  name: { style: '', family: SERIF },
  italic: { style: 'italic', family: SERIF },
};

/** Measures a text on the stage. @type {TextWidth} */
export const textWidth = (text, size, font) =>
  widthOf(text, `${FONTS[font].style} ${size}px ${FONTS[font].family}`);

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
