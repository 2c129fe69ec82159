import { html } from '../../../ui/html.js';
import { Cells } from './cells-view.js';
/** @import { Cell } from '../head/viewport.js' */
/** @import { Shown } from './picked-view.js' */

/** The number of rows and columns that are shown cell by cell. */
const SIDE = 256;

/** The cells around a cell of a large head. @param {Cell} cell @param {number} keys */
export function lensAt({ query, key }, keys) {
  const side = Math.min(SIDE, keys);
  const first = (/** @type {number} */ at) => Math.max(0, Math.min(keys - side, at - (side >> 1)));
  return { query: first(query), key: first(Math.min(key, query)), side };
}

/**
 * Some cells of a large head one by one, in three states. A click chooses one.
 *
 * @param {Shown & { lens: { query: number, key: number, side: number } }} props
 */
export function Lens({ scene, words, found, lens: { query, key, side }, go }) {
  const cells = found.lens ?? new Float32Array();
  const picked = cells.reduce((count, cell) => count + Number(cell > 0), 0);
  const visible = cells.reduce((count, cell) => count + Number(!Number.isNaN(cell)), 0);
  return html`<figure class="lens">
    <h3>${words.lens}</h3>
    <${Cells}
      ...${{ scene, found, size: [side, side] }}
      weightsOf=${() => ({ weights: cells, sides: [side, side], high: 1 })}
      choose=${(/** @type {number} */ row, /** @type {number} */ col) => go(query + row, key + col)}
    />
    <figcaption class="soft">
      ${words.lensOf({ queries: `${query}–${query + side - 1}`, keys: `${key}–${key + side - 1}`, picked: String(picked), visible: String(visible) })}
    </figcaption>
  </figure>`;
}
