import { Segments } from '../../../ui/controls.js';
import { html } from '../../../ui/html.js';
import { Setting } from '../../../ui/setting.js';
import { SWITCHES } from '../settings.js';
import { Legend } from './legend.js';
import { StepFigure } from './matrix-figure.js';
import { asDrawn, chosenCell, leastWidth, stepScene } from './scene.js';
import { textWidth } from '../text-widths.js';
import { cellTimes, momentOf, timelineOf } from './motion.js';
import { isSamePlace, motionOf, termsShown } from './spec.js';
import { answered, keyOf, Question, questionSentence, Turns } from './question.js';
import { Sum, sumOf } from './sum.js';
/** @import { Cell, Model } from '../../../types.js' */
/** @import { View } from '../../../ui/html.js' */
/** @import { Actions, Submit } from '../actions.js' */
/** @import { MatrixSpec } from './spec.js' */
/** @import { FigureProps, Space, StageStep } from './stage.js' */

/**
 * The actions and state that the steps of a lesson need besides the model.
 *
 * @typedef {Omit<Actions, 'ask' | 'submit'> & StageState} StageTools
 *
 * @typedef {object} StageState
 * @property {Cell | null} activeCell - the cell under the pointer, else under the cursor
 * @property {(host: HTMLElement) => import('../../../element/surroundings.js').Appearance} look - the
 *   appearance of the page
 * @property {(milliseconds: number) => void} play - starts a motion of the current step
 * @property {(matrix: string) => { cell: Cell, state: import('./question.js').Answered } | null} questionIn -
 *   the current question about a matrix
 * @property {(cell: Cell, text: string, verdict: { right: boolean, says: string }) => void} answer
 * @property {(cell: Cell) => void} reveal - shows the answer
 * @property {((cell: Cell) => void) | null} ask - turns a cell into a question, or removes the question;
 *   null if readers cannot add questions
 * @property {(cell: Cell) => boolean} isAsked
 * @property {Submit | null} submit - applies a patch from a field; null if the figure has no fields
 */

/** Bars have one color and need no legend; more rows than these are shown as heatmaps. */
const MOST_BARS = 6;

/**
 * A step whose figure consists of matrices of the model.
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
  const { activeCell } = tools;
  const question = tools.questionIn(spec.result);
  const asked = question && !question.state.open ? question.cell : null;
  const known = question?.state.open ? question.cell : null;
  const chosen = chosenCell(model, spec, activeCell, known);
  const cell = { matrix: spec.result, ...(asked ?? chosen) };
  const motion = motionOf(spec);
  const result = model.matrices[spec.result];
  const { asksAt, lasts } = timelineOf(motion, result, asked ?? known);
  /** The state of the motion. Without motion, an open question shows the cells that come before it. */
  const momentAt = (/** @type {number | null} */ playing) => {
    const time = playing ?? (asked && asksAt);
    return time === null || motion === 'none' ? null : momentOf(motion, result, time, asked ?? known);
  };
  const cellAt = (/** @type {import('./motion.js').Moment | null} */ moment) =>
    !moment || moment.isAsked ? (asked ?? chosen) : moment.at;
  const sceneIn = remembered((/** @type {Space} */ room) => stepScene(model, spec, room, textWidth));
  const isBarsIn = (/** @type {Space} */ room) => 'isBars' in sceneIn(room);
  const hasLegend = spec.form !== 'bars' || result.rows > MOST_BARS;
  const rest = html`${aside}${hasLegend && html`<${Legend} model=${model} spec=${spec} look=${tools.look} />`}`;
  return {
    id,
    family: 'matrices',
    spec,
    name: t.stepNames[/** @type {keyof typeof t.stepNames} */ (id)],
    sentence,
    ...(asked ? { question: questionSentence(model, spec, asked) } : {}),
    ...(known ? { answered: questionSentence(model, spec, known) } : {}),
    // Getters, because all steps are created for each drawing, but only one is drawn.
    get least() {
      return leastWidth(model, spec, textWidth);
    },
    ...(spec.form === 'bars'
      ? { hasBars: isBarsIn }
      : { measure: /** @type {StageStep['measure']} */ (sceneIn) }),
    plays: asked ? asksAt : lasts,
    ...(asked || known ? { asksAt } : {}),
    get cells() {
      return cellTimes(motion, result, asked ?? known);
    },
    figure({ width, height, size, large, lit, light, time }) {
      const scene = sceneIn({ width, height, size, large });
      const moment = momentAt(time);
      return html`<${StepFigure}
        ...${{ model, spec, scene, width, moment, asked, chosen: cellAt(moment), actions: tools, lit, light }}
      />`;
    },
    get sum() {
      if (sumOf(model, spec, chosen).length === 0) return undefined;
      return (/** @type {FigureProps & { room: Space }} */ { width, size, large, time, room }) => {
        const moment = momentAt(time);
        const at = cellAt(moment);
        const drawn = sceneIn(room);
        const terms = sumOf(asDrawn(model, spec, drawn), spec, at, 'isBars' in drawn);
        const shown = motion === 'product' ? termsShown(terms.length, moment) : terms.length;
        return html`<${Sum} ...${{ terms, width, size, large, t, shown, asked: isSamePlace(asked, at) }} />`;
      };
    },
    aside: question
      ? (code, room) =>
          html`<${Turns} isAsked=${asked !== null}>
            <${Question}
              key=${keyOf(question.cell)}
              ...${{ model, spec, cell: question.cell, state: question.state, isBars: isBarsIn(room) }}
              answer=${(/** @type {string} */ text) =>
                tools.answer(question.cell, text, answered(model, spec, question.cell, text, isBarsIn(room)))}
              reveal=${() => tools.reveal(question.cell)}
            />
            <div>
              <p class="verdict" role="status">${known && question.state.last?.says}</p>
              ${rest}${code}
            </div>
          <//>`
      : rest,
    ...(asked ? { reveal: () => tools.reveal(cell) } : {}),
    ...(tools.ask ? { ask: { isAsked: tools.isAsked(cell), toggle: () => tools.ask?.(cell) } } : {}),
  };
}

/**
 * Remembers the results of a layout: to place the words, a step is laid out several times in the same rooms.
 *
 * @template T @param {(room: Space) => T} layout
 */
function remembered(layout) {
  /** @type {Map<string, T>} */
  const known = new Map();
  return (/** @type {Space} */ room) => {
    const key = `${room.width} ${room.height} ${room.size} ${room.large}`;
    const scene = known.get(key) ?? layout(room);
    known.set(key, scene);
    return scene;
  };
}

/**
 * A choice between views of the stage.
 *
 * @param {string} label @param {string} value @param {(readonly [string, string])[]} choices @param {(value: string) => void} choose
 * @returns {View}
 */
export function picker(label, value, choices, choose) {
  return html`<div class="picker">
    <${Segments} ...${{ label, value, choices, choose }} />
  </div>`;
}

/**
 * A choice of the matrix on the stage, which selects a cell of it.
 *
 * @param {Model} model @param {StageTools} tools @param {string} shown
 * @param {Record<string, string>} names - of the matrices @param {number} [row] - of the cell
 */
export const matrixPicker = ({ t }, { select }, shown, names, row = 0) =>
  picker(t.stage.shown, shown, Object.entries(names), (id) => select({ matrix: id, row, col: 0 }));

/**
 * The control of a switch of the computation.
 *
 * @param {Model} model @param {StageTools} tools @param {'scale' | 'mask' | 'softmaxAxis'} name
 */
export function switchOf({ switches, t }, tools, name) {
  const texts = /** @type {Record<string, string>} */ (t.computation.choices[name]);
  return html`<div class="picker">
    <${Setting}
      field=${SWITCHES[name]}
      label=${t.computation[name]}
      value=${switches[name]}
      texts=${texts}
      isBare
      change=${(/** @type {any} */ value) => tools.choose(name, value)}
    />
  </div>`;
}
