import { html } from '../../../ui/html.js';
import { plainLabel } from '../../../ui/labels.js';
import { isMasked } from '../operations/weights.js';
import { valueAt } from '../operations/operation.js';
import { textsOf } from '../numbers.js';
import { cellsIn } from '../../../ui/grid.js';
import { boxStyle, cellStyle, px } from './box.js';
/** @import { Model } from '../../../types.js' */
/** @import { BoardParts } from './board-layout.js' */
/** @import { Placed } from './layout.js' */
/** @import { Moment, Place } from './motion.js' */
/** @import { MatrixScene } from './scene.js' */
/** @import { Board } from './spec.js' */

/** @typedef {{ model: Model, spec: Board, scene: MatrixScene & { parts: BoardParts }, chosen: Place, moment: Moment | null, asked: Place | null }} PartsProps */

/** The titles, notes and row labels of a board, and its bars. @param {PartsProps} props */
export function BoardTexts({ model, spec, scene, chosen, moment, asked }) {
  const { texts, bars } = scene.parts;
  const current = spec.current ?? chosen.row;
  return html`<div aria-hidden="true">
    ${texts.map(({ text, kind, row, x, y, width, height, size }) =>
      kind === 'row'
        ? html`<span
            class=${`lab row beside${row === current ? ' on' : ''}`}
            style=${{ ...boxStyle(x, y, width, height), fontSize: px(size) }}
            title=${text}
            ><bdi>${plainLabel(text)}</bdi></span
          >`
        : html`<span
            class=${`board-text ${kind}`}
            style=${{ left: px(x), top: px(y), fontSize: px(size), [kind === 'note' ? 'width' : 'minWidth']: px(width) }}
            >${text}</span
          >`,
    )}
    ${bars && html`<${Bars} ...${{ model, spec, bars, moment, asked, current }} />`}
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

/** Frames of picked cells, and dashed cells of those that were not picked. @param {PartsProps} props */
export function Marks({ model, spec, scene, moment }) {
  const { marked } = spec;
  if (!marked) return null;
  const isRowShown = (/** @type {number} */ row) =>
    spec.result !== marked.by || (moment?.isShown(row, scene.matrices[0].cols - 1) ?? true);
  const cells = (/** @type {Placed} */ place, /** @type {boolean} */ isPicked) => {
    const { id, digits, precision } = place;
    const texts = textsOf(model, id, model.matrices[id], precision);
    return cellsIn(place).map(({ row, col }, index) => {
      const has = valueAt(model, marked.by, row, col) === 1;
      if (has !== isPicked || isMasked(model, id, row, col) || !isRowShown(row)) return null;
      const style = cellStyle(place, { row, col }, -1);
      return html`<div
        key=${index}
        class=${isPicked ? 'picked-cell' : 'missed-cell'}
        style=${{ ...style, fontSize: px(digits) }}
      >
        ${!isPicked && digits > 0 && texts[index]}
      </div>`;
    });
  };
  return html`<div aria-hidden="true">
    ${scene.matrices.map((place) => [
      marked.framed.includes(place.id) && cells(place, true),
      marked.missed.includes(place.id) && cells(place, false),
    ])}
  </div>`;
}
