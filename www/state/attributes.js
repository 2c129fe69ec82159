import { clip } from '../format/parse.js';
/** @import { Field } from './fields.js' */
/** @import { Attribute } from './settings.js' */

/**
 * The attributes of fields, in the order in which they are applied.
 *
 * @param {Fields} fields @returns {Record<string, Attribute<any>>}
 */
export function attributesOf(fields) {
  const names = Object.keys(fields).filter((name) => !fields[name].use.after);
  for (const [name, { use }] of Object.entries(fields))
    if (use.after) names.splice(names.indexOf(use.after) + 1, 0, name);
  return Object.fromEntries(names.flatMap((name) => attributesOfField(name, fields[name])));
}

/** @param {string} name @param {Field<any>} field @returns {[string, Attribute<any>][]} */
function attributesOfField(name, { kind, use }) {
  const { attribute = kebab(name), removed } = use;
  const { members, most, parse } = kind;
  if (members) return attribute === null ? [] : Object.entries(attributesOf(members));
  if (kind.attributes) return Object.entries(kind.attributes);
  if (attribute === null) return [];
  if (typeof most === 'object')
    return Object.entries(most).map(([member, ofState]) => [
      member,
      (text, state) => {
        const first = initial(use, state);
        const usual = kind.clamp ? kind.clamp(first, state) : first;
        if (text === null && usual === null) return { ...state, [name]: null };
        const at = text === null ? usual[member] : wholeNumber(text, 0, ofState(state));
        const zeros = Object.fromEntries(Object.keys(most).map((each) => [each, 0]));
        return { ...state, [name]: { ...zeros, ...state[name], [member]: at } };
      },
    ]);
  if (!parse) return [];
  return [
    [
      attribute,
      (text, state) => {
        if (text === null && removed) return removed(state);
        const value = text === null ? initial(use, state) : parse(text, state);
        return use.effect ? use.effect(state, value) : { ...state, [name]: value };
      },
    ],
  ];
}

/** The name of a property as an attribute. @param {string} name */
export function kebab(name) {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** @typedef {Record<string, Field<any>>} Fields - settings by the properties of the state */

/**
 * The type of the state that fields describe.
 *
 * @template {Fields} F
 * @typedef {{ [K in keyof F]: F[K] extends Field<infer T> ? T : never }} StateOf
 */

/**
 * The initial values of fields, except for those that are given.
 *
 * @param {Fields} fields @param {object} given @returns {Record<string, unknown>}
 */
export function initialOf(fields, given = {}) {
  /** @type {Record<string, unknown>} */
  const state = {};
  for (const [name, { use }] of Object.entries(fields))
    state[name] = name in given ? Reflect.get(given, name) : initial(use, { ...given, ...state });
  return state;
}

/** The default in a state. @param {Field<any>['use']} use @param {any} state */
export function initial(use, state) {
  return typeof use.initial === 'function' ? use.initial(state) : use.initial;
}

/** The maximum number of characters of an attribute that a message quotes. */
const MAX_QUOTED = 60;

/**
 * Parses one of several choices. Case is ignored.
 *
 * @template {string | number} C
 * @param {string} text
 * @param {readonly C[]} choices
 * @returns {C}
 * @throws {Error} that names the choices
 */
export function oneOf(text, choices) {
  const found = choices.find((each) => String(each) === text.trim().toLowerCase());
  if (found === undefined)
    throw new Error(`${JSON.stringify(shortened(text))} is not one of ${choices.join(', ')}`);
  return found;
}

/**
 * Parses a whole number within bounds.
 *
 * @param {string} text
 * @param {number} least
 * @param {number} most
 * @throws {Error} that names the bounds
 */
export function wholeNumber(text, least, most) {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (!Number.isInteger(value) || value < least || value > most) {
    const range =
      least === most ? `${least}, the only possible value` : `a whole number from ${least} to ${most}`;
    throw new Error(`${JSON.stringify(shortened(text))} is not ${range}`);
  }
  return value;
}

/**
 * Parses a number of key-value heads, which the query heads share equally.
 *
 * @param {string} text
 * @param {number} heads
 * @param {number} [most] - the largest number of key-value heads
 * @throws {Error} that names both numbers
 */
export function keyHeads(text, heads, most = heads) {
  const kvHeads = wholeNumber(text, 1, most);
  if (heads % kvHeads !== 0)
    throw new Error(`${heads} heads cannot share ${kvHeads} key-value heads equally`);
  return kvHeads;
}

/** Parses a finite number. @param {string} text */
export function finiteNumber(text) {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (!Number.isFinite(value)) throw new Error(`${JSON.stringify(shortened(text))} is not a number`);
  return value;
}

/**
 * Parses labels: words separated by spaces, or a JSON array, in which labels can contain spaces.
 *
 * @param {string} text
 * @returns {string[]}
 */
export function labelsIn(text) {
  if (!text.trim().startsWith('[')) return text.split(/\s+/u).filter((label) => label !== '');
  try {
    const list = JSON.parse(text);
    if (Array.isArray(list)) return list.map(String);
  } catch {
    // Rejected below.
  }
  throw new Error(`${JSON.stringify(shortened(text))} is not a list of labels`);
}

/**
 * Whether a boolean attribute is on. React 18 writes `false` as the text "false", which is off.
 *
 * @param {string | null} text
 */
export function isOn(text) {
  return text !== null && text.trim().toLowerCase() !== 'false';
}

/** Shortens a text for a message. @param {string} text */
export const shortened = (text) => clip(text, MAX_QUOTED);
