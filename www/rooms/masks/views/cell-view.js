import { number, localized } from '../../../format/display.js';
import { clip } from '../../../format/parse.js';
import { html } from '../../../ui/html.js';
import { spokenCell } from '../speech.js';
/** @import { MaskReason } from '../../../engine/masks.js' */
/** @import { MaskModel } from '../types.js' */

const DECIMALS = 4;

/**
 * Why the selected cell is allowed or forbidden, and its score and weight.
 *
 * @param {{ model: MaskModel }} props
 */
export function CellReasons({ model }) {
  const { t, activeCell, row, why } = model;
  const words = t.masks;
  const { key } = activeCell;
  const reason = (/** @type {MaskReason} */ { text, comparisons, any, holds, decides }) => {
    // The list of painted cells can be long.
    const compared = comparisons.map(comparison).join(any ? words.eitherOr : words.both) || words.always;
    return html`<tr class=${decides ? 'decides' : ''}>
      <th scope="row" title=${text}>${clip(text, 20)}</th>
      <td title=${compared}>${clip(compared, 60)}</td>
      <td>
        ${holds ? words.holds : words.fails}
        ${decides && html`<span class="hidden">, ${words.decides}</span>`}
      </td>
    </tr>`;
  };
  /** @type {[string, number][]} */
  const values = [
    [words.score, row.scores[key]],
    ...(row.bias ? [/** @type {[string, number]} */ ([words.bias, row.bias[key]])] : []),
    [words.masked, row.allowed[key] === 1 ? row.masked[key] : -Infinity],
    [words.unmasked, row.unmasked[key]],
    [words.weight, row.weights[key]],
  ];
  const value = (/** @type {[string, number]} */ [name, shown]) =>
    html`<div>
      <dt>${name}</dt>
      <dd>${localized(number(shown, DECIMALS), t.language)}</dd>
    </div>`;
  return html`<section class="cell-view">
    <div class="cell-head">
      <h3>${words.place({ query: activeCell.query, key })}</h3>
      <p class="verdict">${spokenCell(model).verdict}</p>
    </div>
    <table>
      <tbody>
        ${why.clauses.map(reason)}
      </tbody>
    </table>
    <dl class="values">${values.map(value)}</dl>
  </section>`;
}

/**
 * Replaces typed operators such as `<=` by typographic ones.
 *
 * @param {MaskReason['comparisons'][number]} compared
 */
function comparison({ left, relation, right }) {
  const sign = { '<=': '≤', '>=': '≥' }[/** @type {string} */ (relation)] ?? relation;
  return `${left} ${sign} ${right}`.replaceAll(' - ', ' − ').replaceAll(' * ', ' · ');
}
