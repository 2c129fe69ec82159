import { html } from '../../../ui/html.js';
/** @import { Model } from '../../../types.js' */
/** @import { WholeProps } from './whole-view.js' */

/**
 * The rank of the approximation: a slider and its number.
 *
 * @param {{ model: Model, change: WholeProps['actions']['change'], label?: string }} props
 */
export function Rank({ model: { matrices, state }, change, label }) {
  const { rows, cols } = matrices.ratings;
  const move = (/** @type {any} */ event, /** @type {'drag' | 'commit'} */ phase) =>
    change({ rank: Number(event.currentTarget.value) }, phase);
  return html`<input
      type="range"
      min="0"
      max=${Math.min(rows, cols)}
      value=${state.rank}
      aria-label=${label}
      onInput=${(/** @type {any} */ event) => move(event, 'drag')}
      onChange=${(/** @type {any} */ event) => move(event, 'commit')}
    /><output>${state.rank}</output>`;
}
