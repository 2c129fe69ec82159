import { decimal } from '../../../format/separator.js';
import { html, useLayoutEffect, useRef } from '../../../ui/html.js';
import { Cells } from './cells-view.js';
import { hasBorders } from './parts.js';
import { drawLost } from './picture.js';
import { wordOf } from './use-text.js';
/** @import { PickedHead } from './figures.js' */
/** @import { Shown, Told } from './picked-view.js' */

/** The width of the bars beside the rows, and their gap, in CSS pixels. */
const [MARGIN, GAP] = [84, 12];

/**
 * The picture, with a frame around the row of the query, and the mass lost beside it. The pointer shows the
 * query below it, and a click chooses one.
 *
 * @param {Omit<Shown, 'found' | 'told' | 'name'> & { found: PickedHead | null, told: Told | null, lens: { query: number, key: number, side: number } | null, point: (cell: { query: number, key: number } | null) => void }} props -
 *   `lens`: the cells that are shown one by one
 */
export function Picture({ scene, found, query, block, lens, words, go, point, told }) {
  const { appearance, t, labels, data } = scene;
  const count = data.reading.queries;
  const bars = useRef(/** @type {any} */ (null));
  useLayoutEffect(() => {
    if (!found || !bars.current) return;
    const of = getComputedStyle(bars.current);
    drawLost(bars.current, found, query / count, {
      width: MARGIN,
      height: bars.current.parentElement.querySelector('.picture').clientHeight,
      ratio: appearance.ratio,
      soft: of.color,
      accent: of.outlineColor,
      line: of.borderTopColor,
    });
  });
  const spoken = told
    ? words.spoken({
        query: wordOf(labels.query[query]),
        at: String(query),
        picked: told.picked,
        visible: told.visible,
        lost: decimal(scene.language, told.lost, 2),
      })
    : '';
  const share = (/** @type {number} */ part) => `${(100 * part) / count}%`;
  const row = { top: share(query), height: share(1), width: share(query + 1) };
  const named = {
    role: 'application',
    tabindex: '0',
    'aria-label': `${words.mapLabel}. ${spoken}`,
    'aria-describedby': 'picked-keys',
  };
  return html`<div class="picked-figure" style=${{ '--margin': `${MARGIN}px`, '--gap': `${GAP}px` }}>
    <div class="heads-of-axes"><span>${t.axes}</span><span class="lost-title">${words.massLost}</span></div>
    <${Cells}
      ...${{ scene, found, point, named, choose: go, size: [count, count] }}
      weightsOf=${(/** @type {PickedHead} */ { sides, picture }) => ({ weights: picture, sides })}
    >
      ${hasBorders(block, count) && html`<i class="entry-bounds" style=${{ '--entry': share(block) }}></i>`}
      <i class="row-frame" style=${row} aria-hidden="true"></i>
      ${lens && html`<i class="lens-frame" style=${{ top: share(lens.query), left: share(lens.key), height: share(lens.side), width: share(lens.side) }}></i>`}
    <//>
    <canvas ref=${bars} class="lost" aria-hidden="true"></canvas>
    <p class="states">
      <span class="state picked">${words.states.picked}</span>
      <span class="state other">${words.states.other}</span>
      <span class="state hidden-key">${words.states.hidden}</span>
      ${block > 1 && html`<span>${words.blocks({ block, n: Math.ceil(count / block) })}</span>`}
    </p>
    <p class="hidden" aria-live="polite">${spoken}</p>
  </div>`;
}
