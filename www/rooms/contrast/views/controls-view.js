import { scripted } from '../../../figure/formula.js';
import { number, localized } from '../../../format/display.js';
import { DISPLAY } from '../../../state/fields.js';
import { SeedField } from '../../../ui/controls.js';
import { html } from '../../../ui/html.js';
import { Setting } from '../../../ui/setting.js';
import { choicesOf, OPTIONS, rangeOf } from '../settings.js';
/** @import { Option } from '../figures.js' */
/** @import { ContrastModel } from '../session.js' */
/** @import { ContrastState } from '../state.js' */

/** @typedef {(option: Option, value: number | string, phase: 'drag' | 'commit') => string | null} Move returns the error */

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/**
 * The options of a figure, and the color map.
 *
 * @param {{ model: ContrastModel, move: Move, color: (map: ContrastState['map']) => void }} props
 */
export function Controls({ model, move, color }) {
  const { figure, language, state, t } = model;
  const { heading, map, mapNames } = t.controls;
  const control = (/** @type {string} */ option) =>
    html`<${Control}
      key=${`${figure.id} ${language} ${option}`}
      model=${model}
      option=${option}
      move=${move}
    />`;
  return html`<section class="computation">
    <h3>${heading}</h3>
    <div class="controls">
      ${Object.keys(figure.options).map(control)}
      <${Setting}
        field=${DISPLAY.map}
        label=${map}
        value=${state.map}
        texts=${mapNames}
        isList
        change=${color}
      />
    </div>
  </section>`;
}

/** @param {{ model: ContrastModel, option: Option, move: Move }} props */
function Control({ model, option, move }) {
  const { figure, options, t } = model;
  const words = t.contrast;
  const value = String(options[option]);
  const commit = (/** @type {string | number} */ next) => move(option, next, 'commit');
  if (option === 'seed') return html`<${SeedField} t=${t} value=${value} take=${commit} />`;
  const label = option === 'tokens' && 'past' in figure.options ? words.newTokens : words.options[option];
  if (choicesOf(option).length === 0)
    return html`<${Slider} model=${model} option=${option} label=${label} move=${move} />`;
  const field = OPTIONS[option];
  return html`<${Setting} ...${{ field, label, value, texts: words.choices, change: commit }} />`;
}

/** @param {{ model: ContrastModel, option: Option, label: string, move: Move }} props */
function Slider({ model, option, label, move }) {
  const [least, most] = rangeOf(option, model.state);
  const text = textOf(model, option);
  const send = (/** @type {'drag' | 'commit'} */ phase) => (/** @type {any} */ event) =>
    void move(option, valueAt(option, Number(event.currentTarget.value)), phase);
  return html`<label class="slider">
    <span class="label">${label}</span>
    <span class="value scripted" aria-hidden="true">${scripted(text)}</span>
    <input
      type="range"
      step="1"
      min=${positionOf(option, least)}
      max=${positionOf(option, most)}
      value=${positionOf(option, Number(model.options[option]))}
      disabled=${least === most}
      aria-valuetext=${text}
      onInput=${send('drag')}
      onChange=${send('commit')}
    />
  </label>`;
}

/**
 * The slider of features stops at powers of two, because most of a thousand stops would look alike.
 *
 * @param {Option} option @param {number} position
 */
function valueAt(option, position) {
  return option === 'd' ? 2 ** position : position;
}

/** @param {Option} option @param {number} value */
function positionOf(option, value) {
  return option === 'd' ? Math.round(Math.log2(value)) : value;
}

/** @param {ContrastModel} model @param {Option} option */
function textOf({ options, result, language, t }, option) {
  const value = Number(options[option]);
  if (option === 'magnitude')
    return `10${[...String(value)].map((digit) => SUPERSCRIPTS[Number(digit)]).join('')}`;
  return option === 'head'
    ? t.contrast.head({ n: value + 1, slope: localized(number(result.slope ?? 0, 4), language) })
    : String(value);
}
