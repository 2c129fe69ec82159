import { isApart } from '../../../figure/layout.js';
import { element } from '../../../ui/dom.js';
import { mapView } from './map-view.js';
/** @import { Band } from '../../../figure/bands.js' */
/** @import { MapActions } from './map-view.js' */

/** Ground beside what is brought into view, CSS pixels. */
const EDGE = 12;

/**
 * One band of matrices with its heading. Its grid is rebuilt when it gets other matrices. What stands around
 * the grid is kept, because it may have the focus.
 *
 * @param {Band['name']} name
 * @param {MapActions} actions
 * @param {{ head?: HTMLElement | null, above?: HTMLElement[], below?: HTMLElement[] }} beside - in the head
 *   of the band; in the first row of its grid; under the grid
 * @param {boolean} [inText] - whether it stands in a text, among whose headings it has none
 */
export function bandView(name, actions, { head = null, above = [], below = [] }, inText = false) {
  const heading = element('h3', { role: inText && 'presentation' });
  const grid = element('div', { class: 'grid' });
  const scroller = element('div', { class: 'scroller' }, grid);
  const node = element(
    'section',
    { class: `band ${name}` },
    element('div', { class: 'head' }, heading, head),
    scroller,
    ...below,
  );
  /** @type {Map<string, ReturnType<typeof mapView>>} */
  const maps = new Map();
  let built = '';

  /** @param {Band} band */
  function build({ places }) {
    maps.clear();
    // Folded masks and the scores that they are added to share one row of names above the masked scores.
    const apart = element('div', { class: 'folds' });
    const nodes = places.flatMap(({ id, matrix, row, column }) => {
      const view = mapView(matrix, {
        ...actions,
        unfold: () => actions.unfold?.(id),
        fold: () => actions.fold?.(id),
      });
      maps.set(id, view);
      for (const each of [view.node, view.unfold]) each.style.gridArea = `${row} / ${column}`;
      if (!isApart({ id, matrix, row, column, isFolded: true })) return [view.node, view.unfold];
      apart.style.gridArea ||= `1 / ${column} / 2 / ${column + 3}`;
      apart.append(view.unfold);
      return [view.node];
    });
    nodes.push(apart);
    grid.replaceChildren(...above, ...nodes);
  }

  return {
    node,
    heading,
    /** @param {Band} band @returns {Map<string, ReturnType<typeof mapView>>} by place */
    mapsOf(band) {
      const now = band.places.map(({ id }) => id).join();
      if (now !== built) build(band);
      built = now;
      return maps;
    },
    /** The view of a place, if it is in this band. @param {string} id */
    mapOf: (id) => maps.get(id),
    /**
     * Scrolls sideways as far as is needed to show some places, and nothing else of the page.
     *
     * @param {string[]} ids
     */
    reveal(ids) {
      const boxes = ids.flatMap((id) => maps.get(id)?.node.getBoundingClientRect() ?? []);
      const box = scroller.getBoundingClientRect();
      const [left, right] = [
        Math.min(...boxes.map((each) => each.left)) - EDGE,
        Math.max(...boxes.map((each) => each.right)) + EDGE,
      ];
      if (right > box.right) scroller.scrollLeft += Math.min(right - box.right, left - box.left);
      else if (left < box.left) scroller.scrollLeft += left - box.left;
    },
  };
}
