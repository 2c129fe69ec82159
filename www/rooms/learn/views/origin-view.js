import { html } from '../../../ui/html.js';
/** @import { Model } from '../../../types.js' */

/**
 * Where the numbers of "your own" come from, if they are part of a head of the Models room: what was left out, and the
 * way back to its cell.
 *
 * @param {{ model: Model }} props
 */
export function Origin({ model: { state, t } }) {
  const { excerpt, back } = state;
  if (excerpt === null && back === null) return null;
  const [tokens, allTokens, features, allFeatures] = (excerpt ?? []).map(String);
  return html`<p class="origin">
    ${excerpt !== null && html`<span>${t.own.excerpt({ tokens, allTokens, features, allFeatures })}</span>`}${' '}
    ${back !== null && html`<a href=${`#${back}`}>${t.own.back}</a>`}
  </p>`;
}
