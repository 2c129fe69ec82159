import { plainLabel } from '../../../ui/labels.js';
import { widthOf } from '../../../ui/text-width.js';

/** What the style gives labels, for measuring. */
export const LABEL_FONT = 'ui-sans-serif, system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';

/** Column labels get smaller before they are cut. @param {string} text @param {number} width @param {number} size */
export function columnSize(text, width, size) {
  const needs = widthOf(plainLabel(text), `600 ${size}px ${LABEL_FONT}`);
  return needs <= width - 2 ? size : Math.max(6.5, Math.floor(((width - 3) / needs) * size * 2) / 2);
}
