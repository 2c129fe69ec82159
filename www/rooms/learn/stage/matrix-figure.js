import { html, useRef } from '../../../ui/html.js';
import { notation } from '../../../figure/matrices.js';
import { figureOf } from '../figure-of.js';
import { operationOf } from '../operations/index.js';
import { BarsFigure } from './bars-figure.js';
import { BoardTexts, Marks } from './board-parts.js';
import { boxStyle, px } from './box.js';
import { ColumnLabels, RowLabels } from './axis-labels.js';
import { Bands, operandsIn, Outlines } from './outlines.js';
import { scalesOf, shownMatrix } from './scene.js';
import { hiddenRows } from './spec.js';
import { Scroller } from './scroller.js';
import { widenTexts, describeUntil, shownUntil } from './shown.js';
import { BLANK } from '../../../figure/reveal.js';
import { textsOf } from '../numbers.js';
import { Heatmap } from '../views/matrix.js';
import { Formula } from '../../../figure/formula.js';
/** @import { Model, Scale } from '../../../types.js' */
/** @import { FigureProps } from './stage.js' */
/** @import { BarsScene } from './bars-scene.js' */
/** @import { Placed, Scene } from './layout.js' */
/** @import { OutlineProps } from './outlines.js' */
/** @import { MatrixScene } from './scene.js' */
/** @import { MatrixSpec } from './spec.js' */
/** @import { MapActions } from '../views/matrix.js' */

/** @typedef {{ actions: MapActions, light: FigureProps['light'] }} Actions */

/**
 * Draws the scene of a step: matrices with labels, names and outlines, or rows of bars. `width` is that of
 * the stage, which a scene may exceed.
 *
 * @param {Omit<OutlineProps, 'scene'> & Actions & { scene: MatrixScene | BarsScene, width: number }} props
 */
export function StepFigure({ scene, width, ...props }) {
  if ('isBars' in scene) return html`<${BarsFigure} ...${{ ...props, scene }} />`;
  return html`<${Matrices} ...${{ ...props, scene, width }} />`;
}

/** @param {OutlineProps & Actions & { width: number }} props */
function Matrices({ width, ...props }) {
  const { model, spec, scene, moment } = props;
  const slots = useRef(/** @type {Map<string, number>} */ (new Map()));
  const scales = scalesOf(model, spec);
  const ids = scene.matrices.map(({ id }) => id);
  slots.current = slotsFor(slots.current, ids);
  const result = scene.matrices.find(({ id }) => id === spec.result);
  const col = moment?.isAsked ? props.chosen.col : moment?.at.col;
  const column = result && col !== undefined && result.x + col * result.cell.width;
  return html`<${Scroller} of=${ids.join(' ')} width=${width} start=${scene.labels} show=${column}>
    <div class="placed" style=${{ width: px(scene.width), height: px(scene.height) }}>
      <${RowLabels} ...${props} />
      <${Bands} ...${props} />
      ${spec.form === 'board' && html`<${BoardTexts} ...${props} />`}
      <${ColumnLabels} ...${props} />
      ${scene.matrices.map(
        (place) =>
          html`<${Matrix}
            key=${slots.current.get(place.id)}
            ...${{ ...props, place, scale: scales[place.id] }}
          />`,
      )}
      ${scene.signs.map(
        ({ text, x, y, size }) =>
          html`<span class="sign" style=${{ left: px(x), top: px(y), fontSize: px(size) }}>${text}</span>`,
      )}
      ${scene.names.map((name) => html`<${Name} key=${name.id} model=${model} spec=${spec} name=${name} />`)}
      ${spec.form === 'board' && html`<${Marks} ...${props} />`}
      <${Outlines} ...${props} />
    </div>
  <//>`;
}

/**
 * Which heatmap shows which matrix, from step to step. A matrix that was shown before stays in its heatmap;
 * the others take heatmaps that are free, because a new one takes longer than to draw one anew.
 *
 * @param {ReadonlyMap<string, number>} before - the number of the heatmap of each matrix of the step before
 * @param {string[]} ids - the matrices to show
 * @returns {Map<string, number>}
 */
export function slotsFor(before, ids) {
  const kept = new Set(ids.map((id) => before.get(id)));
  const free = [...before.values()].filter((slot) => !kept.has(slot));
  let next = Math.max(-1, ...before.values()) + 1;
  return new Map(ids.map((id) => [id, before.get(id) ?? free.shift() ?? next++]));
}

/** @param {OutlineProps & Actions & { place: Placed, scale: Scale }} props */
function Matrix({ model, spec, place, actions, light, moment, asked, chosen, scale }) {
  const { id, cell, digits, precision } = place;
  const matrix = shownMatrix(model, spec, id);
  const isResult = id === spec.result;
  const texts = textsOf(model, id, matrix, precision);
  const results = asked ? [] : [chosen];
  const inSum = isResult ? results : operandsIn(model, spec, place, chosen).map(({ rect }) => rect);
  for (const rect of inSum) widenTexts(model, place, rect, texts);
  const whole = figureOf(model, id, {
    cellWidth: cell.width,
    cellHeight: cell.height,
    rowLabels: false,
  });
  const hidden = spec.form === 'board' ? hiddenRows(spec, id, matrix.rows, moment !== null) : [];
  for (const row of hidden) {
    whole.states.fill(BLANK, row * matrix.cols, (row + 1) * matrix.cols);
    texts.fill('', row * matrix.cols, (row + 1) * matrix.cols);
  }
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
    ...(isResult && {
      ...shownUntil(model, spec, asked, moment, { matrix, states: whole.states, texts, precision }),
      describe: describeUntil(model, asked, moment, whole.describe),
    }),
  };
  const part = isResult ? 'r' : partOf(model, spec, id);
  return html`<${Heatmap}
    ...${{ id, actions, figure, light: (/** @type {boolean} */ isOver) => light(isOver ? part : null) }}
    style=${boxStyle(place.x, place.y, place.cols * cell.width, place.rows * cell.height)}
  />`;
}

/**
 * The part of the sentence that a matrix belongs to.
 *
 * @param {Model} model @param {MatrixSpec} spec @param {string} id
 */
function partOf(model, spec, id) {
  if (spec.form === 'product') return id === spec.right ? 'k' : 'q';
  if (spec.form !== 'board') return 'q';
  const node = model.graph[spec.result];
  const [, ...others] = operationOf(node).operands(node, model.matrices);
  return others.some(({ of }) => of === id) ? 'k' : 'q';
}

/** @param {{ model: Model, spec: MatrixSpec, name: Scene['names'][number] }} props */
function Name({ model, spec, name: { id, x, y, align, size } }) {
  const { rows, cols } = shownMatrix(model, spec, id);
  const isResult = id === spec.result && spec.form === 'product';
  const style = { left: px(x), top: px(y), fontSize: px(size) };
  return html`<span class=${`name ${align}`} style=${style}>
    <${Formula} formula=${notation(id, model.switches)} t=${model.t} />
    ${!isResult && spec.form !== 'board' && html`<small>${rows}×${cols}</small>`}
  </span>`;
}
