import { initialOf } from './attributes.js';
import { Field, int } from './fields.js';
import { BrokenLink } from './fragment-values.js';
/** @import { StateOf } from './attributes.js' */
/** @import { Kind } from './fields.js' */

/**
 * Several values, such as a cell; in links, separated by colons. Each is an attribute with the name of the
 * member if it has a maximum in the state (`upTo`).
 *
 * @template {Record<string, number | Field<any>>} M
 * @param {M} members - the field of each, or the maximum in links of a whole number from 0 on
 * @returns {Field<{ [N in keyof M]: M[N] extends Field<infer T> ? T : number }>}
 */
export function tuple(members) {
  const kinds = Object.entries(members).map(
    ([name, of]) => /** @type {const} */ ([name, (typeof of === 'number' ? int(0, of) : of).kind]),
  );
  const valuesOf = (/** @type {(name: string, index: number) => any} */ of) =>
    Object.fromEntries(kinds.map(([name], index) => [name, of(name, index)]));
  /** @type {Kind<any>} */
  const kind = {
    type: 'number',
    read(written, state) {
      const parts = written.split(':');
      if (parts.length !== kinds.length) throw new BrokenLink(written);
      return valuesOf((_, index) => kinds[index][1].read(parts[index], state));
    },
    write: (value, state) => kinds.map(([name, { write }]) => write(value[name], state)).join(':'),
    upTo: (/** @type {Record<string, (state: any) => number>} */ ofState) => ({
      ...kind,
      most: ofState,
      clamp: (value, state) => valuesOf((name) => Math.min(value[name], ofState[name](state))),
    }),
  };
  return new Field(kind);
}

/**
 * Settings in an object of their own. In links and as attributes they are like others.
 *
 * @template {Record<string, Field<any>>} F
 * @param {F} members
 * @returns {Field<StateOf<F>>}
 */
export function group(members) {
  /** @type {Kind<any>} */
  const kind = { type: '', members, read: never, write: never };
  return new Field(kind).is(() => initialOf(members));
}

/**
 * The same for an object that contains only the members that differ from their defaults.
 *
 * @template {Record<string, Field<any>>} F
 * @param {F} members
 * @returns {Field<Partial<StateOf<F>>>}
 */
export function sparse(members) {
  /** @type {Kind<any>} */
  const kind = { type: '', members, isSparse: true, read: never, write: never };
  return new Field(kind).is({});
}

/** @returns {never} */
function never() {
  throw new Error('a group is not written as a whole');
}
