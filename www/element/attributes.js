import { CHOICES } from '../state/choices.js';
import { LANGUAGE_IDS } from '../state/languages.js';
/** @import { Look, State } from '../types.js' */

/**
 * How an attribute changes a state: with its text, or with null once it is gone, which brings back the default.
 *
 * @template S
 * @typedef {(text: string | null, state: S) => S} Attribute
 */

/**
 * The text if it is one of the choices, in upper or lower case.
 *
 * @template {string} C
 * @param {string} text
 * @param {readonly C[]} choices
 * @returns {C}
 * @throws {Error} that names the choices
 */
export function oneOf(text, choices) {
  const found = choices.find((each) => each === text.trim().toLowerCase());
  if (found === undefined)
    throw new Error(`${JSON.stringify(shortened(text))} is none of ${choices.join(', ')}`);
  return found;
}

/**
 * The text as a whole number within bounds.
 *
 * @param {string} text
 * @param {number} least
 * @param {number} most
 * @throws {Error} that names the bounds
 */
export function wholeNumber(text, least, most) {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (!Number.isInteger(value) || value < least || value > most)
    throw new Error(`${JSON.stringify(shortened(text))} is no whole number from ${least} to ${most}`);
  return value;
}

/**
 * Labels out of an attribute: words with spaces between them, or a JSON list where a label has a space in it.
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
    // It is said below what was wanted.
  }
  throw new Error(`${JSON.stringify(shortened(text))} is no list of labels`);
}

/** Whether a boolean attribute is on. React 18 writes `false` as the text "false", which is off. @param {string | null} text */
export function isOn(text) {
  return text !== null && text.trim().toLowerCase() !== 'false';
}

/** Properties that hold objects. As attributes they would be objects turned into text, which is what React 18 makes of them. */
export const AS_PROPERTY = Object.freeze(['data', 'state', 'figure']);

/**
 * An attribute that is refused, because what it would hold is a property.
 *
 * @param {string} name
 * @param {string} [instead] - what an attribute can do
 * @returns {Attribute<any>}
 */
export function asProperty(name, instead = '') {
  return (text, state) => {
    if (text !== null)
      throw new Error(
        `${JSON.stringify(shortened(text))} is text, and ${name} is a property: set element.${name} in a script, which in React 18 takes a ref${instead}`,
      );
    return state;
  };
}

/** What only properties of the elements of rooms can hold. @type {Record<string, Attribute<any>>} */
export const REFUSED = { state: asProperty('state'), data: asProperty('data') };

/** The same for an element that takes no data. @param {string} tag @returns {Record<string, Attribute<any>>} */
export const refusedWithoutData = (tag) => ({
  ...REFUSED,
  data: (text, state) => {
    if (text !== null)
      throw new Error(`${JSON.stringify(shortened(text))} is not used: <${tag}> takes no data`);
    return state;
  },
});

/** A text for a sentence: all of it, or its beginning. @param {string} text */
export function shortened(text) {
  const letters = [...text];
  return letters.length > 60 ? `${letters.slice(0, 60).join('')}…` : text;
}

/** How every figure can be looked at. @type {Record<string, Attribute<Look & { map: State['map'] }>>} */
export const LOOKS = {
  language: (text, state) => ({
    ...state,
    language: text === null ? null : oneOf(text, LANGUAGE_IDS),
  }),
  theme: (text, state) => ({
    ...state,
    theme: text === null ? null : oneOf(text, /** @type {const} */ (['light', 'dark'])),
  }),
  colormap: (text, state) => ({
    ...state,
    map: text === null ? 'ember' : oneOf(text, /** @type {State['map'][]} */ (CHOICES.map)),
  }),
};

/**
 * A state with attributes applied, one after the other in the order of their table. One that is not understood changes nothing but what it stood for before: that is
 * back at its default.
 *
 * @template S
 * @param {S} state
 * @param {Record<string, Attribute<S>>} table
 * @param {Iterable<string>} changed - the names that changed
 * @param {(name: string) => string | null} read
 * @returns {{ state: S, errors: string[] }}
 */
export function withAttributes(state, table, changed, read) {
  const names = new Set(changed);
  /** @type {string[]} */
  const errors = [];
  for (const [name, apply] of Object.entries(table)) {
    if (!names.has(name)) continue;
    const text = read(name);
    try {
      state = apply(text, state);
    } catch (error) {
      errors.push(`${name}: ${error instanceof Error ? error.message : error}`);
      state = apply(null, state);
    }
  }
  return { state, errors };
}
