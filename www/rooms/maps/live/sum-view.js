import { decimal } from '../../../format/separator.js';
import { html } from '../../../ui/html.js';
/** @import { ScoreParts } from '../../../engine/model-run.js' */
/** @import { MapsModel } from '../types.js' */

/** The number of parts that are named; the rest is one number. */
const NAMED = 8;

/**
 * The score by where the key, or the query, came from.
 *
 * @param {{ parts: ScoreParts, side: 'key' | 'query', t: MapsModel['t'], token: string, at: number }} props
 */
export function OriginSum({ parts, side, t, token, at }) {
  const words = t.maps.live.why;
  const rows = rowsOf(parts, side, (origin) => nameOf(origin, words, token, at));
  if (rows.rest !== null) rows.named.push({ name: words.more({ n: rows.count }), part: rows.rest });
  return html`<${Sum} parts=${rows.named} t=${t} />`;
}

/**
 * Parts of a score and their sum, each bar from the sum so far to the sum with it.
 *
 * @param {{ parts: { name: string, part: number }[], t: MapsModel['t'] }} props
 */
export function Sum({ parts, t }) {
  let sum = 0;
  const bars = parts.map(({ name, part }) => {
    const from = sum;
    sum += part;
    return { name, part, low: Math.min(from, sum), high: Math.max(from, sum) };
  });
  const all = [{ name: t.maps.live.why.score, part: sum, low: Math.min(0, sum), high: Math.max(0, sum) }];
  const [least, most] = [
    Math.min(0, ...bars.map(({ low }) => low)),
    Math.max(1e-9, ...bars.map(({ high }) => high)),
  ];
  const place = (/** @type {number} */ value) => (100 * (value - least)) / (most - least);
  const row = (/** @type {typeof all[number]} */ { name, part, low, high }, isSum = false) =>
    html`<tr class=${isSum ? 'total' : ''}>
      <th scope="row">${name}</th>
      <td class="span" aria-hidden="true">
        <span
          class=${part < 0 ? 'part less' : 'part'}
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

/**
 * The largest parts with their names, and the sum of the rest.
 *
 * @param {ScoreParts} parts @param {'key' | 'query'} side
 * @param {(origin: ScoreParts['origins'][number]) => string} name
 */
export function rowsOf({ origins, byKey, byQuery }, side, name) {
  const values = side === 'key' ? byKey : byQuery;
  const order = [...origins.keys()].sort((a, b) => Math.abs(values[b]) - Math.abs(values[a]));
  const [first, rest] = [order.slice(0, NAMED), order.slice(NAMED)];
  return {
    named: first
      .map((index) => ({ name: name(origins[index]), part: values[index] }))
      .sort((a, b) => b.part - a.part),
    rest: rest.length > 0 ? rest.reduce((sum, index) => sum + values[index], 0) : null,
    count: rest.length,
  };
}

/**
 * @param {ScoreParts['origins'][number]} origin @param {MapsModel['t']['maps']['live']['why']} words
 * @param {string} token @param {number} at
 */
function nameOf({ of, layer, head }, words, token, at) {
  const place = { layer: String(layer), head: String(head) };
  switch (of) {
    case 'embedding':
      return words.word({ token });
    case 'positions':
      return words.position({ at: String(at) });
    case 'head':
      return words.head(place);
    case 'mlp':
      return words.mlp(place);
    case 'output_bias':
      return words.bias(place);
    default:
      return words.biases;
  }
}
