import { html } from '../../../ui/html.js';
import { plainLabel } from '../../../ui/labels.js';
import { boxStyle, px } from './box.js';
/** @import { ColumnLabels as Labels } from './labels.js' */
/** @import { MatrixScene } from './scene.js' */

/** @typedef {{ scene: MatrixScene, chosen: { row: number, col: number } }} LabelProps */

/** The row labels. They stay visible when the figure is scrolled. @param {LabelProps} props */
export function RowLabels({ scene: { labels, rowLabels }, chosen }) {
  let end = 0;
  return rowLabels.map(({ id, y, row, texts, size }) => {
    const before = end;
    const height = texts.length * row;
    end = y + height;
    return html`<div
      key=${`labels ${id}`}
      class="row-labels"
      aria-hidden="true"
      style=${{ marginTop: px(y - before), height: px(height), width: px(Math.max(0, labels - 5)) }}
    >
      ${texts.map(
        (text, index) =>
          html`<span
            key=${index}
            class=${`lab row${index === chosen.row ? ' on' : ''}`}
            style=${{
              top: px(index * row),
              height: px(row),
              width: px(labels - 10),
              fontSize: px(size),
            }}
            title=${text}
            ><bdi>${plainLabel(text)}</bdi></span
          >`,
      )}
    </div>`;
  });
}

/** The column labels. @param {LabelProps} props */
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
