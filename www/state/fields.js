import { finiteNumber, isOn, oneOf, wholeNumber } from './attributes.js';
import { BrokenLink, choice as chosen, integer, number as finite } from './fragment-values.js';
import { LANGUAGE_IDS } from './languages.js';
/** @import { Parameters } from './fragment-frame.js' */
/** @import { StateOf } from './attributes.js' */

/**
 * The values of a field.
 *
 * @template T
 * @typedef {object} Kind
 * @property {string} type - of the attribute, for the documentation
 * @property {(text: string, state: any) => T} read - reads a link
 * @property {(value: T, state: any) => string} write - writes a link
 * @property {(text: string, state: any) => T} [parse] - reads an attribute; throws an error that names the
 *   allowed values
 * @property {(values: Parameters, state: any) => T} [take] - reads a value that several parameters of a link contain
 * @property {(out: URLSearchParams, value: T) => void} [put] - writes it
 * @property {readonly [least: number, most: number]} [limits] - of a whole number
 * @property {readonly T[]} [choices]
 * @property {(state: any) => readonly string[]} [choicesIn] - the names that its attribute may have in a state
 * @property {number} [from] - the number that links write for the index 0
 * @property {Most} [most] - the maximum in a state
 * @property {(value: T, state: any) => T} [clamp] - the nearest value that fits the rest of the state
 * @property {Record<string, (text: string | null, state: any) => any>} [attributes] - several attributes that set
 *   it together
 * @property {Record<string, Field<any>>} [members] - of a group
 * @property {boolean} [isSparse] - whether a group contains only members that differ from their defaults
 * @property {(most: any) => Kind<T>} [upTo] - the same kind with a maximum that depends on the state
 */

/**
 * A maximum, or one for each member of a tuple.
 *
 * @typedef {((state: any) => number) | Record<string, (state: any) => number>} Most
 */

/**
 * How a room uses a field.
 *
 * @template T
 * @typedef {object} Use
 * @property {T | ((state: any) => T)} initial - the default, or a function of the settings before it
 * @property {boolean} isUndoable - whether undo restores it; others are display settings
 * @property {string | null} [parameter] - its name in links; by default the name of the property
 * @property {string | null} [attribute] - its name as an attribute; by default the name of the property
 * @property {string} [after] - the setting after which its attribute is applied, if it is not the one before
 * @property {boolean} isSubject - whether it says what is shown, which the defaults of others depend on
 * @property {(value: T, state: any) => boolean} [isWritten] - whether links contain the value; by default if it
 *   is a subject or not the default
 * @property {(state: any) => boolean} applies - whether a state has the setting
 * @property {(state: any, value: any) => any} [set] - takes over a value of a link that is not just its property
 * @property {(state: any, value: T) => any} [effect] - of an attribute that changes more than its setting
 * @property {(state: any) => any} [removed] - the state after its attribute was removed
 * @property {(state: any) => T} [missing] - the value of links without it, if it is not the default
 */

/** @type {Use<any>} */
const UNUSED = Object.freeze({
  initial: null,
  isUndoable: false,
  isSubject: false,
  applies: () => true,
});

/**
 * One setting: the kind of its values, and how the room uses it. Each method returns a changed copy.
 *
 * @template T
 */
export class Field {
  /** @param {Kind<T>} kind @param {Use<T>} [use] */
  constructor(kind, use = UNUSED) {
    this.kind = kind;
    this.use = use;
  }

  /** The allowed values; empty if they are not listed. */
  get choices() {
    return this.kind.choices ?? [];
  }

  /** The smallest and the largest whole number. */
  get limits() {
    return this.kind.limits ?? [-Infinity, Infinity];
  }

  /** @param {Partial<Use<T>>} use @returns {Field<T>} */
  with(use) {
    return new Field(this.kind, { ...this.use, ...use });
  }

  /** Sets the default. @param {T | ((state: any) => T)} initial */
  is(initial) {
    return this.with({ initial });
  }

  /** Allows null, which is then the default. @returns {Field<T | null>} */
  optional() {
    const { clamp, ...rest } = this.kind;
    const kind = /** @type {Kind<any>} */ (rest);
    if (clamp) kind.clamp = (value, state) => (value === null ? null : clamp(value, state));
    return new Field(kind, { .../** @type {Use<any>} */ (this.use), initial: null });
  }

  /** Lets undo restore it. */
  undoable() {
    return this.with({ isUndoable: true });
  }

  /** Says what is shown. It comes first in a table, and links always contain it. */
  subject() {
    return this.with({ isSubject: true, isUndoable: true });
  }

  /** Sets its name in links; null if they do not contain it. @param {string | null} parameter */
  link(parameter) {
    return this.with({ parameter });
  }

  /** Sets its name as an attribute; null if it is none. @param {string | null} attribute */
  attribute(attribute) {
    return this.with({ attribute });
  }

  /** Applies its attribute after that of another setting, which it depends on. @param {string} after */
  after(after) {
    return this.with({ after });
  }

  /**
   * Sets a maximum that depends on the state.
   *
   * @param {Most} most
   */
  upTo(most) {
    return new Field(this.kind.upTo?.(most) ?? this.kind, this.use);
  }
}

/** A whole number. @param {number} least @param {number} most @returns {Field<number>} */
export function int(least, most) {
  /** @type {Kind<number>} */
  const kind = {
    type: 'number',
    limits: [least, most],
    read: (text) => integer(text, least, most),
    write: String,
    parse: (text) => wholeNumber(text, least, most),
    upTo: (/** @type {(state: any) => number} */ ofState) => ({
      ...kind,
      most: ofState,
      parse: (text, state) => wholeNumber(text, least, ofState(state)),
      clamp: (value, state) => Math.min(value, ofState(state)),
    }),
  };
  return new Field(kind);
}

/** A finite number; in links, one from `least` to `most`. @returns {Field<number>} */
export function real(least = -Infinity, most = Infinity) {
  return new Field({
    type: 'number',
    read: (text) => between(finite(text), least, most),
    write: String,
    parse: finiteNumber,
  });
}

/**
 * One of several values. The first is the default.
 *
 * @template {string | number} C
 * @param {readonly C[]} choices
 * @returns {Field<C>}
 */
export function choice(choices) {
  const texts = choices.map(String);
  return new Field({
    type: choices.map((each) => (typeof each === 'string' ? `'${each}'` : each)).join(' | '),
    choices,
    read: (text) => choices[texts.indexOf(chosen(text, texts))],
    write: String,
    parse: (text) => oneOf(text, choices),
  }).is(choices[0]);
}

/** A text. Links keep every character. @returns {Field<string>} */
export function text(initial = '') {
  return new Field({ type: 'string', read: String, write: String, parse: String }).is(initial);
}

/** A switch: 1 in links, or 0 if it is on by default. @returns {Field<boolean>} */
export function flag(initial = false) {
  const other = initial ? '0' : '1';
  return new Field({
    type: 'boolean',
    read: (text) => chosen(text, [other]) === '1',
    write: (value) => (value ? '1' : '0'),
    parse: isOn,
  }).is(initial);
}

/**
 * A value with its own notation. Without `parse` it is no attribute.
 *
 * @template T
 * @param {Pick<Kind<T>, 'read'> & Partial<Kind<T>>} kind
 * @returns {Field<T>}
 */
export function custom(kind) {
  return new Field({ type: 'string', write: String, ...kind });
}

/** A number of a link in its range. @param {number} value @param {number} least @param {number} most */
function between(value, least, most) {
  if (value < least || value > most) throw new BrokenLink(String(value));
  return value;
}

/** The color maps. */
export const COLOR_MAPS = Object.freeze(/** @type {const} */ (['ember', 'viridis', 'cividis', 'grey']));
/** The themes. */
export const THEMES = Object.freeze(/** @type {const} */ (['light', 'dark']));

/** The display settings of all rooms, which are at the end of links. */
export const DISPLAY = {
  map: choice(COLOR_MAPS).attribute('colormap'),
  language: choice(LANGUAGE_IDS).optional(),
  theme: choice(THEMES).optional(),
};

/** @typedef {StateOf<typeof DISPLAY>} Display */
