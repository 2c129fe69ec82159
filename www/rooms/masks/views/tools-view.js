import { element, segments } from '../../../ui/dom.js';
import { row } from '../../../ui/row.js';
import { CHOICES } from '../state.js';
/** @import { MaskModel, MaskState } from '../types.js' */

/**
 * The brush that the pattern is painted with.
 *
 * @param {(patch: Partial<MaskState>) => void} look
 */
export function toolsView(look) {
  const node = element('div', { class: 'brushes' });
  /** @type {ReturnType<typeof segments> | null} */
  let brushes = null;
  let built = '';

  return {
    node,
    /** @param {MaskModel} model */
    update({ state, t: { masks: words }, language }) {
      if (language !== built) {
        brushes = segments(
          words.brush,
          CHOICES.brush.map((name) => [name, words.brushes[/** @type {'none'} */ (name)], words.brushHelp]),
          (value) => look({ brush: /** @type {MaskState['brush']} */ (value) }),
        );
        node.replaceChildren(row(words.brush, brushes.node));
      }
      built = language;
      brushes?.update(state.brush);
    },
  };
}
