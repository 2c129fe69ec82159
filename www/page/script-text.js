/**
 * The scripts of the page as text. Each is a function that is registered in the page's one global and that runs at once: what a function is can be asked for also where
 * no file can be read, so that a page that was opened by double click can write its own scripts into another.
 */

/** What the first script begins with. */
const GLOBAL =
  'globalThis.heedmap={modules:{},scripts:{},missing(){throw new Error("a part of the page that this needs has not been loaded, or is not in this page")}};';

/** @param {string} name @param {string} made - the function, as text */
export function scriptText(name, made) {
  return `${name === 'shell' ? GLOBAL : ''}heedmap.scripts.${name}=(${made});heedmap.scripts.${name}();`;
}

/**
 * What cannot stand in the script of a page as it is written: the beginning of a comment and the end of the script, which the reader of HTML sees first, and
 * the letters that it changes. Null if there is nothing of the kind.
 *
 * @param {string} text
 */
export function unsafeIn(text) {
  return text.match(/<(?:!--|\/script)|[\0\r\ufeff]/iu)?.[0] ?? null;
}
