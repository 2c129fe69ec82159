import { number, localized } from '../../../format/display.js';
import { Icon } from '../../../ui/controls.js';
import { html } from '../../../ui/html.js';
import { reasonAt } from './absent.js';
import { fullDigits } from './float-text.js';
import { topKeys } from './ranks.js';
import { scoreText } from './readout-view.js';
import { groupText } from '../reading/columns-of.js';
/** @import { MapInfo } from '../types.js' */
/** @import { RowOf } from './numbers.js' */
/** @import { Scene } from './scene.js' */
/** @import { Cell } from './viewport.js' */

const MAX_ROWS = 32;

/**
 * The keys with the largest weights of the cursor's query, as a table.
 *
 * @param {{ scene: Scene, info: MapInfo, rowOf: RowOf, select: (cell: Cell) => void }} props
 */
export function TopKeys({ scene, info, rowOf, select }) {
  const { t, large, language, state, labels, shown, absent } = scene;
  const cursor = state.cursor ?? { query: 0, key: 0 };
  const row = rowOf(info, cursor.query);
  const top = row ? topKeys(row, MAX_ROWS) : [];
  const caption = t.topCaption({ query: labels.query[cursor.query].text, at: cursor.query });
  const step = (
    /** @type {'up' | 'down'} */ name,
    /** @type {string} */ label,
    /** @type {number} */ query,
  ) =>
    html`<button
      type="button"
      class="icon"
      aria-label=${label}
      disabled=${query < 0 || query >= info.queries}
      onClick=${() => select({ ...cursor, query })}
    >
      <${Icon} name=${name} />
    </button>`;
  const columns = [
    t.topColumns.rank,
    t.topColumns.key,
    info.isDifference && !info.isSigned ? t.differenceOf : t.weights[shown.a?.spec.values ?? 'none'],
    t.topColumns.sum,
    ...(scene.scores ? [t.score] : []),
  ];
  const line = (/** @type {typeof top[number]} */ { key, rank, weight, sum }) =>
    html`<tr aria-current=${key === cursor.key ? 'true' : null}>
      <td>${rank}</td>
      <th scope="row">
        <button type="button" class="link" onClick=${() => select({ ...cursor, key })}>
          <bdi>${labels.key[key].text}</bdi>
        </button>
        ${labels.tokens && html`<small>${key}</small>`}
        <small>${groupText(state, scene.data.reading, key, scene.entries)}</small>
      </th>
      <td>
        ${
          reasonAt(absent, { ...cursor, key }) === 'masked'
            ? large.masked
            : localized(fullDigits(weight), language)
        }
      </td>
      <td>${localized(number(sum, 4), language)}</td>
      ${scene.scores && html`<td>${scoreText(scene, { ...cursor, key })}</td>`}
    </tr>`;
  return html`<div class="top-view">
    <p class="top-steps">
      ${step('up', t.previousQuery, cursor.query - 1)}${step('down', t.nextQuery, cursor.query + 1)}
      <span class="soft">${row && t.topShown({ shown: top.length, of: row.length })}</span>
    </p>
    <div class="top-box" tabindex="0" role="group" aria-label=${caption}>
      <table class="top-keys">
        <caption>
          ${caption}
        </caption>
        <thead>
          <tr>
            ${columns.map((name) => html`<th scope="col">${name}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${top.map(line)}
        </tbody>
      </table>
    </div>
  </div>`;
}
