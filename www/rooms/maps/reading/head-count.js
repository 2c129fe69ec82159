import { clip, parseNumber } from '../../../format/parse.js';
import { Field } from '../../../ui/controls.js';
import { html } from '../../../ui/html.js';
/** @import { Candidate, MapsModel } from '../types.js' */
/** @import { Corrects } from './corrections-view.js' */

/**
 * A field for the number of heads side by side in the features of q, with an explanation. It is hidden if the
 * heads have an axis.
 *
 * @param {Pick<Corrects, 'attempt'> & { model: MapsModel, candidate: Candidate }} props
 */
export function HeadCount({ model, candidate, attempt }) {
  if (!candidate.canSplit) return null;
  const { reading: words } = model.t.maps;
  const take = (/** @type {string} */ text) => {
    const found = parseNumber(text);
    if ('value' in found) return attempt({ heads: found.value, axes: null });
    if (found.error === 'empty') return attempt({ heads: null });
    return words.errors.headCount({ text: clip(text) });
  };
  const known = candidate.implied ? null : candidate.split;
  return html`<${Field}
      label=${words.headCount}
      value=${known ? String(known[0]) : ''}
      take=${take}
      inputmode="numeric"
    />
    <p class="help">${words.help.heads}</p>`;
}
