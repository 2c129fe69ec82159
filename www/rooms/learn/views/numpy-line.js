import { CopyButton } from '../../../ui/controls.js';
import { html } from '../../../ui/html.js';
/** @import { Model } from '../../../types.js' */

/** Longer code, such as matrices with all their digits, is shown by the beginnings of its lines. */
const LONGEST = 400;
const BEGINNING = 24;

/** @param {string} code */
function shortened(code) {
  if (code.length <= LONGEST) return code;
  return code
    .split('\n')
    .map((line) => `${line.slice(0, BEGINNING)}…`)
    .join('\n');
}

/** A step as a line of NumPy, to copy. @param {{ line: string, t: Model['t'] }} props */
export const NumpyLine = ({ line, t }) =>
  html`<div class="numpy" role="group" aria-label=${t.numpy.label}>
    <code>${shortened(line)}</code><${CopyButton} text=${line} words=${t.numpy} />
  </div>`;
