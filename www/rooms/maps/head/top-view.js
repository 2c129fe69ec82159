import { number } from '../../../format/display.js';
import { icon } from '../../../ui/icons.js';
import { element, setText } from '../../../ui/dom.js';
import { fullDigits, topOf } from './ranks.js';
/** @import { MapInfo } from '../types.js' */
/** @import { RowOf } from './readout-view.js' */
/** @import { Scene } from './scene.js' */
/** @import { Pair } from './sight.js' */

/** Rows of the table. */
const MOST = 32;

/**
 * The heaviest keys of the cursor's query, as a table.
 *
 * @param {RowOf} rowOf
 * @param {(cell: Pair) => void} select
 */
export function topView(rowOf, select) {
  const table = element('table', { class: 'top-keys' });
  const shown = element('p', { class: 'soft' });
  const [before, after] = [-1, 1].map((by) =>
    element(
      'button',
      { type: 'button', class: 'icon', onclick: () => step(by) },
      icon(by < 0 ? 'up' : 'down'),
    ),
  );
  const box = element('div', { class: 'top-box', tabindex: 0, role: 'group' }, table);
  const node = element(
    'div',
    { class: 'top-view' },
    element('p', { class: 'top-steps' }, before, after, shown),
    box,
  );
  /** @type {{ at: Pair, queries: number }} */
  let now = { at: { query: 0, key: 0 }, queries: 1 };
  /** @type {unknown[]} */
  let written = [];

  /** @param {number} by */
  function step(by) {
    select({ ...now.at, query: Math.max(0, Math.min(now.queries - 1, now.at.query + by)) });
  }

  return {
    node,
    /** @param {Scene} scene @param {MapInfo} info */
    update({ t, state, labels, language, shown: { a } }, info) {
      const at = state.cursor ?? { query: 0, key: 0 };
      now = { at, queries: info.queries };
      before.setAttribute('aria-label', t.previousQuery);
      after.setAttribute('aria-label', t.nextQuery);
      before.disabled = at.query === 0;
      after.disabled = at.query === info.queries - 1;
      const row = rowOf(info, at.query);
      const from = [row, labels, language, at.key, at.query];
      if (!row || from.every((part, place) => part === written[place])) return;
      written = from;
      const caption = t.topCaption(labels.query[at.query].text, at.query);
      const top = topOf(row, MOST);
      const columns = [
        t.topColumns.rank,
        t.topColumns.key,
        t.weights[a?.spec.values ?? 'none'],
        t.topColumns.sum,
      ];
      setText(shown, t.topShown(top.length, row.length));
      box.setAttribute('aria-label', caption);
      table.replaceChildren(
        element('caption', {}, caption),
        element(
          'thead',
          {},
          element('tr', {}, ...columns.map((name) => element('th', { scope: 'col' }, name))),
        ),
        element(
          'tbody',
          {},
          ...top.map(({ key, rank, weight, sum }) =>
            element(
              'tr',
              { 'aria-current': key === at.key ? 'true' : null },
              element('td', {}, String(rank)),
              element(
                'th',
                { scope: 'row' },
                element(
                  'button',
                  { type: 'button', class: 'link', onclick: () => select({ ...at, key }) },
                  element('bdi', {}, labels.key[key].text),
                ),
                labels.tokens ? element('small', {}, String(key)) : null,
              ),
              element('td', {}, fullDigits(weight)),
              element('td', {}, number(sum, 4)),
            ),
          ),
        ),
      );
    },
  };
}
