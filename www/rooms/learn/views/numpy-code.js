import { CopyButton } from '../../../ui/controls.js';
import { html } from '../../../ui/html.js';
/** @import { Model } from '../../../types.js' */

/** Longer code, such as matrices with all their digits, is displayed with truncated lines. */
const MAX_LENGTH = 400;
const MAX_LINE = 24;

/** @param {string} code */
function displayed(code) {
  if (code.length <= MAX_LENGTH) return code;
  return code
    .split('\n')
    .map((line) => `${line.slice(0, MAX_LINE)}…`)
    .join('\n');
}

/** The NumPy code of a step, with a button that copies it. @param {{ code: string, t: Model['t'] }} props */
export const NumpyCode = ({ code, t }) =>
  html`<div class="numpy" role="group" aria-label=${t.numpy.label}>
    <code>${displayed(code)}</code><${CopyButton} text=${code} words=${t.numpy} />
  </div>`;
