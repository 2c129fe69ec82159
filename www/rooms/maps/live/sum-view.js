import { decimal } from '../../../format/display.js';
import { html } from '../../../ui/html.js';
import { conclusionOf, originRows } from './origins.js';
/** @import { ScoreParts } from '../../../engine/model-run.js' */
/** @import { MapsModel } from '../types.js' */
/** @import { Answers } from './answers.js' */

/**
 * The score by where the key, or the query, came from, and what its largest part is.
 *
 * @param {object} props
 * @param {ScoreParts} props.parts
 * @param {'key' | 'query'} props.side
 * @param {MapsModel} props.model
 * @param {Answers} props.answers
 * @param {string[]} props.tokens
 * @param {number} props.at - the index of the token whose parts these are
 */
export function OriginSum({ parts, side, model: { data, t }, answers, tokens, at }) {
  const rows = originRows(parts, side, { data, answers, t, token: tokens[at], at });
  return html`<${Sum} parts=${rows} t=${t} />
    <p>${conclusionOf(rows, { score: parts.score, side, t, tokens, at })}</p>`;
}

/**
 * Parts of a score and their sum, each bar from the sum so far to the sum with it.
 *
 * @param {object} props
 * @param {{ name: string, part: number, note?: string, isSoft?: boolean }[]} props.parts - `note`: what the
 *   part is known for; `isSoft`: whether it is not, among parts that are
 * @param {MapsModel['t']} props.t
 */
export function Sum({ parts, t }) {
  let sum = 0;
  const bars = parts.map((each) => {
    const from = sum;
    sum += each.part;
    return { ...each, low: Math.min(from, sum), high: Math.max(from, sum) };
  });
  const all = [{ name: t.maps.live.why.score, part: sum, low: Math.min(0, sum), high: Math.max(0, sum) }];
  const [least, most] = [
    Math.min(0, ...bars.map(({ low }) => low)),
    Math.max(1e-9, ...bars.map(({ high }) => high)),
  ];
  const place = (/** @type {number} */ value) => (100 * (value - least)) / (most - least);
  const row = (/** @type {typeof bars[number]} */ { name, part, note, isSoft, low, high }, isSum = false) =>
    html`<tr class=${isSum ? 'total' : note ? 'known' : ''}>
      <th scope="row">${name}${note && html`<span class="note">, ${note}</span>`}</th>
      <td class="span" aria-hidden="true">
        <span
          class=${part < 0 ? 'part less' : isSoft ? 'part soft' : 'part'}
          style=${{ marginInlineStart: `${place(low)}%`, width: `${Math.max(0.6, place(high) - place(low))}%` }}
        ></span>
      </td>
      <td class="number">${part > 0 && !isSum ? '+' : ''}${decimal(t.language, part, 2)}</td>
    </tr>`;
  return html`<table class="sum">
    <tbody>
      ${bars.map((bar) => row(bar))} ${all.map((bar) => row(bar, true))}
    </tbody>
  </table>`;
}
