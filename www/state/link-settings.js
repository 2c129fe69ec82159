/** Settings in links. */
import { initial } from './attributes.js';
/** @import { Parameters } from './fragment-frame.js' */
/** @import { Field } from './fields.js' */
/** @import { Fields } from './attributes.js' */

/**
 * Adds what differs from the defaults to the parameters of a link.
 *
 * @param {URLSearchParams} out @param {Fields} fields @param {any} state
 * @param {any} first - the initial state
 */
export function write(out, fields, state, first) {
  for (const [name, { kind, use }] of Object.entries(fields)) {
    if (!use.applies(state)) continue;
    if (!kind.members) writeOne(out, name, fields[name], state[name], first[name], state);
    for (const [member, field] of Object.entries(kind.members ?? {}))
      writeOne(out, member, field, state[name][member], initial(field.use, state), state);
  }
}

/**
 * @param {URLSearchParams} out @param {string} name @param {Field<any>} field @param {unknown} value
 * @param {unknown} usual @param {any} state
 * @returns {void}
 */
function writeOne(out, name, { kind, use }, value, usual, state) {
  const { parameter = name, isWritten } = use;
  if (parameter === null || value === undefined || !use.applies(state)) return;
  if (kind.put) return kind.put(out, value);
  const isDifferent = () => !equal(value, kind.clamp ? kind.clamp(usual, state) : usual);
  if (isWritten ? isWritten(value, state) : use.isSubject || isDifferent())
    out.set(parameter, kind.write(value, state));
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
  for (const [name, field] of Object.entries(fields)) {
    if (!field.use.applies(now)) continue;
    const { members, isSparse } = field.kind;
    if (!members) now = readOne(values, name, field, now, (value) => ({ ...now, [name]: value }));
    for (const [member, each] of Object.entries(members ?? {}))
      now = readOne(values, member, each, now, (value) =>
        isSparse && equal(value, initial(each.use, now))
          ? now
          : { ...now, [name]: { ...now[name], [member]: value } },
      );
  }
  return now;
}

/**
 * @param {Parameters} values @param {string} name @param {Field<any>} field @param {any} state
 * @param {(value: any) => any} set
 */
function readOne(values, name, { kind, use }, state, set) {
  const { parameter = name, missing, applies } = use;
  if (kind.take) return set(kind.take(values, state));
  const text = parameter === null || !applies(state) ? null : values.take(parameter);
  if (text === null) return missing ? set(missing(state)) : state;
  const value = kind.read(text, state);
  return use.set ? use.set(state, value) : set(value);
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
