import { paintMap } from '../program.js';
import { html } from '../../../ui/html.js';
import { inkOn } from '../head/paint-cells.js';
/** @import { MapsModel, MapsState } from '../types.js' */

/** The name of a head. @param {MapsModel['t']} t @param {number} layer @param {number} head */
export const headName = (t, layer, head) =>
  t.maps.live.why.head({ layer: String(layer), head: String(head) });

/**
 * The properties of a grid whose cells are heads: a click opens one.
 *
 * @param {MapsModel} model @param {(patch: Partial<MapsState>) => void} look
 */
export const headCells = ({ state, t }, look) => ({
  choose: (/** @type {number} */ layer, /** @type {number} */ head) => look({ layer, head }),
  isChosen: (/** @type {number} */ layer, /** @type {number} */ head) =>
    layer === state.layer && head === state.head,
  nameOf: (/** @type {number} */ layer, /** @type {number} */ head) => headName(t, layer, head),
});

/**
 * A small map of signed numbers as a table: each cell has its number, and its color from the map of
 * differences, which has 0 in the middle. The cell of a NaN is empty.
 *
 * @param {object} props
 * @param {MapsModel} props.model
 * @param {string} props.caption - what a cell is
 * @param {string} props.corner - what the rows and columns are
 * @param {{ key: string, name: string, chosen?: boolean }[]} props.columns
 * @param {{ name: string, values: number[] }[]} props.rows
 * @param {(value: number) => string} props.format
 * @param {(row: number, column: number) => void} [props.choose]
 * @param {(row: number, column: number) => boolean} [props.isChosen]
 * @param {(row: number, column: number) => string} [props.nameOf] - the name of a cell that can be chosen
 */
export function SignedGrid({
  model,
  caption,
  corner,
  columns,
  rows,
  format,
  choose,
  isChosen = () => false,
  nameOf = () => '',
}) {
  const data = Float32Array.from(rows.flatMap(({ values }) => values));
  const high = data.reduce((most, value) => Math.max(most, Math.abs(value) || 0), 0) || 1;
  const { map } = model.state;
  const { theme } = model.appearance;
  const scale = { kind: /** @type {const} */ ('diverging'), low: -high, high };
  const pixels = /** @type {Uint8ClampedArray} */ (
    paintMap({ rows: rows.length, cols: columns.length, data, map, theme, scale })
  );
  const style = (/** @type {number} */ at) => {
    const [red, green, blue] = pixels.subarray(4 * at, 4 * at + 3);
    return { background: `rgb(${red} ${green} ${blue})`, color: inkOn(pixels, 4 * at) };
  };
  const cell = (/** @type {number} */ row, /** @type {number} */ column, /** @type {number} */ value) => {
    if (Number.isNaN(value)) return html`<td></td>`;
    const text = format(value);
    const name = isChosen(row, column) ? 'chosen' : '';
    return html`<td style=${style(row * columns.length + column)} class=${name}>
      ${
        choose
          ? html`<button
              type="button"
              aria-label=${`${nameOf(row, column)}: ${text}`}
              onClick=${() => choose(row, column)}
            >
              ${text}
            </button>`
          : text
      }
    </td>`;
  };
  return html`<div class="signed-scroll" tabindex="0" role="region" aria-label=${caption}>
    <table class="signed">
      <caption class="hidden">
        ${caption}
      </caption>
      <thead>
        <tr>
          <th scope="col" class="corner">${corner}</th>
          ${columns.map(({ key, name, chosen }) => html`<th key=${key} scope="col" title=${name} class=${chosen ? 'chosen' : ''}>${name}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ({ name, values }, row) =>
            html`<tr key=${name}>
              <th scope="row">${name}</th>
              ${values.map((value, column) => cell(row, column, value))}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}
