import { html } from '../../../ui/html.js';
import { itemAt, puts } from '../groups.js';
import { Group } from './group-view.js';
import { useDrop } from './use-drop.js';
/** @import { MaskMatrix } from '../../../engine/masks.js' */
/** @import { MaskActions, MaskModel } from '../types.js' */
/** @import { Drop } from './use-drop.js' */
/** @import { Groups } from './use-groups.js' */

/** The levels of groups that are shown. Deeper groups are opened on their own. */
const MOST_LEVELS = 3;

/**
 * What all parts of the list use.
 *
 * @typedef {object} ListProps
 * @property {MaskModel} model
 * @property {MaskActions} actions
 * @property {Groups} groups
 * @property {MaskMatrix[]} thumbnails - of all clauses and groups
 * @property {Drop} drop
 */

/**
 * The clauses of the mask in their groups: for each clause a thumbnail, its numbers, the alignment, and a
 * button that removes it. All controls edit the text.
 *
 * @param {{ model: MaskModel, actions: MaskActions, groups: Groups, thumbnails: MaskMatrix[] }} props
 */
export function Clauses({ model, actions, groups, thumbnails }) {
  const words = model.t.masks;
  const { root, chosen, list, said } = groups;
  const drop = useDrop(root, (from, { group, index }) => groups.apply(puts(from, group, index)));
  // The list begins so far down that the chosen group is on its last level.
  const first = chosen.slice(0, Math.max(0, chosen.length + 1 - MOST_LEVELS));
  const top = itemAt(root, first) ?? root;
  const shared = { model, actions, groups, thumbnails, drop };
  return html`<section class="clauses-view" ref=${list} ...${drop.listeners}>
    <h3>${words.clauses}</h3>
    ${
      first.length > 0 &&
      html`<button type="button" class="link" onClick=${() => groups.choose([])}>${words.wholeMask}</button>`
    }
    <${Group} ...${shared} item=${top} path=${first} levels=${MOST_LEVELS} />
    <p class="hidden" aria-live="polite">${said}</p>
  </section>`;
}
