import { html } from '../../../ui/html.js';
import { plainLabel } from '../../../ui/labels.js';
import { axesOf, axisLabels, shortLabels } from '../../../figure/axes.js';
import { headLabels } from '../../../figure/heads.js';
import { columnLabels, rowLabelSize } from './labels.js';
/** @import { Model } from '../../../types.js' */
/** @import { Placed, Scene } from './layout.js' */
/** @import { MatrixSpec } from './spec.js' */

/** @param {number} n */
const px = (n) => `${n}px`;

/** The row labels of a matrix, as far as there are any. @param {Model} model @param {string} id */
export function rowLabelsOf(model, id) {
  return axisLabels(model.lesson, axesOf(id).row);
}

/** The column labels of a matrix. @param {Model} model @param {string} id */
export function colLabelsOf(model, id) {
  const labels = axisLabels(model.lesson, axesOf(id).col) ?? headLabels(model, id, model.matrices[id].cols);
  return labels ? shortLabels(labels) : null;
}

/**
 * The row labels. They stay visible when the figure is scrolled.
 *
 * @param {{ model: Model, scene: Scene, chosen: { row: number, col: number } }} props
 */
export function RowLabels({ model, scene, chosen }) {
  const { labels, label, rowsOf } = scene;
  const beside = scene.matrices.filter(({ id }) => rowsOf === '*' || id === rowsOf);
  let end = 0;
  return beside.map((place) => {
    const { id, y, rows, cell } = place;
    const before = end;
    const texts = rowLabelsOf(model, id) ?? [];
    const fontSize = px(rowLabelSize(texts, labels - 10, label));
    end = y + rows * cell.height;
    return html`<div
      key=${`labels ${id}`}
      class="row-labels"
      aria-hidden="true"
      style=${{ marginTop: px(y - before), height: px(rows * cell.height), width: px(Math.max(0, labels - 5)) }}
    >
      ${texts.map(
        (text, row) =>
          html`<span
            key=${row}
            class=${`lab row${row === chosen.row ? ' on' : ''}`}
            style=${{
              top: px(row * cell.height),
              height: px(cell.height),
              width: px(labels - 10),
              fontSize,
            }}
            title=${text}
            ><bdi>${plainLabel(text)}</bdi></span
          >`,
      )}
    </div>`;
  });
}

/**
 * The column labels.
 *
 * @param {{ model: Model, scene: Scene, spec: MatrixSpec, chosen: { row: number, col: number } }} props
 */
export function ColumnLabels({ model, scene, spec, chosen }) {
  const above = scene.matrices.filter(({ id }) => scene.colsOf.includes(id));
  return html`<div aria-hidden="true">
    ${above.map((place) => labelsAbove(model, place, scene.label, spec, chosen.col))}
  </div>`;
}

/**
 * @param {Model} model
 * @param {Placed} place
 * @param {number} label
 * @param {MatrixSpec} spec
 * @param {number} chosen
 */
function labelsAbove(model, { id, x, y, cell }, label, spec, chosen) {
  const texts = colLabelsOf(model, id);
  if (!texts) return null;
  const marks = spec.form === 'product' || axesOf(id).col === 'key';
  return labelsOver(texts, columnLabels(texts, cell.width, label), {
    x,
    y: y - 5,
    width: cell.width,
    chosen: marks ? chosen : null,
  });
}

/**
 * Labels above columns of equal width. `x` is the left edge of the first column, `y` the bottom of labels.
 *
 * @param {string[]} texts @param {import('./labels.js').ColumnLabels} set @param {{ x: number, y: number, width: number, chosen: number | null }} place
 */
export function labelsOver(texts, { size, line, lines, height, isTurned }, { x, y, width, chosen }) {
  return texts.map((text, col) => {
    const high = isTurned ? height : lines[col].length * line;
    return html`<span
      key=${`${x} ${y} ${col}`}
      class=${`lab col${isTurned ? ' turned' : ''}${col === chosen ? ' on' : ''}`}
      style=${{
        left: px(x + col * width),
        top: px(y - high),
        width: px(width),
        height: px(high),
        fontSize: px(size),
        lineHeight: px(isTurned ? width : line),
      }}
      title=${text}
      >${lines[col].map((each) => html`<bdi>${each}</bdi>`)}</span
    >`;
  });
}
