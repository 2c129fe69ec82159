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
/** @import { Board, MatrixSpec } from './spec.js' */

/** Size of the color bar, in CSS pixels. */
const WIDTH = 120;
const HEIGHT = 10;

/**
 * The color scales of the matrices on the stage: one bar for each scale. If there are several scales, each
 * names its matrices.
 *
 * @param {{ model: Model, spec: MatrixSpec, look: (host: HTMLElement) => Appearance }} props
 */
export function Legend({ model, spec, look }) {
  const scales = scalesOf(model, spec);
  /** @type {Map<string, string[]>} */
  const groups = new Map();
  for (const id of new Set(matricesOf(spec))) {
    const key = JSON.stringify(scales[id]);
    groups.set(key, [...(groups.get(key) ?? []), id]);
  }
  const several = groups.size > 1;
  if (spec.form === 'board') return html`<${BoardLegend} ...${{ model, spec, look, scales }} />`;
  return html`<div class="scales">
    ${[...groups].map(([key, ids]) => {
      const scale = /** @type {Scale} */ (JSON.parse(key));
      return html`<div class="scale" key=${key}>
        <span>${inLine(model, significant(scale.low, 3))}</span>
        <${Bar} map=${model.state.map} kind=${scale.kind} look=${look} />
        <span>${inLine(model, significant(scale.high, 3))}</span>
        ${
          several &&
          html`<span
            >${ids.map(
              (id, index) =>
                html`${index > 0 && ', '}<${Formula}
                    formula=${shortName(notation(id, model.switches))}
                    t=${model.t}
                  />`,
            )}</span
          >`
        }
      </div>`;
    })}
  </div>`;
}

/**
 * The legend of a board: one bar for each group of matrices, with its name.
 *
 * @param {{ model: Model, spec: Board, look: (host: HTMLElement) => Appearance, scales: Record<string, Scale> }} props
 */
const BoardLegend = ({ model, spec, look, scales }) =>
  html`<div class="scales">
    ${spec.scales.map((ids, index) => {
      const { low, high, kind } = scales[ids[0]];
      return html`<div class="scale" key=${index}>
        <span>${inLine(model, significant(low, 3))}</span>
        <${Bar} map=${model.state.map} kind=${kind} look=${look} />
        <span>${inLine(model, significant(high, 3))}</span>
        <span>${spec.scaleNames[index]}</span>
      </div>`;
    })}
  </div>`;

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
