import { maskRow } from '../../../engine/masks.js';
import { number } from '../../../format/display.js';
import { html, useMemo } from '../../../ui/html.js';
import { drawnFrom } from '../session.js';
/** @import { MaskModel } from '../types.js' */

/** The most cells of a table. */
const MOST_IN_TABLE = 64;
const DECIMALS = 4;

/** One of the maps as a table. @param {{ model: MaskModel }} props */
export function Table({ model }) {
  const { state, t, language } = model;
  const words = t.masks;
  const { table: map, text, queries, keys, seed, size, alibi, heads } = state;
  const fits = queries <= MOST_IN_TABLE && keys <= MOST_IN_TABLE;
  const table = useMemo(
    () => map && fits && tableOf(model, map),
    [map, text, queries, keys, seed, size, alibi, heads, language],
  );
  const label = map && words.tableCaption(words.maps[map]);
  return html`<div hidden=${map === null}>
    <div class="tablebox" tabindex="0" role="group" aria-label=${label} hidden=${!fits}>${table}</div>
    <p class="no-table" role="status">${map !== null && !fits && words.noTable(MOST_IN_TABLE)}</p>
  </div>`;
}

/** @param {MaskModel} model @param {NonNullable<MaskModel['state']['table']>} map */
function tableOf({ state, t: { masks: words } }, map) {
  const row = (/** @type {unknown} */ _, /** @type {number} */ query) => {
    const values = maskRow(drawnFrom(state), query);
    const cell = (/** @type {number} */ allowed, /** @type {number} */ key) => {
      const value = map === 'scores' ? values.masked[key] : values.weights[key];
      const shown = allowed ? number(value, DECIMALS) : words.maskedCell;
      return html`<td class=${allowed ? '' : 'none'}>${map === 'pattern' ? allowed : shown}</td>`;
    };
    return html`<tr>
      <th scope="row">${query}</th>
      ${Array.from(values.allowed, cell)}
    </tr>`;
  };
  return html`<table>
    <caption>
      ${words.tableCaption(words.maps[map])}
    </caption>
    <thead>
      <tr>
        <td>${words.corner}</td>
        ${Array.from({ length: state.keys }, (_, key) => html`<th scope="col">${key}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${Array.from({ length: state.queries }, row)}
    </tbody>
  </table>`;
}
