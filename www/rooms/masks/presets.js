import { withPreset } from './state.js';
/** @import { Preset } from '../../types.js' */
/** @import { Strings } from '../../words/languages.js' */
/** @import { MaskState } from './types.js' */

/**
 * The named masks, in the language of the reader.
 *
 * @param {{ id: string, name: string, text: string, queries: number, keys: number }[]} presets - of the engine
 * @param {MaskState} state
 * @param {Strings} t
 * @returns {Preset<MaskState>[]}
 */
export function namedPresets(presets, { text, queries, keys }, t) {
  const names = /** @type {Record<string, string>} */ (t.masks.presetNames);
  return presets.map((preset) => ({
    id: preset.id,
    name: names[preset.id] ?? preset.name,
    hint: preset.text,
    isCurrent: preset.text === text && preset.queries === queries && preset.keys === keys,
    apply: (state) => withPreset(state, preset),
  }));
}
