import { element, markCurrent, setText } from '../../../ui/dom.js';
import { withPreset } from '../state.js';
/** @import { MaskModel, MaskState, Refusal } from '../types.js' */

/**
 * The masks that have a name.
 *
 * @param {typeof import('../../../engine/masks.js')} engine
 * @param {(next: (state: MaskState) => MaskState, phase: 'commit', aloud: boolean) => Refusal | null} change
 */
export function presetsView(engine, change) {
  const presets = engine.maskPresets();
  const buttons = presets.map((preset) =>
    element('button', {
      type: 'button',
      title: preset.text,
      onclick: () => change((state) => withPreset(state, preset), 'commit', true),
    }),
  );
  const node = element('ul', { class: 'presets' }, ...buttons.map((button) => element('li', {}, button)));

  return {
    node,
    /** @param {MaskModel} model */
    update({ state, t: { masks: words } }) {
      node.setAttribute('aria-label', words.presets);
      presets.forEach(({ id, name }, at) =>
        setText(buttons[at], /** @type {Record<string, string>} */ (words.presetNames)[id] ?? name),
      );
      const now = presets.findIndex(
        ({ text, queries, keys }) => text === state.text && queries === state.queries && keys === state.keys,
      );
      markCurrent(buttons, buttons[now], 'true');
    },
  };
}
