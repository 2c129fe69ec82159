import { shortened, attributesOf } from '../state/attributes.js';
import { DISPLAY } from '../state/fields.js';
/** @import { Attribute } from '../state/settings.js' */

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

/** The display attributes of all rooms. */
export const DISPLAY_ATTRIBUTES = attributesOf(DISPLAY);

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

/**
 * Fetches the URL in a `src` attribute.
 *
 * @param {string} src
 * @param {string} base - the base of a relative URL
 * @param {AbortSignal} signal
 * @returns {Promise<{ file: string, response: Response }>} `file` is the name of the file, for messages
 * @throws {Error} with a sentence that names the file
 */
export async function fetched(src, base, signal) {
  const url = URL.canParse(src, base) ? new URL(src, base) : null;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw new Error('only addresses of http and https are read');
  const file = url.pathname.split('/').at(-1) || url.host;
  const response = await fetch(url, { signal }).catch((error) => {
    throw signal.aborted ? error : new Error(`${file} could not be read: no answer`);
  });
  if (!response.ok) throw new Error(`${file} could not be read: ${response.status}`);
  return { file, response };
}
