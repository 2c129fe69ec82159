import { addWords } from '../words/languages.js';
/** @import { Words } from '../words/languages.js' */

/**
 * The superclass of all elements. In Node, which has no document, the classes can be imported but not
 * instantiated.
 */
export const ElementClass = globalThis.HTMLElement ?? /** @type {any} */ (class {});

/**
 * Registers an element with its strings. Further calls, and calls without a document, do nothing.
 *
 * @param {CustomElementConstructor & { words: readonly Words[] }} type
 * @param {string} tag
 * @param {CustomElementRegistry | undefined} registry
 */
export function defineElement(type, tag, registry) {
  addWords(type.words);
  if (!registry?.get(tag)) registry?.define(tag, type);
}
