import { setTextAndIcon } from '../../../ui/icons.js';
import { element, setText } from '../../../ui/dom.js';
import { MEASURES } from '../state.js';
import { longValue, shortValue } from './figures.js';
import { listed } from './order.js';
/** @import { MapsModel, MapsState, MeasureName } from '../types.js' */

/** So many rows at a time: a page of thousands would take seconds. */
const PAGE = 144;

/**
 * All heads with all their measures as a table, which is sorted as the thumbnails are.
 *
 * @param {(patch: Partial<MapsState>) => void} look
 * @param {(layer: number, head: number) => void} open
 */
export function tableView(look, open) {
  const caption = element('caption', { class: 'hidden' });
  const headings = ['layer', ...MEASURES].map((name) => {
    const button = element('button', { type: 'button', value: name, onclick: () => sort(name) });
    return { name, button, cell: element('th', { scope: 'col' }, button) };
  });
  const body = element('tbody');
  const table = element(
    'table',
    {},
    caption,
    element('thead', {}, element('tr', {}, ...headings.map(({ cell }) => cell))),
    body,
  );
  const more = element('button', {
    type: 'button',
    class: 'link',
    onclick: () => {
      shown += PAGE;
      if (now) update(now);
    },
  });
  const node = element('div', { class: 'tablebox', tabindex: '0', role: 'region' }, table, more);
  let shown = PAGE;
  /** @type {MapsModel | null} */
  let now = null;
  /** What the rows were built from. @type {unknown[]} */
  let built = [];

  /** @param {string} name */
  function sort(name) {
    if (!now) return;
    const { sort: before, order } = now.state;
    const turned = before === name ? (order === 'down' ? 'up' : 'down') : name === 'layer' ? 'up' : 'down';
    look({
      alike: false,
      sort: /** @type {MapsState['sort']} */ (name),
      order: turned,
      ...(name === 'layer' ? {} : { measure: /** @type {MeasureName} */ (name) }),
    });
  }
  /** @param {MapsModel} model */
  function update(model) {
    now = model;
    const { state, data, t, language } = model;
    const words = t.maps.overview;
    setText(caption, words.table);
    node.setAttribute('aria-label', words.table);
    for (const { name, button, cell } of headings) {
      const measure = name === 'layer' ? null : words.measures[/** @type {MeasureName} */ (name)];
      const sorted = state.sort === name && !state.alike;
      setTextAndIcon(button, sorted ? state.order : null, measure?.name ?? words.head);
      button.title = measure?.formula ?? words.byLayer;
      if (sorted) cell.setAttribute('aria-sort', state.order === 'down' ? 'descending' : 'ascending');
      else cell.removeAttribute('aria-sort');
    }
    if (!data) return;
    const { sort: by, order, alike, filter } = state;
    const from = [
      data.heads,
      data.done,
      data.similar,
      by,
      order,
      alike,
      JSON.stringify(filter),
      shown,
      language,
      alike && `${state.layer}:${state.head}`,
    ];
    const { heads } = listed(data, state);
    const rows = heads.filter(({ passes }) => passes);
    if (from.some((part, place) => part !== built[place])) {
      built = from;
      body.replaceChildren(
        ...rows.slice(0, shown).map(({ layer, head, found }) =>
          element(
            'tr',
            {},
            element(
              'th',
              { scope: 'row' },
              element(
                'button',
                {
                  type: 'button',
                  class: 'link',
                  'data-at': `${layer}:${head}`,
                  'aria-label': `${layer}·${head}: ${words.place(String(layer), String(head))}`,
                  onclick: () => open(layer, head),
                },
                `${layer}·${head}`,
              ),
            ),
            ...MEASURES.map((name) =>
              element('td', { title: longValue(found?.measures[name]) }, shortValue(found?.measures[name])),
            ),
          ),
        ),
      );
    }
    for (const row of body.children) {
      const on = row.querySelector('button')?.dataset.at === `${state.layer}:${state.head}`;
      if (on) row.setAttribute('aria-current', 'true');
      else row.removeAttribute('aria-current');
    }
    more.hidden = rows.length <= shown;
    setText(more, words.more(String(rows.length - shown)));
  }
  return { node, update };
}
