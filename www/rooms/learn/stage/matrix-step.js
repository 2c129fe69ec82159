import { Segments } from '../../../ui/controls.js';
import { html } from '../../../ui/html.js';
import { Legend } from './legend.js';
import { chosenCell, MatrixFigure } from './matrix-figure.js';
import { Sum, sumOf } from './sum.js';
/** @import { Cell, Model, State, Switches } from '../../../types.js' */
/** @import { View } from '../../../ui/html.js' */
/** @import { MapActions } from '../views/map-view.js' */
/** @import { MatrixSpec } from './spec.js' */
/** @import { FigureProps, StageStep } from './stage.js' */

/**
 * What the steps of a lesson do and need besides the model.
 *
 * @typedef {object} StageTools
 * @property {MapActions} actions - of the matrices
 * @property {Cell | null} looked - the cell that is looked at
 * @property {(patch: Partial<State>, phase?: 'drag' | 'commit') => unknown} change
 * @property {<K extends keyof Switches>(name: K, value: Switches[K]) => void} choose - moves a switch
 * @property {(head: number) => void} open - opens a head
 * @property {(host: HTMLElement) => import('../../../element/appearance.js').Appearance} look - how the page looks
 * @property {(sentence: string) => StageStep} apart - the step with the curves over distance
 */

/**
 * A step whose figure is made of matrices of the model.
 *
 * @param {Model} model
 * @param {StageTools} tools
 * @param {string} id - the key of its name
 * @param {string} sentence
 * @param {MatrixSpec} spec
 * @param {{ aside?: unknown }} [more]
 * @returns {StageStep}
 */
export function matrixStep(model, tools, id, sentence, spec, { aside = null } = {}) {
  const { t } = model;
  const { looked, actions } = tools;
  const terms = sumOf(model, spec, chosenCell(model, spec, looked));
  return {
    id,
    name: t.stepNames[/** @type {keyof typeof t.stepNames} */ (id)],
    sentence,
    figure: (props) => html`<${MatrixFigure} ...${{ ...props, model, spec, looked, actions }} />`,
    ...(terms.length > 0
      ? {
          sum: (/** @type {FigureProps} */ { width, size }) =>
            html`<${Sum} ...${{ terms, width, size, t }} />`,
        }
      : {}),
    aside: html`${aside}<${Legend} model=${model} spec=${spec} look=${tools.look} />`,
  };
}

/**
 * A choice of what is on the stage.
 *
 * @param {string} label @param {string} value @param {(readonly [string, string])[]} choices @param {(value: string) => void} choose
 * @returns {View}
 */
export function picker(label, value, choices, choose) {
  return html`<div class="picker">
    <${Segments} ...${{ label, value, choices, choose }} />
  </div>`;
}

/** The choices of a switch, as the controls of the room name them. @type {Partial<Record<keyof Switches, (words: any) => [string, string][]>>} */
const SWITCHES = {
  scale: (words) => [
    ['sqrt', words.scaleSqrt],
    ['none', words.scaleNone],
  ],
  mask: (words) => [
    ['none', words.maskNone],
    ['causal', words.maskCausal],
  ],
  softmaxAxis: (words) => [
    ['rows', words.rows],
    ['columns', words.columns],
    ['all', words.all],
  ],
};

/**
 * A switch of the computation, where its effect is seen.
 *
 * @param {Model} model @param {StageTools} tools @param {'scale' | 'mask' | 'softmaxAxis'} name
 */
export function switchOf({ switches, t }, tools, name) {
  const choices = SWITCHES[name]?.(t.controls) ?? [];
  return picker(t.controls[name], String(switches[name]), choices, (value) =>
    tools.choose(name, /** @type {any} */ (value)),
  );
}
