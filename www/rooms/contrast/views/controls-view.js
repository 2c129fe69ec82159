import { scripted } from '../../../figure/formula.js';
import { number } from '../../../format/display.js';
import { element, segments, setText } from '../../../ui/dom.js';
import { choices, row } from '../../../ui/row.js';
import { seedField } from '../../../ui/seed-field.js';
import { CHOICES as LOOKS } from '../../../state/choices.js';
import { CHOICES, rangeOf } from '../figures.js';
/** @import { Option } from '../figures.js' */
/** @import { ContrastModel } from '../session.js' */
/** @import { ContrastState } from '../state.js' */

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/**
 * What a figure can be varied by, and the colours.
 *
 * @param {object} actions
 * @param {(option: Option, value: number | string, phase: 'drag' | 'commit') => string | null} actions.move - null when it was taken
 * @param {(map: ContrastState['map']) => void} actions.colour
 */
export function controlsView({ move, colour }) {
  const heading = element('h3');
  const list = element('div', { class: 'controls' });
  const node = element('section', { class: 'computation' }, heading, list);
  /** @type {((model: ContrastModel) => void)[]} */
  let updates = [];
  let built = '';

  /** @param {ContrastModel} model */
  function build(model) {
    const { figure, t } = model;
    updates = [];
    setText(heading, t.controls.heading);
    const colours = choices(
      t.controls.map,
      LOOKS.map.map((name) => [name, t.controls.mapNames[/** @type {'ember'} */ (name)]]),
      (value) => colour(/** @type {ContrastState['map']} */ (value)),
    );
    updates.push(({ state }) => {
      colours.value = state.map;
    });
    list.replaceChildren(
      ...Object.keys(figure.options).map((option) => control(model, /** @type {Option} */ (option))),
      row(t.controls.map, colours),
    );
  }

  /** @param {ContrastModel} model @param {Option} option */
  function control({ figure, t }, option) {
    if (option === 'seed') {
      const made = seedField(t, (value) => move(option, value, 'commit'));
      updates.push(({ options }) => made.show(String(options.seed)));
      return made.node;
    }
    const words = t.contrast;
    const label = option === 'tokens' && 'past' in figure.options ? words.newTokens : words.options[option];
    const names = CHOICES[option];
    if (!names) return slider(option, label);
    const made = segments(
      label,
      names.map((name) => [name, words.choices[/** @type {'f32'} */ (name)]]),
      (value) => void move(option, value, 'commit'),
    );
    updates.push(({ options }) => made.update(String(options[option])));
    return row(label, made.node);
  }

  /** @param {Option} option @param {string} label */
  function slider(option, label) {
    const input = element('input', {
      type: 'range',
      step: 1,
      oninput: () => send('drag'),
      onchange: () => send('commit'),
    });
    const send = (/** @type {'drag' | 'commit'} */ phase) =>
      void move(option, valueAt(option, Number(input.value)), phase);
    const shown = element('span', { class: 'value scripted', 'aria-hidden': 'true' });
    updates.push((model) => {
      const [least, most] = rangeOf(option, model.options);
      input.min = String(placeOf(option, least));
      input.max = String(placeOf(option, most));
      input.value = String(placeOf(option, Number(model.options[option])));
      input.disabled = least === most;
      const text = textOf(model, option);
      shown.replaceChildren(...scripted(text));
      input.setAttribute('aria-valuetext', text);
    });
    return element('label', { class: 'slider' }, element('span', { class: 'label' }, label), shown, input);
  }

  return {
    node,
    /** @param {ContrastModel} model */
    update(model) {
      const now = `${model.figure.id} ${model.language}`;
      if (now !== built) build(model);
      built = now;
      for (const each of updates) each(model);
    },
  };
}

/** Features go by powers of two: a slider of a thousand steps would be all alike at its end. @param {Option} option @param {number} place */
function valueAt(option, place) {
  return option === 'd' ? 2 ** place : place;
}

/** @param {Option} option @param {number} value */
function placeOf(option, value) {
  return option === 'd' ? Math.round(Math.log2(value)) : value;
}

/** @param {ContrastModel} model @param {Option} option */
function textOf({ options, found, t }, option) {
  const value = Number(options[option]);
  if (option === 'magnitude')
    return `10${[...String(value)].map((digit) => SUPERSCRIPTS[Number(digit)]).join('')}`;
  return option === 'head' ? t.contrast.head(value + 1, number(found.slope ?? 0, 4)) : String(value);
}
