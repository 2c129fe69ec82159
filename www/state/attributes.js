import { wholeNumber } from './attribute-values.js';
import { initial } from './initial.js';
/** @import { Field } from './fields.js' */
/** @import { Fields } from './initial.js' */
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
