import { maskPresets } from '../../../engine/masks.js';
import { html, useMemo } from '../../../ui/html.js';
import { namedPresets } from '../presets.js';
/** @import { Preset } from '../../../types.js' */
/** @import { MaskActions, MaskModel, MaskState } from '../types.js' */

/** The named masks. @param {{ model: MaskModel, actions: MaskActions }} props */
export function Presets({ model: { state, t }, actions }) {
  const presets = useMemo(maskPresets, []);
  const item = (/** @type {Preset<MaskState>} */ { id, name, hint, isCurrent, apply }) => {
    const mark = isCurrent ? { 'aria-current': 'true' } : {};
    const choose = () => actions.change(apply, 'commit', true);
    return html`<li key=${id}>
      <button type="button" title=${hint} onClick=${choose} ...${mark}>${name}</button>
    </li>`;
  };
  return html`<ul class="presets" aria-label=${t.masks.presets}>
    ${namedPresets(presets, state, t).map(item)}
  </ul>`;
}
