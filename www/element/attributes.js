import { CHOICES } from '../state/choices.js';
import { LANGUAGE_IDS } from '../state/languages.js';
/** @import { Look, State } from '../types.js' */

/**
 * Applies an attribute to a state. `text` is null if the attribute was removed, which restores the default.
 *
 * @template S
 * @typedef {(text: string | null, state: S) => S} Attribute
 */

/**
 * Parses one of several choices. Case is ignored.
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
  if (!Number.isInteger(value) || value < least || value > most)
    throw new Error(`${JSON.stringify(shortened(text))} is not a whole number from ${least} to ${most}`);
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

/**
 * Properties whose values are objects. React 18 sets them as attributes, with the object converted to text.
 */
export const AS_PROPERTY = Object.freeze(['data', 'state', 'figure']);

/**
 * An attribute that is always rejected, because its value has to be set as a property.
 *
 * @param {string} name
 * @param {string} [instead] - what to use in place of the property
 * @returns {Attribute<any>}
 */
export function asProperty(name, instead = '') {
  return rejected(
    `is text, and ${name} is a property: set element.${name} in a script, which in React 18 takes a ref${instead}`,
  );
}

/** @param {string} reason @returns {Attribute<any>} */
function rejected(reason) {
  return (text, state) => {
    if (text !== null) throw new Error(`${JSON.stringify(shortened(text))} ${reason}`);
    return state;
  };
}

/** The attributes that all rooms reject, because their values are properties. */
export const REJECTED = { state: asProperty('state'), data: asProperty('data') };

/** The same for an element without the property `data`. @param {string} tag */
export const rejectedWithoutData = (tag) => ({
  ...REJECTED,
  data: rejected(`is not used: <${tag}> takes no data`),
});

/** Shortens a text for a message. @param {string} text */
export function shortened(text) {
  const letters = [...text];
  return letters.length > 60 ? `${letters.slice(0, 60).join('')}…` : text;
}

/** The display attributes of all rooms. @type {Record<string, Attribute<Look & { map: State['map'] }>>} */
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
 * Applies attributes to a state, in the order of the table. An invalid attribute restores the default of what
 * it sets.
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

/**
 * Sets an attribute; null and undefined remove it.
 *
 * @param {Element} host @param {string} name @param {string | null | undefined} value
 */
export function reflect(host, name, value) {
  if (value === null || value === undefined) host.removeAttribute(name);
  else host.setAttribute(name, value);
}
