/** Plain controls of settings. Their choices and limits come from the fields of the settings. */
import { Field, Row, Segments, Select } from './controls.js';
import { html } from './html.js';
/** @import { Field as Described } from '../state/fields.js' */
/** @import { Choices } from './controls.js' */

/** With more choices, a setting is a list instead of a row of buttons. */
const MOST_SEGMENTS = 5;

/**
 * @typedef {object} SettingProps
 * @property {Described<any>} field
 * @property {string} label
 * @property {any} value
 * @property {(value: any) => unknown} change
 * @property {Record<string, string> | ((choice: any) => string)} [texts] - of the choices; by default the
 *   choices themselves
 * @property {Record<string, string>} [hints] - explanations of short texts
 * @property {string} [unset] - the text of the choice null, which is then the first
 * @property {readonly any[]} [choices] - by default all of the field
 * @property {readonly any[]} [disabled] - choices that are disabled
 * @property {boolean} [isList] - whether it is a list, also with few choices
 * @property {boolean} [isBare] - whether its label is not visible
 * @property {string} [title] - of all buttons
 */

/** A setting with choices, or a switch. @param {SettingProps} props */
export function Setting({
  field,
  label,
  value,
  change,
  texts,
  hints = {},
  unset,
  choices = field.kind.type === 'boolean' ? [false, true] : field.choices,
  disabled = [],
  isList = choices.length > MOST_SEGMENTS,
  isBare = false,
  title,
}) {
  const all = unset === undefined ? choices : [null, ...choices];
  const textOf = (/** @type {any} */ choice) => {
    if (choice === null) return unset ?? '';
    return typeof texts === 'function' ? texts(choice) : (texts?.[keyOf(choice)] ?? String(choice));
  };
  /** @type {Choices} */
  const props = {
    label,
    value: keyOf(value),
    choices: all.map((choice) => [keyOf(choice), textOf(choice), hints[keyOf(choice)]]),
    choose: (key) => change(all.find((choice) => keyOf(choice) === key)),
    disabled: disabled.map(keyOf),
    title,
  };
  const control = html`<${isList ? Select : Segments} ...${props} />`;
  return isBare ? control : html`<${Row} label=${label}>${control}<//>`;
}

/** A choice as the value of an element. @param {any} choice */
const keyOf = (choice) => (choice === null ? '' : String(choice));

/**
 * A setting that is a whole number, as a text field.
 *
 * @param {object} props
 * @param {string} props.label
 * @param {number | null} props.value
 * @param {readonly [least: number, most: number]} props.limits
 * @param {(value: any) => string | null | void} props.change - returns the error, if the number is rejected.
 *   An empty text is null if the setting is optional
 * @param {(values: { text: string, least: number, most: number }) => string} props.wrong - the error for
 *   other texts
 * @param {boolean} [props.isOptional]
 * @param {string} [props.placeholder]
 * @param {string} [props.size]
 * @param {unknown} [props.context] - see `Field`
 */
export function NumberSetting({ label, value, limits: [least, most], change, wrong, isOptional, ...rest }) {
  const take = (/** @type {string} */ text) => {
    if (isOptional && text === '') return change(null) ?? null;
    const number = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
    if (number >= least && number <= most) return change(number) ?? null;
    return wrong({ text: text.slice(0, 20), least, most });
  };
  const shown = value === null ? '' : String(value);
  return html`<${Field} ...${{ ...rest, label, value: shown, take, inputmode: 'numeric' }} />`;
}
