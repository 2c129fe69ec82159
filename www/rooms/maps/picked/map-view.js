import { decimal } from '../../../format/display.js';
import { html } from '../../../ui/html.js';
import { Cells } from './cells-view.js';
import { keptShapes, lossShapes } from './kept-scene.js';
import { hasBorders } from './parts.js';
import { frameOf, Shapes } from './picture.js';
import { wordOf } from './use-text.js';
/** @import { Shape } from '../../../picture/types.js' */
/** @import { PickedHead } from './figures.js' */
/** @import { Cells as Grid } from './kept-scene.js' */
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
  const { t, labels, data } = scene;
  const count = data.reading.queries;
  const spoken = told
    ? words.spoken({
        query: wordOf(labels.query[query]),
        at: String(query),
        picked: told.picked,
        visible: told.visible,
        lost: decimal(scene.language, told.lost, 2),
      })
    : '';
  const { ink, accent, soft, line } = scene.inks;
  const bounds = hasBorders(block, count) ? { rows: block, cols: block } : null;
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
      shapesOf=${(/** @type {Grid} */ cells) => [
        ...keptShapes({ query, bounds, m: 0 }, cells, { ink, accent, thickness: 1 }),
        ...(lens ? [frameOf(cells, lensPart(lens), scene.inks)] : []),
      ]}
    />
    <div class="lost">
      <${Shapes}
        scene=${scene}
        shapesOf=${(/** @type {{ width: number, height: number }} */ size) =>
          found
            ? [
                ...lossShapes(found.lost, { x: 0, y: 0, ...size }, { soft, line, thickness: 1 }),
                ownLoss(found, query / count, size, accent),
              ]
            : []}
      />
    </div>
    <p class="states">
      <span class="state picked">${words.states.picked}</span>
      <span class="state other">${words.states.other}</span>
      <span class="state hidden-key">${words.states.hidden}</span>
      ${block > 1 && html`<span>${words.blocks({ block, n: Math.ceil(count / block) })}</span>`}
    </p>
    <p class="hidden" aria-live="polite">${spoken}</p>
  </div>`;
}

/** @param {{ query: number, key: number, side: number }} lens */
const lensPart = ({ query, key, side }) => ({ row: query, col: key, rows: side, cols: side });

/**
 * The mass lost of the chosen query, over the bars of all.
 *
 * @param {PickedHead} found @param {number} place - of its row, as a share of the height
 * @param {{ width: number, height: number }} size @param {string} fill
 * @returns {Shape}
 */
function ownLoss({ lost, ownLost }, place, { width, height }, fill) {
  const box = { width: Math.max(1, ownLost * width), height: Math.max(2, height / lost.length) };
  return { kind: 'rect', x: 0, y: place * height, ...box, fill };
}
