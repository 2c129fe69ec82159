import { Formula } from '../../../figure/formula.js';
import { notation } from '../../../figure/matrices.js';
import { html } from '../../../ui/html.js';
import { plainLabel } from '../../../ui/labels.js';
import { boxStyle, px } from './box.js';
/** @import { MatrixData, Model } from '../../../types.js' */
/** @import { ColumnLabels as Labels } from './labels.js' */
/** @import { StepLayout } from './layout.js' */
/** @import { MatrixScene } from './scene.js' */

/**
 * The row labels. Those of a figure that can be scrolled stay visible.
 *
 * @param {{ rowLabels: MatrixScene['rowLabels'], current: number, isScrolled?: boolean }} props - `current` is
 *   the row whose labels are highlighted
 */
export function RowLabels({ rowLabels, current, isScrolled = false }) {
  let end = 0;
  return rowLabels.map(({ id, x, y, width, row, texts, size }) => {
    const height = texts.length * row;
    const place = isScrolled ? { marginTop: px(y - end) } : { left: px(x), top: px(y) };
    end = y + height;
    return html`<div
      key=${`labels ${id}`}
      class=${isScrolled ? 'row-labels' : 'row-labels beside'}
      aria-hidden="true"
      style=${{ ...place, height: px(height), width: px(Math.max(0, width + 5)) }}
    >
      ${texts.map(
        (text, index) =>
          html`<span
            key=${index}
            class=${`lab row${index === current ? ' on' : ''}`}
            style=${{ ...boxStyle(0, index * row, width, row), fontSize: px(size) }}
            title=${text}
            ><bdi>${plainLabel(text)}</bdi></span
          >`,
      )}
    </div>`;
  });
}

/** The column labels. @param {{ scene: MatrixScene, chosen: { col: number } }} props */
export const ColumnLabels = ({ scene, chosen }) =>
  html`<div aria-hidden="true">
    ${scene.columnLabels.map((labels) => columnLabelsAt(labels, labels.isMarked ? chosen.col : null))}
  </div>`;

/**
 * Labels above columns of equal width. `x` is the left edge of the first column, `y` the bottom of labels.
 *
 * @param {Labels & { texts: string[], x: number, y: number, width: number }} labels
 * @param {number | null} chosen - the column whose label is highlighted
 */
export function columnLabelsAt({ texts, size, line, lines, height, isTurned, x, y, width }, chosen) {
  return texts.map((text, col) => {
    const high = isTurned ? height : lines[col].length * line;
    return html`<span
      key=${`${x} ${y} ${col}`}
      class=${`lab col${isTurned ? ' turned' : ''}${col === chosen ? ' on' : ''}`}
      style=${{
        ...boxStyle(x + col * width, y - high, width, high),
        fontSize: px(size),
        lineHeight: px(isTurned ? width : line),
      }}
      title=${text}
      >${lines[col].map((each) => html`<bdi>${each}</bdi>`)}</span
    >`;
  });
}

/**
 * The name of a matrix, with its dimensions if `matrix` is given.
 *
 * @param {{ model: Model, name: StepLayout['names'][number], matrix?: MatrixData | false }} props
 */
export const Name = ({ model, name: { id, x, y, align, size }, matrix }) =>
  html`<span class=${`name ${align}`} style=${{ left: px(x), top: px(y), fontSize: px(size) }}>
    <${Formula} formula=${notation(id, model.switches)} t=${model.t} />
    ${matrix && html`<small>${matrix.rows}×${matrix.cols}</small>`}
  </span>`;
