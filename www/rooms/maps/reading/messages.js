/** The texts of messages about an interpretation, which the core gives as keys with values. */
import { textOf } from '../../../words/languages.js';
import { interpreted } from './interpreted.js';
import { shownName } from './shown-name.js';
/** @import { Strings } from '../../../words/languages.js' */
/** @import { NamedTensors } from '../../../engine/maps.js' */
/** @import { Axis, Candidate, Corrections, Message, Numbers, Opened } from '../types.js' */

/** A shape as Python prints it: (6, 12, 17, 17) or (17,). @param {number[]} shape */
export const shapeText = (shape) => `(${shape.join(', ')}${shape.length === 1 ? ',' : ''})`;

/** The names of the first and the last tensor of a candidate. @param {Candidate} candidate */
export function candidateName({ names }) {
  const [first, last] = names.map(shownName);
  return first === last ? first : `${first} … ${last}`;
}

/**
 * The first tensors with their shapes, and the number of the others.
 *
 * @param {NamedTensors} tensors @param {Strings} t
 */
export function tensorList({ first, more }, t) {
  const list = first.map(({ label, shape }) => `${shownName(label)} ${shapeText(shape)}`).join(', ');
  return more > 0 ? t.maps.reading.more({ list, more }) : list;
}

/** @param {number[]} numbers */
const numbersText = (numbers) =>
  numbers.length > 8
    ? `${numbers.slice(0, 3).join(', ')} … ${numbers[numbers.length - 1]}`
    : numbers.join(', ');

/**
 * How the values of messages that are neither texts nor numbers are said, by their names.
 *
 * @type {Record<string, (value: any, t: Strings) => string>}
 */
const SAID = {
  shape: shapeText,
  wanted: shapeText,
  axes: (/** @type {Axis[]} */ axes, t) => `(${axes.map((axis) => t.maps.reading.axes[axis]).join(', ')})`,
  numbers: (/** @type {Numbers} */ numbers, t) => t.maps.reading.numbers[numbers],
  file: (/** @type {string} */ name) => shownName(name),
  pairs: (/** @type {[string, string][]} */ pairs) =>
    pairs.map(([key, text]) => `${shownName(key)} “${shownName(text)}”`).join(', '),
  clauses: (/** @type {string[]} */ clauses) => clauses.map(shownName).join(' and '),
  lengths: (/** @type {number[]} */ lengths) => lengths.join(', '),
  list: (/** @type {number[] | NamedTensors} */ list, t) =>
    Array.isArray(list) ? numbersText(list) : tensorList(list, t),
};

/**
 * A message about the interpretation in the reader's language.
 *
 * @param {Message} message @param {Strings} t
 */
export function say({ key, ...values }, t) {
  const text = key.split('.').reduce((texts, part) => texts[part], /** @type {any} */ (t.maps.reading));
  const said = Object.entries(values).map(([name, value]) => [name, SAID[name]?.(value, t) ?? value]);
  return textOf(text, Object.fromEntries(said));
}

/**
 * Why open files cannot be read with corrections, in the reader's language; null if they can.
 *
 * @param {Opened} opened @param {Corrections} corrections @param {Strings} t
 */
export function refusalOf(opened, corrections, t) {
  const { outcome } = interpreted(opened, corrections);
  if (!outcome) return t.links.broken;
  return 'refused' in outcome ? say(outcome.refused, t) : null;
}
