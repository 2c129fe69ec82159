import { html } from '../../../ui/html.js';
import { ADVANCE } from './layout.js';
import { operands as operandsOf } from '../compute/trace.js';
import { textsOf } from '../numbers.js';
import { cellsIn } from '../../../ui/grid.js';
import { boxStyle, cellStyle, px } from './box.js';
import { hiddenRows, isSamePlace, motionOf } from './spec.js';
import { growsRight, widened } from './shown.js';
/** @import { Model } from '../../../types.js' */
/** @import { Placed } from './layout.js' */
/** @import { Moment, Place } from './motion.js' */
/** @import { MatrixScene } from './scene.js' */
/** @import { MatrixSpec } from './spec.js' */
/** @import { Rect } from './shown.js' */

/** @typedef {{ model: Model, scene: MatrixScene, spec: MatrixSpec, chosen: Place, lit: string[], moment: Moment | null, asked: Place | null }} OutlineProps */

/** The bands that connect the row and the column with the cell of the result. @param {OutlineProps} props */
export function Bands({ scene, spec, chosen }) {
  if (spec.form !== 'product') return null;
  const [left, right, result] = scene.matrices;
  const { width, height } = result.cell;
  const [x, y] = [result.x + chosen.col * width, result.y + chosen.row * height];
  return html`<div class="ribbon q" style=${boxStyle(left.x, y, x - left.x, height)}></div>
    <div class="ribbon k" style=${boxStyle(x, right.y, width, y - right.y)}></div>`;
}

/** The outlines of the row, the column and the cell of the current sum. @param {OutlineProps} props */
export function Outlines({ model, scene, spec, chosen, lit, moment, asked }) {
  const outline = (/** @type {string} */ kind, /** @type {Placed} */ place, /** @type {Rect} */ rect) =>
    html`<${Outline} ...${{ model, place, rect, kind, isStrong: lit.includes(kind) }} />`;
  const result = /** @type {Placed} */ (scene.matrices.find(({ id }) => id === spec.result));
  const isCurtain = moment !== null && motionOf(spec) === 'curtain';
  if (isCurtain && !moment.isAsked)
    return html`<div aria-hidden="true">
      ${asked && emptyCells(result, (row, col) => row !== asked.row || col !== asked.col)}
      <${Curtain} place=${result} moment=${moment} />
    </div>`;
  const isThere = !moment || moment.isShown(chosen.row, chosen.col);
  const isAsked = isSamePlace(asked, chosen);
  // After the answer, the cell shows it before the others follow.
  const isKnown = isThere || (moment?.isAsked === true && !asked);
  const working = html`<${Working}
    ...${{ model, place: result, chosen, isThere: isKnown, isLit: lit.includes('r'), isAsked }}
  />`;
  const operands = scene.matrices
    .filter((place) => place !== result)
    .map((place) =>
      operandsIn(model, spec, place, chosen).map(({ part, rect }) => outline(part, place, rect)),
    );
  return html`<div aria-hidden="true">
    ${moment && emptyCells(result, moment.isShown)} ${laterRows(spec, scene, moment !== null)} ${operands}
    ${working}
  </div>`;
}

/**
 * The cells of a matrix that are operands in the sum of the chosen cell, and which part of the sum they are.
 *
 * @param {Model} model @param {MatrixSpec} spec @param {Placed} place @param {Place} chosen
 * @returns {{ part: 'q' | 'k', rect: Rect }[]}
 */
export function operandsIn(model, spec, place, chosen) {
  const { id, rows, cols } = place;
  if (spec.form === 'product') {
    if (id === spec.left) return [{ part: 'q', rect: { row: chosen.row, col: 0, cols } }];
    return id === spec.right ? [{ part: 'k', rect: { row: 0, col: chosen.col, rows } }] : [];
  }
  if (spec.form === 'board') {
    const cell = { matrix: spec.result, ...chosen, rows: 1, cols: 1 };
    return operandsOf(model.graph, model.matrices, cell).flatMap(({ matrix, ...rect }, index) =>
      matrix === id ? [{ part: /** @type {'q' | 'k'} */ (index === 0 ? 'q' : 'k'), rect }] : [],
    );
  }
  const shift = spec.form === 'line' ? (spec.shift ?? 0) : 0;
  return [{ part: 'q', rect: clampTo(place, { row: chosen.row, col: chosen.col + shift }) }];
}

/**
 * The outline of cells of an operand. Widened cells show their numbers over the heatmap.
 *
 * @param {{ model: Model, place: Placed, rect: Rect, kind: string, isStrong: boolean }} props
 */
function Outline({ model, place, rect, kind, isStrong }) {
  const { x, y, cell, digits } = place;
  const { row, col, rows = 1, cols = 1 } = rect;
  const wide = widened(model, place, rect);
  const excess = wide?.excess ?? 0;
  const left = x + col * cell.width - 2 - (growsRight(place, rect) ? 0 : excess);
  const top = y + row * cell.height - 2;
  return html`<div
    class=${`lit ${kind}${isStrong ? ' strong' : ''}${excess > 0 ? ' wide' : ''}`}
    style=${{
      ...boxStyle(left, top, cols * cell.width + 3 + excess, rows * cell.height + 3),
      fontSize: px(digits),
    }}
  >
    ${excess > 0 && wide?.texts.map((text) => html`<span class="widened">${text}</span>`)}
  </div>`;
}

/**
 * Clamps a cell to a matrix that may have fewer columns than the result.
 *
 * @param {Placed} place @param {Place} cell
 */
const clampTo = ({ rows, cols }, { row, col }) => ({
  row: Math.min(row, rows - 1),
  col: Math.max(0, Math.min(col, cols - 1)),
});

/**
 * Placeholders of the cells that are not computed yet.
 *
 * @param {Placed} place @param {Moment['isShown']} isShown
 */
const emptyCells = (place, isShown) =>
  cellsIn(place).map(
    ({ row, col }, index) =>
      !isShown(row, col) &&
      html`<div key=${index} class="empty" style=${cellStyle(place, { row, col }, -2)}></div>`,
  );

/**
 * Placeholders of the rows on a board that are still empty.
 *
 * @param {MatrixSpec} spec @param {MatrixScene} scene @param {boolean} isMoving
 */
function laterRows(spec, scene, isMoving) {
  if (spec.form !== 'board') return null;
  return scene.matrices.map((place) => {
    const hidden = hiddenRows(spec, place.id, place.rows, isMoving);
    return hidden.length > 0 && emptyCells(place, (row) => !hidden.includes(row));
  });
}

/** The edge of the curtain that covers later keys. @param {{ place: Placed, moment: Moment }} props */
function Curtain({ place: { x, y, rows, cols, cell }, moment }) {
  const left = x + (1 - moment.all) * cols * cell.width - 2;
  const style = { left: px(left), top: px(y - 4), height: px(rows * cell.height + 8) };
  return html`<div class="edge" style=${style}></div>`;
}

/**
 * The current cell of the result, slightly enlarged.
 *
 * @param {{ model: Model, place: Placed, chosen: Place, isThere: boolean, isLit: boolean, isAsked: boolean }} props
 */
function Working({ model, place, chosen, isThere, isLit, isAsked }) {
  const { id, x, y, cell, digits, cols, precision } = place;
  const texts = textsOf(model, id, model.matrices[id], precision === 'least' ? 'full' : precision);
  const text = isAsked ? '?' : isThere ? texts[chosen.row * cols + chosen.col] : '';
  const excess = isAsked ? 0 : (widened(model, place, chosen)?.excess ?? 0);
  const width = cell.width + 3 + excess;
  const left = x + chosen.col * cell.width - 2 - (growsRight(place, chosen) ? 0 : excess);
  const large = digits * 1.12;
  const fontSize = isAsked
    ? Math.min(Math.max(24, large), cell.height * 0.6)
    : Math.min(large, (width - 5) / (Math.max(1, text.length) * ADVANCE));
  const isBare = isThere && !isAsked && (text === '' || digits === 0);
  return html`<div
    class=${`working${isLit ? ' strong' : ''}${isBare ? ' bare' : ''}`}
    style=${{
      ...boxStyle(left, y + chosen.row * cell.height - 2, width, cell.height + 3),
      fontSize: px(fontSize),
    }}
  >
    ${isAsked || digits > 0 ? text : ''}
  </div>`;
}
