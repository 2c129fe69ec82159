import { element, setText } from '../../../ui/dom.js';
import { filterView } from './filter-view.js';
import { headsView } from './heads-view.js';
import { legendView } from './legend-view.js';
import { sortView } from './sort-view.js';
import { tableView } from './table-view.js';
/** @import { MapsModel } from '../types.js' */

/**
 * All heads: how many, sorted and filtered by what they do, as thumbnails or as a table.
 *
 * @param {import('./heads-view.js').HeadsActions} actions
 */
export function overviewView(actions) {
  const { look, change, paint } = actions;
  const views = {
    sort: sortView(look),
    filter: filterView(change),
    heads: headsView(actions),
    legend: legendView(paint),
  };
  const open = (/** @type {number} */ layer, /** @type {number} */ head) =>
    now?.state.source === 'head' ? look({ layer, head }) : change({ layer, head, source: 'head' });
  const table = tableView(look, open);
  const toggle = element('button', {
    type: 'button',
    class: 'link',
    'aria-expanded': 'false',
    onclick: turn,
  });
  const foot = element('div', { class: 'foot' }, views.legend.node, toggle);
  const node = element(
    'section',
    { class: 'overview' },
    views.sort.node,
    views.filter.node,
    views.heads.node,
    foot,
    table.node,
  );
  let tabled = false;
  /** @type {MapsModel | null} */
  let now = null;

  function turn() {
    tabled = !tabled;
    if (now) update(now);
  }
  /** @param {MapsModel} model */
  function update(model) {
    now = model;
    node.hidden = !model.data;
    const list = views.heads.update(model);
    for (const view of [views.filter, views.legend]) view.update(model);
    views.sort.update(model, list?.passing ?? 0);
    table.node.hidden = !tabled;
    if (tabled) table.update(model);
    setText(toggle, tabled ? model.t.maps.overview.withoutTable : model.t.maps.overview.asTable);
    toggle.setAttribute('aria-expanded', String(tabled));
  }

  return { node, update, focus: () => views.heads.focus(), forget: () => views.heads.forget() };
}
