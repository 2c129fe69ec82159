import { CopyButton } from '../../../ui/controls.js';
import { html } from '../../../ui/html.js';
/** @import { Model } from '../../../types.js' */

/** A step as a line of NumPy, to copy. @param {{ line: string, t: Model['t'] }} props */
export const NumpyLine = ({ line, t }) =>
  html`<div class="numpy" role="group" aria-label=${t.numpy.label}>
    <code>${line}</code><${CopyButton} text=${line} words=${t.numpy} />
  </div>`;
