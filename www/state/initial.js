/** @import { Field } from './fields.js' */

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
