import { maskRow } from '../../../engine/masks.js';
import { number } from '../../../format/display.js';
import { localized } from '../../../format/separator.js';
import { html, useMemo } from '../../../ui/html.js';
import { drawOptions } from '../session.js';
/** @import { MaskModel } from '../types.js' */

/** The largest number of rows or columns of a table. */
const MAX_SIDE = 64;
const DECIMALS = 4;

/** One of the maps as a table. @param {{ model: MaskModel }} props */
export function Table({ model }) {
  const { state, t, language } = model;
  const words = t.masks;
  const { table: map, text, queries, keys, seed, size, alibi, heads } = state;
  const fits = queries <= MAX_SIDE && keys <= MAX_SIDE;
  const table = useMemo(
    () => map && fits && tableOf(model, map),
    [map, text, queries, keys, seed, size, alibi, heads, language],
  );
  const label = map && words.tableCaption({ name: words.maps[map] });
  return html`<div hidden=${map === null}>
    <div class="tablebox" tabindex="0" role="group" aria-label=${label} hidden=${!fits}>${table}</div>
    <p class="no-table" role="status">${map !== null && !fits && words.noTable({ most: MAX_SIDE })}</p>
  </div>`;
}

/** @param {MaskModel} model @param {NonNullable<MaskModel['state']['table']>} map */
function tableOf({ state, language, t: { masks: words } }, map) {
  const row = (/** @type {unknown} */ _, /** @type {number} */ query) => {
    const values = maskRow(drawOptions(state), query);
    const cell = (/** @type {number} */ allowed, /** @type {number} */ key) => {
      const value = map === 'scores' ? values.masked[key] : values.weights[key];
      const shown = allowed ? localized(number(value, DECIMALS), language) : words.maskedCell;
      return html`<td class=${allowed ? '' : 'none'}>${map === 'pattern' ? allowed : shown}</td>`;
    };
    return html`<tr>
      <th scope="row">${query}</th>
      ${Array.from(values.allowed, cell)}
    </tr>`;
  };
  return html`<table>
    <caption>
      ${words.tableCaption({ name: words.maps[map] })}
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
