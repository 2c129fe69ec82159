import { isApart } from '../../../figure/layout.js';
import { element } from '../../../ui/dom.js';
import { mapView } from './map-view.js';
/** @import { Band } from './bands.js' */
/** @import { MapActions } from './map-view.js' */

/** The margin around places that are scrolled into view, in CSS pixels. */
const SCROLL_MARGIN = 12;

/**
 * Elements around the matrices of a band: `head` beside its heading, `above` in the first row of its grid,
 * `below` under the grid.
 *
 * @typedef {{ head?: HTMLElement | null, above?: HTMLElement[], below?: HTMLElement[] }} Slots
 */

/**
 * One band of matrices with its heading. The grid is rebuilt for other matrices. The slots are kept, because
 * they may have the focus.
 *
 * @param {Band['name']} name
 * @param {MapActions} actions
 * @param {Slots} slots
 * @param {boolean} isEmbedded - an embedded figure is not part of the page's outline of headings
 */
export function bandView(name, actions, { head = null, above = [], below = [] }, isEmbedded) {
  const heading = element('h3', { role: isEmbedded && 'presentation' });
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
  /** The ids of the places in the grid. */
  let built = '';

  /** @param {Band} band */
  function build({ places }) {
    maps.clear();
    // The buttons of folded masks and scaled scores share a row above the masked scores.
    const folds = element('div', { class: 'folds' });
    const nodes = places.flatMap(({ id, matrix, row, column }) => {
      const view = mapView(matrix, {
        ...actions,
        unfold: () => actions.unfold?.(id),
        fold: () => actions.fold?.(id),
      });
      maps.set(id, view);
      for (const each of [view.node, view.unfold]) each.style.gridArea = `${row} / ${column}`;
      if (!isApart({ id, matrix, row, column, isFolded: true })) return [view.node, view.unfold];
      folds.style.gridArea ||= `1 / ${column} / 2 / ${column + 3}`;
      folds.append(view.unfold);
      return [view.node];
    });
    grid.replaceChildren(...above, ...nodes, folds);
  }

  return {
    node,
    heading,
    /** The views by the id of their place. */
    maps,
    /** Rebuilds the grid if the band has other places. @param {Band} band */
    update(band) {
      const ids = band.places.map(({ id }) => id).join();
      if (ids !== built) build(band);
      built = ids;
    },
    /**
     * Scrolls the band sideways so that some places are visible. The page is not scrolled.
     *
     * @param {string[]} ids
     */
    reveal(ids) {
      const boxes = ids.flatMap((id) => maps.get(id)?.node.getBoundingClientRect() ?? []);
      const box = scroller.getBoundingClientRect();
      const [left, right] = [
        Math.min(...boxes.map((each) => each.left)) - SCROLL_MARGIN,
        Math.max(...boxes.map((each) => each.right)) + SCROLL_MARGIN,
      ];
      if (right > box.right) scroller.scrollLeft += Math.min(right - box.right, left - box.left);
      else if (left < box.left) scroller.scrollLeft += left - box.left;
    },
  };
}
