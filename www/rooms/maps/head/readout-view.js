import { number, percent } from '../../../format/display.js';
import { element, setText } from '../../../ui/dom.js';
import { fullDigits, rankOf } from './ranks.js';
/** @import { Scene } from './scene.js' */
/** @import { Pair } from './sight.js' */
/** @import { MapInfo } from '../types.js' */

/** @typedef {(info: MapInfo, query: number) => Float32Array | null} RowOf */

/** Rows sum to 1 but for rounding: what is nearer than this needs no share of its own. */
const ROUNDING = 1e-3;

/** What is said of the cell that is looked at: its tokens, numbers in full, and where it stands in its row. @param {RowOf} rowOf */
export function readoutView(rowOf) {
  const heading = element('h3');
  const none = element('p', { class: 'soft' });
  const list = element('dl', { class: 'cell-values' });
  const lines = element('div', { class: 'cell-lines' });
  const says = element('p', { class: 'says' });
  const node = element('section', { class: 'cell-card' }, heading, none, list, lines, says);

  return {
    node,
    /** @param {Scene} scene */
    update(scene) {
      const {
        t,
        looked,
        labels,
        shown: { a, b, difference },
        numbers: info,
      } = scene;
      none.hidden = looked !== null;
      list.hidden = lines.hidden = says.hidden = looked === null;
      if (!looked || !info) {
        setText(heading, t.readout);
        setText(none, info ? t.noCell : '');
        return;
      }
      const [query, key] = [labels.query[looked.query]?.text ?? '', labels.key[looked.key]?.text ?? ''];
      heading.replaceChildren(element('bdi', {}, query), ' → ', element('bdi', {}, key));
      const row = rowOf(info, looked.query);
      const one = /** @type {const} */ ([t.weights[a?.spec.values ?? 'none'], info]);
      const maps = b
        ? [
            /** @type {const} */ ([t.maps.a, info]),
            /** @type {const} */ ([t.maps.b, b.info]),
            /** @type {const} */ ([t.maps.difference, difference?.info]),
          ]
        : [one];
      list.replaceChildren(
        ...maps.map(([name, of]) => {
          const text = valueText(scene, of ? rowOf(of, looked.query) : null, looked);
          return element('div', {}, element('dt', {}, name), element('dd', {}, text));
        }),
      );
      lines.replaceChildren(...linesOf(scene, info, row, looked).map((line) => element('p', {}, line)));
      const best =
        row && row.reduce((most, value, at) => (value > row[most] || Number.isNaN(row[most]) ? at : most), 0);
      setText(
        says,
        best !== null && row && row[best] > 0 ? t.takesMost(query, labels.key[best]?.text ?? '') : '',
      );
    },
  };
}

/** A number of a cell, or why there is none. @param {Scene} scene @param {Float32Array | null} row @param {Pair} cell */
export function valueText({ t, state: { leaveOut }, reach }, row, { query, key }) {
  if (!row) return '…';
  if (!Number.isNaN(row[key])) return fullDigits(row[key]);
  if (key < leaveOut) return t.leftOutCell;
  return reach && key >= reach[query] ? t.beyondCell : t.missingCell;
}

/** @param {Scene} scene @param {MapInfo} info @param {Float32Array | null} row @param {Pair} looked */
function linesOf({ t, labels, shown: { a } }, { queryEntropy, querySum }, row, looked) {
  const { query, key } = looked;
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

/** What is spoken of the cursor's cell; nothing while its row is on its way. @param {Scene} scene @param {RowOf} rowOf */
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
