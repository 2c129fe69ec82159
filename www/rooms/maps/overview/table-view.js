import { namedPlace, shortName } from '../head/kept.js';
import { Icon } from '../../../ui/controls.js';
import { html, useState } from '../../../ui/html.js';
import { MEASURES, ordered } from '../state.js';
import { longValue, shortValue } from './figures.js';
/** @import { MapsModel, MapsState, MeasureName } from '../types.js' */
/** @import { ListedHead } from './order.js' */

/** The rows that are added at a time, because thousands would take seconds. */
const PAGE = 144;

/**
 * All heads with all their measures as a table, in the order of the thumbnails.
 *
 * @param {object} props
 * @param {MapsModel} props.model
 * @param {ListedHead[]} props.heads - in order
 * @param {(patch: Partial<MapsState>) => void} props.look
 * @param {(target: { layer: number, head: number }) => void} props.open
 */
export function Table({ model: { state, data, t }, heads, look: change, open }) {
  const look = (/** @type {Partial<MapsState>} */ patch) => change(ordered(patch, state, data));
  const words = t.maps.overview;
  const [shown, setShown] = useState(PAGE);
  const rows = heads.filter(({ passes }) => passes);
  const heading = (/** @type {'layer' | MeasureName} */ name) => {
    const measure = name === 'layer' ? null : words.measures[name];
    const isSorted = state.sort === name && !state.alike;
    const initial = name === 'layer' ? 'up' : 'down';
    const reversed = state.order === 'down' ? 'up' : 'down';
    const sort = () =>
      look({
        alike: false,
        sort: name,
        order: state.sort === name ? reversed : initial,
        ...(name !== 'layer' && { measure: name }),
      });
    const direction = state.order === 'down' ? 'descending' : 'ascending';
    return html`<th scope="col" aria-sort=${isSorted ? direction : null}>
      <button type="button" value=${name} title=${measure?.formula ?? words.byLayer} onClick=${sort}>
        ${measure?.name ?? words.head}${isSorted && html`<${Icon} name=${state.order} />`}
      </button>
    </th>`;
  };
  const row = (/** @type {ListedHead} */ { layer, head, found }) => {
    const name = shortName({ layer, head }, data);
    const isOpen = layer === state.layer && head === state.head;
    return html`<tr key=${`${layer}:${head}`} aria-current=${isOpen ? 'true' : null}>
      <th scope="row">
        <button
          type="button"
          class="link"
          title=${found?.problem}
          aria-label=${`${name}: ${words.place(namedPlace({ layer, head }, data))}`}
          onClick=${() => open({ layer, head })}
        >
          ${name}
        </button>
      </th>
      ${MEASURES.map((name) => {
        const value = found?.measures[name];
        return html`<td title=${longValue(value, t.language)}>${shortValue(value, t.language)}</td>`;
      })}
    </tr>`;
  };
  return html`<div class="tablebox" tabindex="0" role="region" aria-label=${words.table}>
    <table>
      <caption class="hidden">
        ${words.table}
      </caption>
      <thead>
        <tr>
          ${heading('layer')}${MEASURES.map(heading)}
        </tr>
      </thead>
      <tbody>
        ${rows.slice(0, shown).map(row)}
      </tbody>
    </table>
    <button type="button" class="link" hidden=${rows.length <= shown} onClick=${() => setShown(shown + PAGE)}>
      ${words.more({ more: String(rows.length - shown) })}
    </button>
  </div>`;
}
