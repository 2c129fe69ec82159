import { parseDraw } from '../../../format/parse-draw.js';
import { parseNumber } from '../../../format/parse.js';
import { localized, separatorOf } from '../../../format/display.js';
import { Field, Row, SeedField, Segments } from '../../../ui/controls.js';
import { html } from '../../../ui/html.js';
import { Setting } from '../../../ui/setting.js';
import { learn, SWITCHES } from '../settings.js';
import { DISPLAY } from '../../../state/fields.js';
import { isStory } from '../lessons/index.js';
/** @import { Lesson, Model, State, Switches } from '../../../types.js' */
/** @import { Actions } from '../actions.js' */

/** The initial factor when the reader chooses "a number": the scores change visibly. */
const INITIAL_FACTOR = 0.5;

/** The switches, in order. @type {(keyof Switches)[]} */
const SHOWN = ['embeddingScale', 'positions', 'scale', 'mask', 'softmaxAxis', 'softmaxForm'];
/** Those that change the embeddings, which a lesson without projections does not have. */
const OF_EMBEDDINGS = ['embeddingScale', 'positions'];

/** The switches of the computation. @param {Pick<Actions, 'choose' | 'submit'> & { model: Model }} props */
export function Controls({ model, choose, submit }) {
  const { lesson, state, switches, language, t } = model;
  const words = t.computation;
  const { draws } = lesson;
  const switchRow = (/** @type {Exclude<keyof Switches, 'scale'>} */ name) =>
    html`<${Setting}
      field=${SWITCHES[name]}
      label=${words[name]}
      value=${switches[name]}
      texts=${words.choices[name]}
      hints=${/** @type {Record<string, Record<string, string>>} */ (words.hints)[name]}
      choices=${SWITCHES[name].choices.filter((value) => value !== 'given' || hasGiven(lesson))}
      change=${(/** @type {any} */ value) => choose(name, value)}
    />`;
  return html`<section class="computation">
    <h3>${t.controls.heading}</h3>
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
      ${
        lesson.variant &&
        html`<${Setting}
          field=${learn.fields.variant}
          label=${words.variant}
          value=${state.variant}
          texts=${words.choices.variant}
          change=${(/** @type {boolean} */ variant) => submit({ variant })}
        />`
      }
      ${SHOWN.filter((name) => !(lesson.given.q && OF_EMBEDDINGS.includes(name))).map((name) =>
        name === 'scale' ? html`<${Scale} model=${model} choose=${choose} />` : switchRow(name),
      )}
    </div>
  </section>`;
}

/** Whether positions written by hand can be chosen. @param {Lesson} lesson */
const hasGiven = (lesson) => Boolean(lesson.given.positions) || lesson.id === 'own';

/** The calls that draw the projections. @param {{ model: Model, submit: Actions['submit'] }} props */
function Projections({ model: { lesson, state, t }, submit }) {
  const initial = lesson.draws?.projections ?? '';
  const take = (/** @type {string} */ text) => {
    if ('error' in parseDraw(text)) return t.inputErrors.badDraw({ text: text.slice(0, 20) });
    return submit({ projections: text === initial ? null : text });
  };
  const value = state.projections ?? initial;
  return html`<${Field} label=${t.computation.projections} value=${value} take=${take} />`;
}

/** The factor of the scores. @param {{ model: Model, choose: Actions['choose'] }} props */
function Scale({ model: { switches, language, t }, choose }) {
  const { scale, factor, choices } = t.computation;
  const isFactor = typeof switches.scale === 'number';
  const chooseScale = (/** @type {string} */ value) =>
    choose('scale', value === 'factor' ? INITIAL_FACTOR : /** @type {'sqrt' | 'none'} */ (value));
  const take = (/** @type {string} */ text) => {
    const parsed = parseNumber(text, separatorOf(language));
    if ('error' in parsed) return t.inputErrors.factor({ text: text.slice(0, 20) });
    choose('scale', parsed.value);
    return null;
  };
  const value = String(switches.scale);
  return html`
    <${Row} label=${scale}>
      <${Segments}
        label=${scale}
        value=${isFactor ? 'factor' : value}
        choices=${Object.entries(choices.scale)}
        choose=${chooseScale}
      />
    <//>
    ${isFactor && html`<${Field} label=${factor} value=${localized(value, language)} take=${take} inputmode="decimal" />`}
  `;
}

/** The choices of digits. Readers who want more decimals choose all digits. */
const DIGITS = ['auto', ...Array.from({ length: 11 }, (_, decimals) => decimals), 'full'];

/**
 * The display settings: digits, colors, tables. A story has colors only.
 *
 * @param {{ model: Model, show: (patch: Partial<State>) => void }} props
 */
export function Display({ model: { state, lesson, t }, show }) {
  const { map, mapNames, off, on } = t.controls;
  const { digits, digitsAuto, digitsFull, decimals, tables } = t.computation;
  const named = { auto: digitsAuto, full: digitsFull };
  const hasMatrices = !isStory(lesson.id);
  return html`<section class="display">
    ${
      hasMatrices &&
      html`<${Setting}
        field=${learn.fields.digits}
        label=${digits}
        value=${state.digits}
        choices=${DIGITS}
        texts=${(/** @type {'auto' | 'full' | number} */ n) => (typeof n === 'number' ? decimals({ n }) : named[n])}
        change=${(/** @type {State['digits']} */ value) => show({ digits: value })}
      />`
    }
    <${Setting}
      field=${DISPLAY.map}
      label=${map}
      value=${state.map}
      texts=${mapNames}
      isList
      change=${(/** @type {State['map']} */ value) => show({ map: value })}
    />
    ${
      hasMatrices &&
      html`<${Setting}
        field=${learn.fields.tables}
        label=${tables}
        value=${state.tables === 'all' || (state.tables.length > 0 && 'some')}
        texts=${{ false: off, true: on }}
        change=${(/** @type {boolean} */ isOn) => show({ tables: isOn ? 'all' : [] })}
      />`
    }
  </section>`;
}

/**
 * Where the numbers of "your own" come from, if they are part of a head of the Models room: what was left
 * out, and the way back to its cell.
 *
 * @param {{ model: Model }} props
 */
export function Origin({ model: { state, t } }) {
  const { excerpt, back } = state;
  if (excerpt === null && back === null) return null;
  const [tokens, allTokens, features, allFeatures] = (excerpt ?? []).map(String);
  return html`<p class="origin">
    ${excerpt !== null && html`<span>${t.own.excerpt({ tokens, allTokens, features, allFeatures })}</span>`}${' '}
    ${back !== null && html`<a href=${`#${back}`}>${t.own.back}</a>`}
  </p>`;
}
