import { decimal } from '../../../../format/separator.js';
import { html } from '../../../../ui/html.js';
/** @import { Model } from '../../../../types.js' */
/** @import { FigureProps } from '../../stage/stage.js' */

/**
 * DeepSeek-V3.2 with a text of 100,000 tokens: the products of one query in one layer. A query of the
 * indexer has 64 heads of 128 features. One of attention has 128 heads; with absorbed projections, each
 * multiplies 512 + 64 features for a score and 512 for the output. The sizes are those of its configuration.
 */
const SEEN = 100_000;
const PICKED = 2_048;
const INDEX = 64 * 128;
const ATTEND = 128 * (512 + 64 + 512);
/** The unit of the figure. */
const BILLION = 1e9;

/** The products of each way, in billions. */
export const PRODUCTS = /** @type {const} */ ([
  ['all', (SEEN * ATTEND) / BILLION],
  ['index', (SEEN * INDEX) / BILLION],
  ['picked', (PICKED * ATTEND) / BILLION],
]);

/**
 * The products of a query with all keys, and with an indexer.
 *
 * @param {{ model: Model, props: FigureProps }} props
 */
export function Many({ model, props: { width, size, large = 1 } }) {
  const { many } = model.t.stage;
  const [[, most]] = PRODUCTS;
  const zoom = size === 'present' ? 1.3 * large : large;
  return html`<div class="many" style=${{ width: `${Math.min(width / zoom, 700)}px`, zoom: String(zoom) }}>
    <p class="many-title">${many.title}</p>
    ${PRODUCTS.map(
      ([id, products]) =>
        html`<div class=${`many-row ${id}`} key=${id}>
          <span class="of">${many.rows[id]}</span>
          <span class="track"><i style=${{ width: `${(100 * products) / most}%` }}></i></span>
          <b>${decimal(model.language, products, 2)}</b>
        </div>`,
    )}
    <p class="many-note">${many.note}</p>
  </div>`;
}
