import { scriptParts } from './formula.js';
import { html } from '../ui/html.js';
/** @import { View } from '../ui/html.js' */

/**
 * A text with its superscripts and subscripts.
 *
 * @param {string} text @returns {(View | string)[]} for an element of the class `scripted`
 */
export const scripted = (text) =>
  scriptParts(text).map(({ script, plain }) => (script ? html`<${script}>${plain}<//>` : plain));
