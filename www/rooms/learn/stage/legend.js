import { legend as paintLegend } from '../../../engine/attention.js';
import { notation } from '../../../figure/matrices.js';
import { html } from '../../../ui/html.js';
import { Formula } from '../../../figure/formula.js';
import { scaleGroups } from './scene.js';
/** @import { Model, Scale } from '../../../types.js' */
/** @import { Appearance } from '../../../element/surroundings.js' */
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
  const { switches, t } = model;
  const groups = scaleGroups(model, spec);
  const namesOf = (/** @type {string[]} */ ids) =>
    ids.map((id, index) => [
      index > 0 && ', ',
      html`<${Formula} formula=${shortName(notation(id, switches))} t=${t} />`,
    ]);
  return html`<div class="scales">
    ${groups.map(({ scale: { kind }, ends: [low, high], ids, name = groups.length > 1 && namesOf(ids) }) => {
      return html`<div class="scale" key=${ids[0]}>
        <span>${low}</span>
        <${Bar} map=${model.state.map} kind=${kind} look=${look} />
        <span>${high}</span>
        ${name && html`<span>${name}</span>`}
      </div>`;
    })}
  </div>`;
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
