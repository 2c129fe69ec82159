import { icon } from '../../../ui/icons.js';
import { element, setText } from '../../../ui/dom.js';
import { MATRICES } from '../fragment.js';
import { figureOf } from '../map-figure.js';
import { tellsOf } from '../tells.js';
/** @import { Cell } from '../../../types.js' */
/** @import { ContrastModel } from '../session.js' */
/** @import { MatrixName, SideName } from '../map-figure.js' */

/**
 * What a side tells the room.
 *
 * @typedef {object} SideActions
 * @property {(cell: Cell) => void} select
 * @property {(cell: Cell | null) => void} point
 * @property {(matrix: string) => void} table
 */

/** A sum sign is understood beside weights, and no column of numbers is wide enough for words. @type {Record<string, string>} */
const SIGNS = { sums: 'Σ' };

/**
 * One side: its lines of code, its matrices, and the numbers that tell it.
 *
 * @param {SideName} side
 * @param {SideActions} actions
 * @param {boolean} [inText] - whether it stands in a text, among whose headings it has none
 */
export function sideView(side, actions, inText = false) {
  const words = element('span');
  const heading = element(
    'h3',
    { role: inText && 'presentation' },
    icon(side === 'wrong' ? 'close' : 'check'),
    words,
  );
  const code = element('pre', { tabindex: 0, role: 'group' });
  const tells = element('dl', { class: 'tells' });
  const maps = MATRICES.map((id) => mapOf(/** @type {MatrixName} */ (id), side, actions));
  const scroller = element(
    'div',
    { class: 'scroller' },
    element('div', { class: 'line' }, ...maps.map(({ node }) => node)),
  );
  const node = element('section', { class: `band side-${side}` }, heading, code, scroller, tells);

  return {
    node,
    /** How wide the matrices may be, CSS pixels. */
    room: () => scroller.clientWidth,
    /** @param {ContrastModel} model @param {string[]} lines - of code @param {{ width: number, height: number, looked: Cell | null }} place */
    update(model, lines, place) {
      const { headings, code: names } = model.t.contrast;
      setText(words, headings[side]);
      setText(code, lines.join('\n'));
      code.setAttribute('aria-label', names[side]);
      for (const map of maps) map.update(model, place);
      tells.replaceChildren(
        ...tellsOf(model, side).map(([label, value]) =>
          element('div', {}, element('dt', {}, label), element('dd', {}, value)),
        ),
      );
    },
  };
}

/** @param {MatrixName} id @param {SideName} side @param {SideActions} actions */
function mapOf(id, side, actions) {
  const caption = element('span', { slot: 'caption', class: 'caption' });
  const map = /** @type {any} */ (document.createElement('heed-map'));
  map.append(caption);
  map.dataset.matrix = id;
  map.dataset.side = side;
  const cellOf = (/** @type {any} */ { row, col }) => ({ matrix: id, row, col });
  map.addEventListener('heed-select', (/** @type {any} */ event) => actions.select(cellOf(event)));
  map.addEventListener('heed-point', (/** @type {any} */ event) =>
    actions.point(event.row === null ? null : cellOf(event)),
  );
  map.addEventListener('heed-table', () => actions.table(id));
  return {
    node: /** @type {HTMLElement} */ (map),
    /** @param {ContrastModel} model @param {{ width: number, height: number, looked: Cell | null }} place */
    update(model, place) {
      setText(caption, SIGNS[id] ?? model.t.contrast.names[id]);
      map.figure = figureOf(model, side, id, place);
    },
  };
}
