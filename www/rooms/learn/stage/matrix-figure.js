import { html, useRef } from '../../../ui/html.js';
import { operationOf } from '../operations/index.js';
import { BarsFigure } from './bars-figure.js';
import { BoardTexts, Marks } from './board-parts.js';
import { cellStyle, px } from './box.js';
import { ColumnLabels, Name, RowLabels } from './axis-labels.js';
import { Bands, Outlines } from './outlines.js';
import { placedFigure } from './placed-figure.js';
import { currentRow, scalesOf, shownMatrix } from './scene.js';
import { Scroller } from './scroller.js';
import { Heatmap } from '../views/matrix.js';
/** @import { Model, Scale } from '../../../types.js' */
/** @import { Actions } from '../actions.js' */
/** @import { FigureProps } from './stage.js' */
/** @import { BarsScene } from './bars-scene.js' */
/** @import { Placed } from './layout.js' */
/** @import { OutlineProps } from './outlines.js' */
/** @import { MatrixScene } from './scene.js' */
/** @import { MatrixSpec } from './spec.js' */

/** @typedef {{ actions: Actions, light: FigureProps['light'] }} Pointing */

/**
 * Draws the scene of a step: matrices with labels, names and outlines, or rows of bars. `width` is that of
 * the stage, which a scene may exceed.
 *
 * @param {Omit<OutlineProps, 'scene'> & Pointing & { scene: MatrixScene | BarsScene, width: number }} props
 */
export function StepFigure({ scene, width, ...props }) {
  if ('isBars' in scene) return html`<${BarsFigure} ...${{ ...props, scene }} />`;
  return html`<${Matrices} ...${{ ...props, scene, width }} />`;
}

/** @param {OutlineProps & Pointing & { width: number }} props */
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
      <${RowLabels}
        rowLabels=${scene.rowLabels}
        current=${currentRow(spec, props.chosen)}
        isScrolled=${spec.form !== 'board'}
      />
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
      ${scene.names.map((name) => {
        const hasSize = spec.form !== 'board' && !(spec.form === 'product' && name.id === spec.result);
        return html`<${Name}
          key=${name.id}
          ...${{ model, name, matrix: hasSize && shownMatrix(model, spec, name.id) }}
        />`;
      })}
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

/** @param {OutlineProps & Pointing & { place: Placed, scale: Scale }} props */
function Matrix({ model, spec, place, actions, light, moment, asked, chosen, scale }) {
  const { id, rows, cols } = place;
  const figure = placedFigure(model, spec, place, scale, { chosen, asked, moment });
  const part = id === spec.result ? 'r' : partOf(model, spec, id);
  return html`<${Heatmap}
    ...${{ id, actions, figure, light: (/** @type {boolean} */ isOver) => light(isOver ? part : null) }}
    style=${cellStyle(place, { row: 0, col: 0, rows, cols })}
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
