/** Settings in links. */
/** @import { Parameters } from './fragment-values.js' */
/** @import { Field } from './fields.js' */

/** @typedef {Record<string, Field<any>>} Fields - settings by the properties of the state */

/**
 * The type of the state that fields describe.
 *
 * @template {Fields} F
 * @typedef {{ [K in keyof F]: F[K] extends Field<infer T> ? T : never }} StateOf
 */

/**
 * The initial values of fields, after those that are given.
 *
 * @param {Fields} fields @param {object} given @returns {Record<string, unknown>}
 */
export function initialOf(fields, given = {}) {
  const state = /** @type {Record<string, unknown>} */ ({ ...given });
  for (const [name, { use }] of Object.entries(fields))
    if (!(name in state)) state[name] = initial(use, state);
  return state;
}

/** The default in a state. @param {Field<any>['use']} use @param {any} state */
export function initial(use, state) {
  return typeof use.initial === 'function' ? use.initial(state) : use.initial;
}

/**
 * Adds what differs from the initial state to the parameters of a link.
 *
 * @param {URLSearchParams} out @param {Fields} fields @param {any} state @param {any} first
 */
export function write(out, fields, state, first) {
  for (const [name, { kind, use }] of Object.entries(fields)) {
    const { parameter = name, get, isWritten } = use;
    if (parameter === null || !use.applies(state)) continue;
    const value = get ? get(state) : state[name];
    const usual = get ? get(first) : first[name];
    const isDifferent = () => !equal(value, kind.clamp ? kind.clamp(usual, state) : usual);
    if (isWritten ? isWritten(value, state) : use.isSubject || isDifferent())
      out.set(parameter, kind.write(value, state));
  }
}

/**
 * Reads the parameters of a link into a state.
 *
 * @template S
 * @param {Parameters} values @param {Fields} fields @param {S} state @returns {S}
 */
export function read(values, fields, state) {
  /** @type {any} */
  let now = state;
  for (const [name, { kind, use }] of Object.entries(fields)) {
    const { parameter = name, missing } = use;
    if (parameter === null || !use.applies(now)) continue;
    const text = values.take(parameter);
    if (text !== null) now = withValue(now, name, use, kind.read(text, now));
    else if (missing) now = withValue(now, name, use, missing(now));
  }
  return now;
}

/**
 * A state with another value of a setting.
 *
 * @param {any} state @param {string} name @param {Field<any>['use']} use @param {unknown} value
 */
export function withValue(state, name, use, value) {
  return use.set ? use.set(state, value) : { ...state, [name]: value };
}

/**
 * Whether two values have the same content. Typed arrays are compared by identity.
 *
 * @param {any} a @param {any} b @returns {boolean}
 */
export function equal(a, b) {
  if (Object.is(a, b)) return true;
  if (!isObject(a) || !isObject(b)) return false;
  const entries = Object.entries(a);
  return (
    entries.length === Object.keys(b).length &&
    entries.every(([key, value]) => equal(value, Reflect.get(b, key)))
  );
}

/** @param {unknown} value @returns {value is object} */
function isObject(value) {
  return typeof value === 'object' && value !== null && !ArrayBuffer.isView(value);
}
