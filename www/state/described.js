/** The attributes of settings, for the documentation. */
import { initial, kebab } from './attributes.js';
/** @import { Fields } from './attributes.js' */

/**
 * An attribute.
 *
 * @typedef {object} Described
 * @property {string} name
 * @property {string} type
 * @property {string} initial - the default; empty if there is none, or if it depends on other settings
 * @property {string} range - the allowed whole numbers, such as `1–256`; empty for others
 */

/** The attributes of settings, in the order of the table. @param {Fields} fields @returns {Described[]} */
export function described(fields) {
  return Object.entries(fields).flatMap(([name, { kind, use }]) => {
    const { attribute = kebab(name) } = use;
    if (kind.members && attribute !== null) return described(kind.members);
    const usual = typeof use.initial === 'function' ? null : initial(use, {});
    const text = usual === null || usual === false || Array.isArray(usual) ? '' : String(usual);
    if (attribute === null) return [];
    if (kind.attributes || typeof kind.most === 'object')
      return Object.keys(kind.attributes ?? kind.most ?? {}).map((member) => ({
        name: member,
        type: kind.type,
        initial: String(usual?.[member] ?? ''),
        range: '',
      }));
    if (!kind.parse) return [];
    // A maximum that depends on the state is in the text.
    const range = kind.limits && !kind.most ? kind.limits.join('–') : '';
    return [{ name: attribute, type: kind.type, initial: text, range }];
  });
}
