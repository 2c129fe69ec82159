import { number } from '../../../format/display.js';
import { Icon } from '../../../ui/controls.js';
import { html } from '../../../ui/html.js';
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
 * @param {{ scene: Scene, info: MapInfo, rowOf: RowOf, select: (cell: Pair) => void }} props
 */
export function TopKeys({ scene, info, rowOf, select }) {
  const {
    t,
    state,
    labels,
    shown: { a },
  } = scene;
  const at = state.cursor ?? { query: 0, key: 0 };
  const row = rowOf(info, at.query);
  const top = row ? topOf(row, MOST) : [];
  const caption = t.topCaption(labels.query[at.query].text, at.query);
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
      onClick=${() => select({ ...at, query })}
    >
      <${Icon} name=${name} />
    </button>`;
  const columns = [
    t.topColumns.rank,
    t.topColumns.key,
    t.weights[a?.spec.values ?? 'none'],
    t.topColumns.sum,
  ];
  const line = (/** @type {typeof top[number]} */ { key, rank, weight, sum }) =>
    html`<tr aria-current=${key === at.key ? 'true' : null}>
      <td>${rank}</td>
      <th scope="row">
        <button type="button" class="link" onClick=${() => select({ ...at, key })}>
          <bdi>${labels.key[key].text}</bdi>
        </button>
        ${labels.tokens && html`<small>${key}</small>`}
      </th>
      <td>${fullDigits(weight)}</td>
      <td>${number(sum, 4)}</td>
    </tr>`;
  return html`<div class="top-view">
    <p class="top-steps">
      ${step('up', t.previousQuery, at.query - 1)}${step('down', t.nextQuery, at.query + 1)}
      <span class="soft">${row && t.topShown(top.length, row.length)}</span>
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
