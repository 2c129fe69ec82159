import { Icon } from '../../../ui/controls.js';
import { html } from '../../../ui/html.js';
import { MATRICES } from '../figures.js';
import { figureOf, headingOf } from '../map-figure.js';
import { indicatorsOf } from '../indicators.js';
/** @import { Cell } from '../../../types.js' */
/** @import { ContrastModel } from '../session.js' */
/** @import { MatrixName, SideName } from '../map-figure.js' */

/**
 * The actions of a side.
 *
 * @typedef {object} SideActions
 * @property {(cell: Cell) => void} select
 * @property {(cell: Cell | null) => void} point
 * @property {(matrix: string) => void} table
 */

/**
 * @typedef {object} Place
 * @property {number} width - of a cell, in CSS pixels
 * @property {number} height
 * @property {Cell | null} activeCell - the cell under the pointer, or else the cursor
 */

/**
 * One side: its lines of code, its matrices and its indicators.
 *
 * @param {object} props
 * @param {ContrastModel} props.model
 * @param {SideName} props.side
 * @param {string[]} props.lines - its code
 * @param {Place} props.place
 * @param {SideActions} props.actions
 * @param {boolean} props.isEmbedded - in an article, the name of the side is not a heading
 */
export function Side({ model, side, lines, place, actions, isEmbedded }) {
  const { headings, code } = model.t.contrast;
  const matrix = (/** @type {MatrixName} */ id) =>
    html`<${Matrix} key=${id} model=${model} side=${side} id=${id} place=${place} actions=${actions} />`;
  const indicator = (/** @type {[string, string]} */ [label, value]) =>
    html`<div>
      <dt>${label}</dt>
      <dd>${value}</dd>
    </div>`;
  return html`<section class="band side-${side}">
    <h3 role=${isEmbedded ? 'presentation' : null}>
      <${Icon} name=${side === 'wrong' ? 'close' : 'check'} /><span>${headings[side]}</span>
    </h3>
    <pre tabindex="0" role="group" aria-label=${code[side]}>${lines.join('\n')}</pre>
    <div class="scroller"><div class="line">${MATRICES.map(matrix)}</div></div>
    <dl class="indicators">${indicatorsOf(model, side).map(indicator)}</dl>
  </section>`;
}

/** @param {{ model: ContrastModel, side: SideName, id: MatrixName, place: Place, actions: SideActions }} props */
function Matrix({ model, side, id, place, actions }) {
  const cellOf = (/** @type {any} */ { row, col }) => ({ matrix: id, row, col });
  return html`<heed-map
    data-matrix=${id}
    data-side=${side}
    figure=${figureOf(model, side, id, place)}
    onheed-select=${(/** @type {any} */ event) => actions.select(cellOf(event))}
    onheed-point=${(/** @type {any} */ event) => actions.point(event.row === null ? null : cellOf(event))}
    onheed-table=${() => actions.table(id)}
  >
    <span slot="caption" class="caption">${headingOf(id, model.t)}</span>
  </heed-map>`;
}
