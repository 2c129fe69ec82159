import { number, percent, decimal, localized } from '../../../format/display.js';
import { html } from '../../../ui/html.js';
import { reasonAt } from './absent.js';
import { fullDigits } from './float-text.js';
import { rankOf } from './ranks.js';
import { groupText } from '../reading/columns-of.js';
/** @import { MapInfo } from '../types.js' */
/** @import { RowOf } from './numbers.js' */
/** @import { Scene } from './scene.js' */
/** @import { Cell } from './viewport.js' */

/** A row whose sum differs from 1 by less is rounded; then the share of the row is not shown. */
const ROUNDING = 1e-3;

/**
 * The selected cell: its tokens, its exact numbers and its rank in the row.
 *
 * @param {{ scene: Scene, rowOf: RowOf }} props
 */
export function Readout({ scene, rowOf }) {
  const { t, activeCell, labels, numbers: info } = scene;
  const { a, b, difference } = scene.shown;
  if (!activeCell || !info)
    return html`<section class="cell-card">
      <h3>${t.readout}</h3>
      ${!activeCell && html`<p class="soft">${info && t.noCell}</p>`}
    </section>`;
  const query = labels.query[activeCell.query]?.text ?? '';
  const key = labels.key[activeCell.key]?.text ?? '';
  const row = rowOf(info, activeCell.query);
  /** @type {[string, MapInfo | null | undefined][]} */
  const maps = b
    ? [
        [t.maps.a, info],
        [t.maps.b, b.info],
        [t.maps.difference, difference?.info],
      ]
    : [[info.isDifference && !info.isSigned ? t.differenceOf : t.weights[a?.spec.values ?? 'none'], info]];
  const score = scoreText(scene, activeCell);
  const value = (/** @type {typeof maps[number]} */ [name, map]) =>
    html`<div>
      <dt>${name}</dt>
      <dd>${valueText(scene, map ? rowOf(map, activeCell.query) : null, activeCell)}</dd>
    </div>`;
  const largest =
    row && row.reduce((max, each, at) => (each > row[max] || Number.isNaN(row[max]) ? at : max), 0);
  // Ranks, entropies and shares are of weights.
  const attends = row && largest !== null && row[largest] > 0 && !info.isDifference;
  return html`<section class="cell-card">
    <h3><bdi>${query}</bdi>${' → '}<bdi>${key}</bdi></h3>
    <dl class="cell-values">
      ${maps.map(value)}
      ${
        score &&
        html`<div>
          <dt>${t.score}</dt>
          <dd>${score}</dd>
        </div>`
      }
    </dl>
    <div class="cell-lines">
      ${!info.isDifference && cellFacts(scene, info, row, activeCell).map((fact) => html`<p>${fact}</p>`)}
    </div>
    <p class="says">${attends && t.takesMost({ query, key: labels.key[largest]?.text ?? '' })}</p>
  </section>`;
}

/**
 * A number of a cell, or the reason why it is missing.
 *
 * @param {Scene} scene @param {Float32Array | null} row @param {Cell} cell
 */
function valueText({ t, large, absent, language }, row, cell) {
  if (!row) return '…';
  const reason = reasonAt(absent, cell);
  // The weight of a masked key is not a number in large heads, and 0 in others.
  if (!Number.isNaN(row[cell.key]) && reason !== 'masked')
    return localized(fullDigits(row[cell.key]), language);
  return reason === 'masked' ? large.maskedCell : t[/** @type {const} */ (`${reason ?? 'missing'}Cell`)];
}

/** The score of a cell; empty if there is none. @param {Scene} scene @param {Cell} cell */
export function scoreText({ scores, language }, { query, key }) {
  const score = scores?.query === query ? scores.scores[key] : NaN;
  return Number.isNaN(score) ? '' : decimal(language, score, 2);
}

/** @param {Scene} scene @param {MapInfo} info @param {Float32Array | null} row @param {Cell} activeCell */
function cellFacts(
  { t, language, labels, shown: { a }, absent, entries, state, data },
  { queryEntropy, querySum },
  row,
  { query, key },
) {
  const rank = row && reasonAt(absent, { query, key }) !== 'masked' ? rankOf(row, key) : null;
  const [entropy, sum] = [queryEntropy[query], querySum[query]];
  const hasShare = row && rank && sum > 0 && Math.abs(sum - 1) > ROUNDING;
  const hasEntropy = !Number.isNaN(entropy) && a?.spec.values !== 'norm';
  return [
    rank && t.rank({ rank: rank.rank, of: rank.of }),
    hasShare && t.rowShare({ share: percent(row[key] / sum), sum: localized(number(sum, 4), language) }),
    hasEntropy && t.rowEntropy({ nats: localized(number(entropy, 2), language) }),
    labels.tokens && t.places({ query, key }),
    groupText(state, data.reading, key, entries),
  ].filter(Boolean);
}

/**
 * The text about the cursor's cell for screen readers; empty while its row is pending.
 *
 * @param {Scene} scene @param {RowOf} rowOf
 */
export function spokenCell(scene, rowOf) {
  const { t, labels, shown, numbers } = scene;
  const { cursor } = scene.state;
  const row = cursor && numbers ? rowOf(numbers, cursor.query) : null;
  if (!cursor || !row) return '';
  const rank = reasonAt(scene.absent, cursor) === 'masked' ? null : rankOf(row, cursor.key);
  const compared = /** @type {const} */ (['b', 'difference']).flatMap((name) => {
    const info = shown[name]?.info;
    return info ? `${t.maps[name]} ${valueText(scene, rowOf(info, cursor.query), cursor)}` : [];
  });
  const query = labels.query[cursor.query]?.text ?? '';
  const key = labels.key[cursor.key]?.text ?? '';
  const score = scoreText(scene, cursor);
  return [
    t.spoken({ query, key, weight: valueText(scene, row, cursor) }),
    score && `${t.score} ${score}`,
    ...(rank ? [t.spokenRank({ rank: rank.rank, of: rank.of })] : []),
    ...compared,
    groupText(scene.state, scene.data.reading, cursor.key, scene.entries),
  ]
    .filter(Boolean)
    .join(', ');
}
