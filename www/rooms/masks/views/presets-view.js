import { maskPresets } from '../../../engine/masks.js';
import { html, useMemo } from '../../../ui/html.js';
import { withPreset } from '../state.js';
/** @import { MaskActions, MaskModel } from '../types.js' */

/** The named masks. @param {{ model: MaskModel, actions: MaskActions }} props */
export function Presets({ model: { state, t }, actions }) {
  const words = t.masks;
  const names = /** @type {Record<string, string>} */ (words.presetNames);
  const presets = useMemo(maskPresets, []);
  const current = presets.find(
    ({ text, queries, keys }) => text === state.text && queries === state.queries && keys === state.keys,
  );
  const item = (/** @type {typeof presets[number]} */ preset) => {
    const mark = preset === current ? { 'aria-current': 'true' } : {};
    const choose = () => actions.change((now) => withPreset(now, preset), 'commit', true);
    return html`<li key=${preset.id}>
      <button type="button" title=${preset.text} onClick=${choose} ...${mark}>
        ${names[preset.id] ?? preset.name}
      </button>
    </li>`;
  };
  return html`<ul class="presets" aria-label=${words.presets}>
    ${presets.map(item)}
  </ul>`;
}
