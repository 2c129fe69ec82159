import { parseDraw, parseNumber } from '../../../format/parse.js';
import { Field, Row, SeedField, Segments } from '../../../ui/controls.js';
import { html } from '../../../ui/html.js';
/** @import { Model, State, Switches } from '../../../types.js' */
/** @import { Choices } from '../../../ui/controls.js' */

/**
 * @typedef {object} ControlActions
 * @property {<K extends keyof Switches>(name: K, value: Switches[K]) => void} choose - moves a switch
 * @property {(patch: Partial<State>) => string | null} submit - null if the patch was accepted, else the error
 */

/** The initial factor when the reader chooses "a number": the scores change visibly. */
const INITIAL_FACTOR = 0.5;

/** The switches of the computation. @param {ControlActions & { model: Model }} props */
export function Controls({ model, choose, submit }) {
  const { lesson, state, switches, language, t } = model;
  const words = t.controls;
  const { draws } = lesson;
  /** @param {Exclude<keyof Switches, 'scale'>} name @param {Choices['choices']} choices */
  const switchRow = (name, choices) =>
    html`<${Row} label=${words[name]}>
      <${Segments}
        label=${words[name]}
        value=${switches[name]}
        choices=${choices}
        choose=${(/** @type {any} */ value) => choose(name, value)}
      />
    <//>`;
  return html`<section class="computation">
    <h3>${words.heading}</h3>
    <div class="controls" key=${`${lesson.id} ${language}`}>
      ${
        draws &&
        lesson.id !== 'own' &&
        html`
          <${Projections} model=${model} submit=${submit} />
          <${SeedField}
            t=${t}
            value=${String(state.seed ?? draws.seed)}
            take=${(/** @type {number} */ seed) => submit({ seed: seed === draws.seed ? null : seed })}
          />
        `
      }
      ${lesson.variant && html`<${Variant} model=${model} submit=${submit} />`}
      ${
        !lesson.given.q &&
        switchRow('embeddingScale', [
          ['none', words.off],
          ['sqrt', words.on],
        ])
      }
      ${!lesson.given.q && switchRow('positions', positionChoices(model))}
      <${Scale} model=${model} choose=${choose} />
      ${switchRow('mask', [
        ['none', words.maskNone],
        ['causal', words.maskCausal],
      ])}
      ${switchRow('softmaxAxis', [
        ['rows', words.rows],
        ['columns', words.columns],
        ['all', words.all],
      ])}
      ${switchRow('softmaxForm', [
        ['stable', words.stable],
        ['naive', words.naive],
      ])}
    </div>
  </section>`;
}

/** @param {Model} model @returns {Choices['choices']} */
function positionChoices({ lesson, t }) {
  const words = t.controls;
  const hasGiven = lesson.given.positions || lesson.id === 'own';
  return [
    ['none', words.positionsNone],
    ['textbook', words.positionsTextbook, words.positionsTextbookTitle],
    ['doubled', words.positionsDoubled, words.positionsDoubledTitle],
    ...(hasGiven ? [/** @type {[string, string]} */ (['given', words.positionsGiven])] : []),
  ];
}

/** The calls that draw the projections. @param {{ model: Model, submit: ControlActions['submit'] }} props */
function Projections({ model: { lesson, state, t }, submit }) {
  const initial = lesson.draws?.projections ?? '';
  const take = (/** @type {string} */ text) => {
    if ('error' in parseDraw(text)) return t.errors.badDraw({ text: text.slice(0, 20) });
    return submit({ projections: text === initial ? null : text });
  };
  const value = state.projections ?? initial;
  return html`<${Field} label=${t.controls.projections} value=${value} take=${take} />`;
}

/** One of two sets of inputs. @param {{ model: Model, submit: ControlActions['submit'] }} props */
function Variant({ model: { state, t }, submit }) {
  const { variant, completed, printed } = t.controls;
  const choices = [
    ['', completed],
    ['1', printed],
  ];
  const choose = (/** @type {string} */ value) => submit({ variant: value === '1' });
  return html`<${Row} label=${variant}>
    <${Segments} label=${variant} value=${state.variant ? '1' : ''} choices=${choices} choose=${choose} />
  <//>`;
}

/** The factor of the scores. @param {{ model: Model, choose: ControlActions['choose'] }} props */
function Scale({ model: { switches, t }, choose }) {
  const { scale, scaleSqrt, scaleNone, scaleFactor, factor } = t.controls;
  const isFactor = typeof switches.scale === 'number';
  const choices = [
    ['sqrt', scaleSqrt],
    ['none', scaleNone],
    ['factor', scaleFactor],
  ];
  const chooseScale = (/** @type {string} */ value) =>
    choose('scale', value === 'factor' ? INITIAL_FACTOR : /** @type {'sqrt' | 'none'} */ (value));
  const take = (/** @type {string} */ text) => {
    const parsed = parseNumber(text);
    if ('error' in parsed) return t.errors.factor({ text: text.slice(0, 20) });
    choose('scale', parsed.value);
    return null;
  };
  const value = String(switches.scale);
  return html`
    <${Row} label=${scale}>
      <${Segments}
        label=${scale}
        value=${isFactor ? 'factor' : value}
        choices=${choices}
        choose=${chooseScale}
      />
    <//>
    ${isFactor && html`<${Field} label=${factor} value=${value} take=${take} inputmode="decimal" />`}
  `;
}
