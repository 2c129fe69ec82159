import { number, percent } from '../../../format/display.js';
import { html } from '../../../ui/html.js';
import { reachOf } from '../large/view.js';
import { fullDigits, rankOf } from './ranks.js';
/** @import { Scene } from './scene.js' */
/** @import { Pair } from './sight.js' */
/** @import { MapInfo } from '../types.js' */

/** @typedef {(info: MapInfo, query: number) => Float32Array | null} RowOf */

/** Sums that differ from 1 by less are rounding; then the share of the row is not shown. */
const ROUNDING = 1e-3;

/**
 * The selected cell: its tokens, its exact numbers and its rank in the row.
 *
 * @param {{ scene: Scene, rowOf: RowOf }} props
 */
export function Readout({ scene, rowOf }) {
  const {
    t,
    activeCell,
    labels,
    shown: { a, b, difference },
    numbers: info,
  } = scene;
  if (!activeCell || !info)
    return html`<section class="cell-card">
      <h3>${t.readout}</h3>
      ${!activeCell && html`<p class="soft">${info && t.noCell}</p>`}
    </section>`;
  const [query, key] = [labels.query[activeCell.query]?.text ?? '', labels.key[activeCell.key]?.text ?? ''];
  const row = rowOf(info, activeCell.query);
  /** @type {[string, MapInfo | null | undefined][]} */
  const maps = b
    ? [
        [t.maps.a, info],
        [t.maps.b, b.info],
        [t.maps.difference, difference?.info],
      ]
    : [[t.weights[a?.spec.values ?? 'none'], info]];
  const value = (/** @type {typeof maps[number]} */ [name, of]) =>
    html`<div>
      <dt>${name}</dt>
      <dd>${valueText(scene, of ? rowOf(of, activeCell.query) : null, activeCell)}</dd>
    </div>`;
  const best =
    row && row.reduce((most, each, at) => (each > row[most] || Number.isNaN(row[most]) ? at : most), 0);
  const takesMost = best !== null && row && row[best] > 0;
  return html`<section class="cell-card">
    <h3><bdi>${query}</bdi>${' → '}<bdi>${key}</bdi></h3>
    <dl class="cell-values">${maps.map(value)}</dl>
    <div class="cell-lines">${linesOf(scene, info, row, activeCell).map((line) => html`<p>${line}</p>`)}</div>
    <p class="says">${takesMost && t.takesMost(query, labels.key[best]?.text ?? '')}</p>
  </section>`;
}

/**
 * A number of a cell, or the reason why it is missing.
 *
 * @param {Scene} scene @param {Float32Array | null} row @param {Pair} cell
 */
function valueText({ t, large, state: { leaveOut }, reach, shown: { a } }, row, { query, key }) {
  if (!row) return '…';
  if (!Number.isNaN(row[key])) return fullDigits(row[key]);
  if (key < leaveOut) return t.leftOutCell;
  const view = a?.info?.large?.view;
  if (view) {
    const [from, to] = reachOf(view.info, query, row.length);
    if ((key < from && key >= view.info.sinks) || key >= to) return large.maskedCell;
  }
  return reach && key >= reach[query] ? t.beyondCell : t.missingCell;
}

/** @param {Scene} scene @param {MapInfo} info @param {Float32Array | null} row @param {Pair} activeCell */
function linesOf({ t, labels, shown: { a } }, { queryEntropy, querySum }, row, activeCell) {
  const { query, key } = activeCell;
  const rank = row && rankOf(row, key);
  const [entropy, sum] = [queryEntropy[query], querySum[query]];
  const share =
    row && rank && sum > 0 && Math.abs(sum - 1) > ROUNDING
      ? t.rowShare(percent(row[key] / sum), number(sum, 4))
      : null;
  const noEntropy = Number.isNaN(entropy) || a?.spec.values === 'norm';
  const lines = [
    rank && t.rank(rank.rank, rank.of),
    share,
    noEntropy ? null : t.rowEntropy(number(entropy, 2)),
    labels.tokens ? t.places(query, key) : null,
  ];
  return lines.filter((line) => line !== null);
}

/**
 * The text about the cursor's cell for screen readers; empty while its row is pending.
 *
 * @param {Scene} scene @param {RowOf} rowOf
 */
export function spokenCell(scene, rowOf) {
  const {
    t,
    state,
    labels,
    shown: { b, difference },
    numbers,
  } = scene;
  const cell = state.cursor;
  const row = cell && numbers ? rowOf(numbers, cell.query) : null;
  if (!cell || !row) return '';
  const rank = rankOf(row, cell.key);
  const others = /** @type {const} */ ([
    [t.maps.b, b?.info],
    [t.maps.difference, difference?.info],
  ]);
  const both = others.flatMap(([name, info]) =>
    info ? `${name} ${valueText(scene, rowOf(info, cell.query), cell)}` : [],
  );
  const first = t.spoken(
    labels.query[cell.query]?.text ?? '',
    labels.key[cell.key]?.text ?? '',
    valueText(scene, row, cell),
  );
  return [first, ...(rank ? [t.spokenRank(rank.rank, rank.of)] : []), ...both].join(', ');
}
