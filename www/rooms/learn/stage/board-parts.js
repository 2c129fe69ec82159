import { html } from '../../../ui/html.js';
import { isMasked } from '../operations/weights.js';
import { valueAt } from '../operations/operation.js';
import { textsOf } from '../numbers.js';
import { cellsIn } from '../../../ui/grid.js';
import { boxStyle, cellStyle, px } from './box.js';
import { currentRow } from './scene.js';
/** @import { Model } from '../../../types.js' */
/** @import { BoardParts } from './board-layout.js' */
/** @import { Placed } from './layout.js' */
/** @import { Moment, Place } from './motion.js' */
/** @import { MatrixScene } from './scene.js' */
/** @import { Board } from './spec.js' */

/** @typedef {{ model: Model, spec: Board, scene: MatrixScene & { parts: BoardParts }, chosen: Place, moment: Moment | null, asked: Place | null }} PartsProps */

/** The titles and notes of a board, and its bars. @param {PartsProps} props */
export function BoardTexts({ model, spec, scene, chosen, moment, asked }) {
  const { texts, bars } = scene.parts;
  return html`<div aria-hidden="true">
    ${texts.map(
      ({ text, kind, x, y, width, size }) =>
        html`<span
          class=${`board-text ${kind}`}
          style=${{ left: px(x), top: px(y), fontSize: px(size), [kind === 'note' ? 'width' : 'minWidth']: px(width) }}
          >${text}</span
        >`,
    )}
    ${bars && html`<${Bars} ...${{ model, spec, bars, moment, asked, current: currentRow(spec, chosen) }} />`}
  </div>`;
}

/**
 * Bars from 0 to 1 beside the cells of the result.
 *
 * @param {Pick<PartsProps, 'model' | 'spec' | 'moment' | 'asked'> & { bars: NonNullable<BoardParts['bars']>, current: number }} props
 */
function Bars({ model, spec, bars, moment, asked, current }) {
  const { x, y, width, row, count, size } = bars;
  const pad = Math.round(row * 0.2);
  const isShown = (/** @type {number} */ at) => !(asked?.row === at) && (moment?.isShown(at, 0) ?? true);
  return html`${Array.from({ length: count }, (_, at) => {
    const share = isShown(at) ? Math.min(1, Math.max(0, valueAt(model, spec.result, at, 0))) : 0;
    return html`<div
      key=${at}
      class=${`lost-bar${at === current ? ' on' : ''}`}
      style=${boxStyle(x, y + at * row + pad, width, row - 2 * pad)}
    >
      <i style=${{ width: `${100 * share}%` }}></i>
    </div>`;
  })}
  ${[0, 1].map(
    (end) =>
      html`<span
        class="board-text note"
        style=${{ left: px(x + end * width - size * 0.3), top: px(y + count * row + 2), fontSize: px(size * 0.9) }}
        >${end}</span
      >`,
  )}`;
}

/**
 * The cells of a matrix that are marked, because their keys were picked or were not.
 *
 * @param {Model} model @param {Board} spec @param {Placed} place
 */
export const markedCells = (model, { marked }, place) =>
  cellsIn(place).flatMap(({ row, col }, index) => {
    if (!marked || isMasked(model, place.id, row, col)) return [];
    const isPicked = valueAt(model, marked.by, row, col) === 1;
    return (isPicked ? marked.framed : marked.missed).includes(place.id)
      ? [{ row, col, index, isPicked }]
      : [];
  });

/** Frames of picked cells, and dashed cells of those that were not picked. @param {PartsProps} props */
export function Marks({ model, spec, scene, moment }) {
  const lastCol = scene.matrices[0].cols - 1;
  const isShown = (/** @type {Place} */ { row }) =>
    spec.result !== spec.marked?.by || (moment?.isShown(row, lastCol) ?? true);
  return html`<div aria-hidden="true">
    ${scene.matrices.map((place) => {
      const { id, digits, precision } = place;
      const texts = textsOf(model, id, model.matrices[id], precision);
      return markedCells(model, spec, place)
        .filter(isShown)
        .map(
          ({ index, isPicked, ...cell }) =>
            html`<div
              key=${index}
              class=${isPicked ? 'picked-cell' : 'missed-cell'}
              style=${{ ...cellStyle(place, cell, -1), fontSize: px(digits) }}
            >
              ${!isPicked && digits > 0 && texts[index]}
            </div>`,
        );
    })}
  </div>`;
}
