import { html, useRef } from '../../../ui/html.js';
import { widthOf } from '../../../ui/text-width.js';
import { plainLabel } from '../../../ui/labels.js';
import { formulaWidth } from '../../../figure/formula.js';
import { baseOf } from '../../../figure/heads.js';
import { notation } from '../../../figure/notation.js';
import { scaleOf } from '../../../figure/scale.js';
import { BLANK, MASKED } from '../../../figure/reveal.js';
import { figureOf } from '../figure-of.js';
import { Formula, Heatmap } from '../views/matrix.js';
import { BarsFigure, barsLayout } from './bars-figure.js';
import { ColumnLabels, colLabelsOf, RowLabels, rowLabelsOf } from './axis-labels.js';
import { columnLabels, LABEL_FONT } from './labels.js';
import { ADVANCE, productScene, sizesIn, WANTED_DIGITS, wantedWidth } from './layout.js';
import { lineScene } from './line-layout.js';
import { Bands, coveredCell, Outlines } from './outlines.js';
import { Scroller } from './scroller.js';
import { slotsFor } from './slots.js';
import { matricesOf, momentIn, motionOf } from './spec.js';
import { textsOf } from '../numbers.js';
/** @import { Cell, MatrixData, Model, Scale } from '../../../types.js' */
/** @import { FigureProps } from './stage.js' */
/** @import { Placed, Scene } from './layout.js' */
/** @import { MatrixSpec } from './spec.js' */
/** @import { Precision } from '../numbers.js' */
/** @import { MapActions } from '../views/matrix.js' */

/**
 * The font of matrix names, for measuring. It is close enough to reserve their width.
 */
const NAME_FONT = (/** @type {number} */ size, /** @type {boolean} */ italic) =>
  `${italic ? 'italic ' : ''}${size}px "Iowan Old Style", "Palatino Linotype", Palatino, "URW Palladio L", Georgia, "DejaVu Serif", serif`;
/**
 * The width of the dimensions of a matrix after its name, as in the style sheet, with the space before them.
 *
 * @param {MatrixData} matrix
 * @param {number} name - the font size of the name
 */
const shapeWidth = ({ rows, cols }, name) =>
  Math.ceil(`${rows}×${cols}`.length * Math.max(12.5, 0.42 * name) * ADVANCE) + 9;
/** Row labels are cut here at most. */
const WIDEST_LABEL = { page: 130, narrow: 92, present: 170 };

/**
 * The part of a matrix that is shown. All of it, except the rows of Vᵀ that a low-rank product does not use.
 *
 * @param {Model} model @param {MatrixSpec} spec @param {string} id @returns {MatrixData}
 */
function shownMatrix({ matrices }, spec, id) {
  const matrix = matrices[id];
  if (spec.form !== 'product' || id !== spec.right) return matrix;
  const rows = matrices[spec.left].cols;
  return matrix.rows === rows
    ? matrix
    : { rows, cols: matrix.cols, data: matrix.data.slice(0, rows * matrix.cols) };
}

/**
 * The color scales of the matrices on the stage. Matrices share a scale unless one has much larger numbers
 * than another. Weights and masks have their own scales.
 *
 * @param {Model} model @param {MatrixSpec} spec
 * @returns {Record<string, Scale>}
 */
export function scalesOf(model, spec) {
  const ids = matricesOf(spec);
  /** @type {Record<string, Scale>} */
  const scales = Object.fromEntries(ids.map((id) => [id, scaleOf(id, model.matrices[id])]));
  const own = ids.filter((id) => scales[id].kind === 'diverging');
  const largest = own.map((id) => scales[id].high);
  const shared = Math.max(...largest) <= 8 * Math.min(...largest);
  for (const id of own) {
    const together = shared ? own : [id];
    const high = Math.max(...together.map((each) => scaleOf(each, model.matrices[each]).high));
    const negative = together.some((each) => model.matrices[each].data.some((value) => value < 0));
    scales[id] = negative ? { kind: 'diverging', low: -high, high } : { kind: 'sequential', low: 0, high };
  }
  return scales;
}

/**
 * The width that the figure of a step needs for digits of the wanted size.
 *
 * @param {Model} model @param {MatrixSpec} spec
 */
export function leastWidth(model, spec) {
  if (spec.form === 'bars') return 0;
  const beside = spec.form === 'product' ? [spec.left, spec.result] : spec.parts;
  return wantedWidth(
    beside.map((id) => ({
      cols: model.matrices[id].cols,
      length: Math.max(1, ...textsOf(model, id, model.matrices[id]).map((text) => text.length)),
    })),
  );
}

/**
 * The size of a figure in a room, the size of its smallest digits, the height of its rows, and whether column
 * labels have to be turned.
 *
 * @param {Model} model @param {MatrixSpec} spec @param {Pick<FigureProps, 'width' | 'height' | 'size' | 'large'>} room
 */
export function measured(model, spec, room) {
  const scene = sceneOf(model, spec, room);
  const { width, height, matrices, colsOf, label } = scene;
  const isTurned = matrices.some(({ id, cell }) => {
    const labels = colsOf.includes(id) ? colLabelsOf(model, id) : null;
    return labels !== null && columnLabels(labels, cell.width, label).isTurned;
  });
  const row = Math.min(...matrices.map(({ cell }) => cell.height));
  return { width, height, digits: leastDigits(scene), row, isTurned };
}

/**
 * The layout of a figure, with short numbers if its digits are larger then.
 *
 * @param {Model} model @param {MatrixSpec} spec @param {Pick<FigureProps, 'width' | 'height' | 'size' | 'large'>} room
 * @returns {Scene}
 */
export function sceneOf(model, spec, room) {
  const scene = sceneWith(model, spec, room, 'full');
  if (room.size === 'narrow') {
    // Fewer decimals are better than numbers that are out of sight.
    const least = scene.width > room.width ? sceneWith(model, spec, room, 'least') : scene;
    return least.width > room.width ? scene : least;
  }
  if (leastDigits(scene) >= WANTED_DIGITS) return scene;
  const short = sceneWith(model, spec, room, 'short');
  return leastDigits(short) > leastDigits(scene) ? short : scene;
}

/** The smallest digits of a figure. @param {Scene} scene */
const leastDigits = ({ matrices }) => Math.min(...matrices.map(({ digits }) => digits));

/**
 * The layout of a figure with numbers of a precision.
 *
 * @param {Model} model @param {MatrixSpec} spec @param {Pick<FigureProps, 'width' | 'height' | 'size' | 'large'>} room @param {Precision} precision
 * @returns {Scene}
 */
function sceneWith(model, spec, { width, height, size, large = 1 }, precision) {
  const sizes = sizesIn(size, large);
  const rowsOf = matricesOf(spec)[0];
  const labels = rowLabelsOf(model, rowsOf) ?? [];
  const measure = (/** @type {string} */ text) =>
    widthOf(plainLabel(text), `600 ${sizes.label}px ${LABEL_FONT}`);
  const rowLabel = Math.min(WIDEST_LABEL[size] * large, Math.max(0, ...labels.map(measure)) + 4);
  const shape = (/** @type {string} */ id) => {
    const matrix = shownMatrix(model, spec, id);
    const above = spec.form === 'product' && id !== spec.right ? null : colLabelsOf(model, id);
    return {
      id,
      rows: matrix.rows,
      cols: matrix.cols,
      length: Math.max(1, ...textsOf(model, id, matrix, precision).map((text) => text.length)),
      name:
        formulaWidth(notation(id, model.switches), sizes.name, (text, each, italic) =>
          widthOf(text, NAME_FONT(each, italic)),
        ) + shapeWidth(matrix, sizes.name),
      ...(above
        ? {
            columns: above.join('\n'),
            heading: (/** @type {number} */ column) => columnLabels(above, column, sizes.label).height,
          }
        : {}),
    };
  };
  // In a product only the right operand has column labels.
  const above = (spec.form === 'product' ? [spec.right] : matricesOf(spec)).flatMap(
    (id) => colLabelsOf(model, id) ?? [],
  );
  const colLabel = Math.max(0, ...above.map(measure)) + 6;
  const room = { width, height, size, rowLabel, colLabel, large };
  const signs = spec.form === 'line' ? spec.signs : ['→'];
  const ids = matricesOf(spec);
  const shapes = Object.fromEntries(ids.map((id) => [id, shape(id)]));
  const draw = (/** @type {string[]} */ shown, isLow = false, isFolded = false) => {
    if (spec.form !== 'product')
      return lineScene(
        shown.map((id) => shapes[id]),
        signs,
        { ...room, isLow },
      );
    const { left, right, result, over } = spec;
    const product = { left: shapes[left], right: shapes[right], result: shapes[result] };
    return productScene({ ...product, over: over ? shapes[over] : null }, { ...room, isLow, isFolded });
  };
  const isTooHigh = (/** @type {Scene} */ { height: high }) => size === 'narrow' && high > height;
  const implied = spec.form === 'product' ? null : impliedIn(ids);
  let scene = draw(ids);
  const kept = isTooHigh(scene) ? ids.filter((id) => id !== implied) : ids;
  if (kept.length < ids.length) scene = draw(kept);
  if (isTooHigh(scene)) scene = draw(kept, true);
  // Wider columns may have lower labels.
  if (isTooHigh(scene) && spec.form === 'product') scene = draw(kept, true, true);
  return { ...scene, matrices: scene.matrices.map((place) => ({ ...place, precision })) };
}

/**
 * The operand that may be left out of a stack that is too high: the mask, which the result shows too, or a
 * single operand, whose numbers are in the sum.
 *
 * @param {string[]} ids
 */
const impliedIn = (ids) => ids.find((id) => baseOf(id) === 'additive') ?? (ids.length === 2 ? ids[0] : null);

/**
 * The cell of the result that the sum computes: the active cell or the cell that it belongs to, else the cell
 * of an answered question, else a fixed one.
 *
 * @param {Model} model @param {MatrixSpec} spec @param {Cell | null} activeCell
 * @param {{ row: number, col: number } | null} [answered] - the cell of an answered question
 * @returns {{ row: number, col: number }}
 */
export function chosenCell(model, spec, activeCell, answered = null) {
  const { rows, cols } = model.matrices[spec.result];
  const clamp = (/** @type {number} */ n, /** @type {number} */ count) => Math.max(0, Math.min(n, count - 1));
  const { shift = 0, first = 0 } = spec.form === 'line' ? spec : {};
  const own = { row: clamp(answered?.row ?? 2, rows), col: clamp(answered?.col ?? first, cols) };
  if (!activeCell) return own;
  if (spec.form === 'product' && activeCell.matrix === spec.left)
    return { ...own, row: clamp(activeCell.row, rows) };
  if (spec.form === 'product' && activeCell.matrix === spec.right)
    return { ...own, col: clamp(activeCell.col, cols) };
  if (!matricesOf(spec).includes(activeCell.matrix) || activeCell.matrix === /** @type {any} */ (spec).over)
    return own;
  const col = activeCell.matrix === spec.result ? activeCell.col : activeCell.col - shift;
  return { row: clamp(activeCell.row, rows), col: clamp(col, cols) };
}

/** @param {number} n */
const px = (n) => `${n}px`;

/**
 * The matrices of a step, with labels, names and outlines.
 *
 * @param {FigureProps & { model: Model, spec: MatrixSpec, activeCell: Cell | null, asked: { row: number, col: number } | null, answered: { row: number, col: number } | null, actions: MapActions }} props
 */
export function MatrixFigure({
  model,
  spec,
  activeCell,
  asked,
  answered,
  actions,
  lit,
  light,
  time,
  ...room
}) {
  const slots = useRef(/** @type {Map<string, number>} */ (new Map()));
  const bars = spec.form === 'bars' ? barsLayout(model, spec, room, asked !== null) : null;
  const scene = sceneOf(model, spec, room);
  const moment = momentIn(model, spec, time);
  const chosen = asked ?? moment?.at ?? chosenCell(model, spec, activeCell, answered);
  if (spec.form === 'bars' && bars)
    return html`<${BarsFigure}
      ...${{ ...room, model, spec, chosen, asked, layout: bars, actions, light, lit, time }}
    />`;
  const scales = scalesOf(model, spec);
  const ids = scene.matrices.map(({ id }) => id);
  slots.current = slotsFor(slots.current, ids);
  const result = scene.matrices.find(({ id }) => id === spec.result);
  const column = moment && result && result.x + moment.at.col * result.cell.width;
  return html`<${Scroller} of=${ids.join(' ')} width=${room.width} start=${scene.labels} show=${column}>
    <div class="placed" style=${{ width: px(scene.width), height: px(scene.height) }}>
      <${RowLabels} model=${model} scene=${scene} chosen=${chosen} />
      <${Bands} scene=${scene} spec=${spec} chosen=${chosen} lit=${lit} />
      <${ColumnLabels} model=${model} scene=${scene} spec=${spec} chosen=${chosen} />
      ${scene.matrices.map(
        (place) =>
          html`<${Matrix}
            key=${slots.current.get(place.id)}
            ...${{ model, spec, place, actions, light, moment, asked, chosen, scale: scales[place.id] }}
          />`,
      )}
      ${scene.signs.map(
        ({ text, x, y, size }) =>
          html`<span class="sign" style=${{ left: px(x), top: px(y), fontSize: px(size) }}>${text}</span>`,
      )}
      ${scene.names.map((name) => html`<${Name} key=${name.id} model=${model} spec=${spec} name=${name} />`)}
      <${Outlines} ...${{ model, scene, spec, chosen, lit, moment, asked }} />
    </div>
  <//>`;
}

/**
 * The result during a motion. Cells that are not computed yet are blank. With a curtain, cells that it has
 * not reached show their score.
 *
 * @param {Model} model @param {MatrixSpec} spec @param {import('./motion.js').Moment} moment @param {{ matrix: MatrixData, states: Uint8Array, texts: string[], precision?: Precision }} whole
 */
function partly(model, spec, moment, { matrix, states, texts, precision }) {
  const { cols } = matrix;
  const shown = (/** @type {number} */ cell) => moment.isShown(Math.floor(cell / cols), cell % cols);
  if (motionOf(spec) !== 'curtain')
    return {
      states: states.map((state, cell) => (shown(cell) ? state : BLANK)),
      texts: texts.map((text, cell) => (shown(cell) ? text : '')),
    };
  const before = matricesOf(spec)[0];
  const plain = textsOf(model, before, model.matrices[before], precision);
  return {
    matrix: model.matrices[before],
    states: states.map((state, cell) => (state === MASKED && !shown(cell) ? 0 : state)),
    texts: texts.map((text, cell) => (states[cell] === MASKED && !shown(cell) ? plain[cell] : text)),
  };
}

/** @param {{ model: Model, spec: MatrixSpec, place: Placed, actions: MapActions, light: FigureProps['light'], moment: import('./motion.js').Moment | null, asked: { row: number, col: number } | null, chosen: { row: number, col: number }, scale: Scale }} props */
function Matrix({ model, spec, place, actions, light, moment, asked, chosen, scale }) {
  const { id, cell, digits, precision } = place;
  const matrix = shownMatrix(model, spec, id);
  const texts = textsOf(model, id, matrix, precision);
  if (asked && id === spec.result) texts[asked.row * matrix.cols + asked.col] = '';
  const covered = asked || id !== spec.result ? -1 : coveredCell(model, place, chosen, texts);
  if (covered >= 0) texts[covered] = '';
  const whole = figureOf(model, id, {
    cellWidth: cell.width,
    cellHeight: cell.height,
    rowLabels: false,
    cursor: model.state.cursor,
    marks: [],
  });
  const figure = {
    ...whole,
    ...(matrix === model.matrices[id] ? {} : { matrix, states: new Uint8Array(matrix.data.length) }),
    ...scale,
    colLabels: null,
    table: false,
    quiet: false,
    texts,
    textSize: digits,
    cellGap: 2,
    cornerRadius: 3,
    ...(moment && id === spec.result
      ? partly(model, spec, moment, { matrix, states: whole.states, texts, precision })
      : {}),
    // Screen readers must not get the answer either.
    ...(asked && id === spec.result
      ? {
          describe: (/** @type {number} */ row, /** @type {number} */ col) =>
            row === asked.row && col === asked.col ? model.t.stage.asked : whole.describe(row, col),
        }
      : {}),
  };
  const part = id === spec.result ? 'r' : spec.form === 'product' && id === spec.right ? 'k' : 'q';
  return html`<${Heatmap}
    ...${{ id, actions, figure, light: (/** @type {boolean} */ isOver) => light(isOver ? part : null) }}
    style=${{
      left: px(place.x),
      top: px(place.y),
      width: px(place.cols * cell.width),
      height: px(place.rows * cell.height),
    }}
  />`;
}

/** @param {{ model: Model, spec: MatrixSpec, name: Scene['names'][number] }} props */
function Name({ model, spec, name: { id, x, y, align, size } }) {
  const { rows, cols } = shownMatrix(model, spec, id);
  const isResult = id === spec.result && spec.form === 'product';
  const style = { left: px(x), top: px(y), fontSize: px(size) };
  return html`<span class=${`name ${align}`} style=${style}>
    <${Formula} formula=${notation(id, model.switches)} t=${model.t} />
    ${!isResult && html`<small>${rows}×${cols}</small>`}
  </span>`;
}
