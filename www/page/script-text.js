/**
 * The scripts of the page as text. Each script is a function that registers itself in the page's global and
 * runs at once. The text of a function is available even where no file can be read, so a page that was opened
 * by double click can copy its scripts into another page.
 */

/** The beginning of the first script. */
const GLOBAL =
  'globalThis.heedmap={modules:{},scripts:{},missing(){throw new Error("a part of the page that this needs has not been loaded, or is not in this page")}};';

/** @param {string} name @param {string} made - the function, as text */
export function scriptText(name, made) {
  return `${name === 'shell' ? GLOBAL : ''}heedmap.scripts.${name}=(${made});heedmap.scripts.${name}();`;
}

/**
 * Finds text that an inline script must not contain: the start of a comment and the end tag, which the HTML
 * parser would recognize, and the characters that it replaces. Null if there is none.
 *
 * @param {string} text
 */
export function unsafeIn(text) {
  return text.match(/<(?:!--|\/script)|[\0\r\ufeff]/iu)?.[0] ?? null;
}
