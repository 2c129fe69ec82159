import { legend as paintLegend } from '../../../engine/attention.js';
import { significant } from '../../../format/display.js';
import { notation } from '../../../figure/matrices.js';
import { html } from '../../../ui/html.js';
import { Formula } from '../../../figure/formula.js';
import { scalesOf } from './scene.js';
import { matricesOf } from './spec.js';
import { inLine } from '../numbers.js';
/** @import { Model, Scale } from '../../../types.js' */
/** @import { Appearance } from '../../../element/appearance.js' */
/** @import { MatrixSpec } from './spec.js' */

/** Size of the color bar, in CSS pixels. */
const WIDTH = 120;
const HEIGHT = 10;

/**
 * The color scales of the matrices on the stage: one bar for each scale. If there are several scales, each
 * names its matrices. A board names its groups of matrices.
 *
 * @param {{ model: Model, spec: MatrixSpec, look: (host: HTMLElement) => Appearance }} props
 */
export function Legend({ model, spec, look }) {
  const scales = scalesOf(model, spec);
  const end = (/** @type {number} */ value) => inLine(model, significant(value, 3));
  return html`<div class="scales">
    ${groupsOf(model, spec, scales).map(({ id, name }) => {
      const { low, high, kind } = scales[id];
      return html`<div class="scale" key=${id}>
        <span>${end(low)}</span>
        <${Bar} map=${model.state.map} kind=${kind} look=${look} />
        <span>${end(high)}</span>
        ${name && html`<span>${name}</span>`}
      </div>`;
    })}
  </div>`;
}

/**
 * A matrix of each group with the same scale, and the name of the group.
 *
 * @param {Model} model @param {MatrixSpec} spec @param {Record<string, Scale>} scales
 */
function groupsOf({ switches, t }, spec, scales) {
  if (spec.form === 'board') return spec.scales.map(([id], index) => ({ id, name: spec.scaleNames[index] }));
  const ids = [...new Set(matricesOf(spec))];
  const sameAs = (/** @type {string} */ id) =>
    ids.filter((other) => JSON.stringify(scales[other]) === JSON.stringify(scales[id]));
  const groups = ids.map(sameAs).filter(([first], index) => first === ids[index]);
  const formulaOf = (/** @type {string} */ id) =>
    html`<${Formula} formula=${shortName(notation(id, switches))} t=${t} />`;
  return groups.map((ids) => ({
    id: ids[0],
    name: groups.length > 1 && ids.map((id, index) => [index > 0 && ', ', formulaOf(id)]),
  }));
}

/** `A = softmax` is A in a legend. @param {any} formula */
function shortName(formula) {
  return Array.isArray(formula) && formula[0] === 'row' && formula[2] === '=' ? formula[1] : formula;
}

/** @param {{ map: Model['state']['map'], kind: Scale['kind'], look: (host: HTMLElement) => Appearance }} props */
function Bar({ map, kind, look }) {
  const paint = (/** @type {HTMLCanvasElement | null} */ canvas) => {
    if (!canvas) return;
    const { theme, ratio } = look(canvas);
    const now = `${map} ${kind} ${theme} ${ratio}`;
    if (canvas.dataset.painted === now) return;
    canvas.dataset.painted = now;
    const size = { width: Math.round(WIDTH * ratio), height: Math.round(HEIGHT * ratio) };
    const { image } = paintLegend({ map, kind, theme, ...size });
    canvas.width = image.width;
    canvas.height = image.height;
    canvas.getContext('2d')?.putImageData(image, 0, 0);
  };
  return html`<canvas aria-hidden="true" ref=${paint}></canvas>`;
}
