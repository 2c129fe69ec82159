import { html } from '../../../ui/html.js';
import { ADVANCE } from './layout.js';
import { DROPPED } from './motion.js';
import { textsOf } from '../numbers.js';
import { motionOf } from './spec.js';
/** @import { Model } from '../../../types.js' */
/** @import { Placed, Scene } from './layout.js' */
/** @import { MatrixSpec } from './spec.js' */

/** @param {number} n */
const px = (n) => `${n}px`;

/**
 * The bands that connect the row and the column with the cell of the result.
 *
 * @param {{ scene: Scene, spec: MatrixSpec, chosen: { row: number, col: number }, lit: string[] }} props
 */
export function Bands({ scene, spec, chosen }) {
  if (spec.form !== 'product') return null;
  const [left, right, result] = scene.matrices;
  const { width, height } = result.cell;
  const [x, y] = [result.x + chosen.col * width, result.y + chosen.row * height];
  return html`<div
      class="ribbon q"
      style=${{ left: px(left.x), top: px(y), width: px(x - left.x), height: px(height) }}
    ></div>
    <div
      class="ribbon k"
      style=${{ left: px(x), top: px(right.y), width: px(width), height: px(y - right.y) }}
    ></div>`;
}

/** @typedef {{ model: Model, scene: Scene, spec: MatrixSpec, chosen: { row: number, col: number }, lit: string[], moment: import('./motion.js').Moment | null, asked: { row: number, col: number } | null }} OutlineProps */

/** The outlines of the row, the column and the cell of the current sum. @param {OutlineProps} props */
export function Outlines({ model, scene, spec, chosen, lit, moment, asked }) {
  const box = (
    /** @type {string} */ kind,
    /** @type {Placed} */ { x, y, cell },
    /** @type {{ row: number, col: number, rows?: number, cols?: number }} */ {
      row,
      col,
      rows = 1,
      cols = 1,
    },
  ) =>
    html`<div
      class=${`lit ${kind}${lit.includes(kind) ? ' strong' : ''}`}
      style=${{
        left: px(x + col * cell.width - 2),
        top: px(y + row * cell.height - 2),
        width: px(cols * cell.width + 3),
        height: px(rows * cell.height + 3),
      }}
    ></div>`;
  const result = /** @type {Placed} */ (scene.matrices.find(({ id }) => id === spec.result));
  const isThere = !moment || moment.isShown(chosen.row, chosen.col) || moment.part >= DROPPED;
  const working = html`<${Working}
    ...${{ model, place: result, chosen, lit, isThere, asked: asked !== null }}
  />`;
  const empties = moment && motionOf(spec) !== 'curtain' ? emptyCells(result, moment) : null;
  if (spec.form === 'product') {
    const [left, right] = scene.matrices;
    return html`<div aria-hidden="true">
      ${empties} ${box('q', left, { row: chosen.row, col: 0, cols: left.cols })}
      ${box('k', right, { row: 0, col: chosen.col, rows: right.rows })} ${working}
    </div>`;
  }
  if (moment && motionOf(spec) === 'curtain') return html`<${Curtain} place=${result} moment=${moment} />`;
  const shift = spec.form === 'line' ? (spec.shift ?? 0) : 0;
  const operand = { row: chosen.row, col: chosen.col + shift };
  return html`<div aria-hidden="true">
    ${empties}
    ${scene.matrices.map((place) => (place === result ? working : box('q', place, clampTo(place, operand))))}
  </div>`;
}

/**
 * Clamps a cell to a matrix that may have fewer columns than the result.
 *
 * @param {Placed} place @param {{ row: number, col: number }} cell
 */
const clampTo = ({ rows, cols }, { row, col }) => ({
  row: Math.min(row, rows - 1),
  col: Math.max(0, Math.min(col, cols - 1)),
});

/**
 * Placeholders of the cells that are not computed yet.
 *
 * @param {Placed} place @param {import('./motion.js').Moment} moment
 */
function emptyCells({ x, y, rows, cols, cell }, moment) {
  return Array.from({ length: rows * cols }, (_, index) => {
    const [row, col] = [Math.floor(index / cols), index % cols];
    if (moment.isShown(row, col)) return null;
    return html`<div
      key=${index}
      class="empty"
      style=${{
        left: px(x + col * cell.width + 2),
        top: px(y + row * cell.height + 2),
        width: px(cell.width - 4),
        height: px(cell.height - 4),
      }}
    ></div>`;
  });
}

/**
 * The edge of the curtain that covers later keys.
 *
 * @param {{ place: Placed, moment: import('./motion.js').Moment }} props
 */
function Curtain({ place: { x, y, rows, cols, cell }, moment }) {
  return html`<div
    aria-hidden="true"
    class="edge"
    style=${{
      left: px(x + (1 - moment.all) * cols * cell.width - 2),
      top: px(y - 4),
      height: px(rows * cell.height + 8),
    }}
  ></div>`;
}

/**
 * The extra width of the selected cell. Where numbers are shortened to one decimal, this cell shows all of
 * its decimals.
 *
 * @param {Model} model @param {Placed} place @param {{ row: number, col: number }} chosen
 */
function excessOf(model, { id, cell, digits, cols, precision }, { row, col }) {
  if (precision !== 'least' || digits === 0) return 0;
  const { length } = textsOf(model, id, model.matrices[id])[row * cols + col];
  return Math.max(0, Math.ceil(length * digits * ADVANCE) + 7 - (cell.width + 3));
}

/**
 * The index of the cell whose number the widened selected cell would cover partly; -1 if none.
 *
 * @param {Model} model @param {Placed} place @param {{ row: number, col: number }} chosen
 * @param {string[]} texts - of all cells
 */
export function coveredCell(model, place, chosen, texts) {
  const { cols, cell, digits } = place;
  const excess = excessOf(model, place, chosen);
  const at = chosen.row * cols + chosen.col + (chosen.col < cols - 1 ? 1 : -1);
  const beside = (cell.width - (texts[at]?.length ?? 0) * digits * ADVANCE) / 2;
  return cols > 1 && excess > Math.max(0, beside) ? at : -1;
}

/**
 * The current cell of the result, slightly enlarged.
 *
 * @param {{ model: Model, place: Placed, chosen: { row: number, col: number }, lit: string[], isThere: boolean, asked: boolean }} props
 */
function Working({ model, place, chosen, lit, isThere, asked }) {
  const { id, x, y, cell, digits, cols, precision } = place;
  const isLeast = precision === 'least';
  const text = asked
    ? '?'
    : isThere
      ? textsOf(model, id, model.matrices[id], isLeast ? 'full' : precision)[chosen.row * cols + chosen.col]
      : '';
  const excess = asked ? 0 : excessOf(model, place, chosen);
  const width = cell.width + 3 + excess;
  const left = x + chosen.col * cell.width - 2 - (chosen.col < cols - 1 ? 0 : excess);
  const size = Math.min(digits * 1.12, (width - 5) / (Math.max(1, text.length) * ADVANCE));
  const bare = isThere && !asked && (text === '' || digits === 0);
  return html`<div
    class=${`working${lit.includes('r') ? ' strong' : ''}${bare ? ' bare' : ''}`}
    style=${{
      left: px(left),
      top: px(y + chosen.row * cell.height - 2),
      width: px(width),
      height: px(cell.height + 3),
      fontSize: px(asked ? Math.min(Math.max(24, digits * 1.12), cell.height * 0.6) : size),
    }}
  >
    ${asked || digits > 0 ? text : ''}
  </div>`;
}
