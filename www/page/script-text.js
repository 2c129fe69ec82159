/**
 * The scripts of the page as text. Each script is a function that registers itself in the global `heedmap`
 * and runs at once. A page can read the text of a function even if it was opened from `file://`, so it can
 * copy its scripts into a saved page.
 */

/** The beginning of the first script. */
const GLOBAL =
  'globalThis.heedmap={modules:{},scripts:{},missing(){throw new Error("a part of the page that this needs has not been loaded, or is not in this page")}};';

/** @param {string} name @param {string} code - the function, as text */
export function scriptText(name, code) {
  return `${name === 'shell' ? GLOBAL : ''}heedmap.scripts.${name}=(${code});heedmap.scripts.${name}();`;
}

/**
 * Finds text that an inline script must not contain: the start of a comment or the end tag, which the HTML
 * parser would recognize, or a character that it would replace. Null if there is none.
 *
 * @param {string} text
 */
export function unsafeIn(text) {
  return text.match(/<(?:!--|\/script)|[\0\r\ufeff]/iu)?.[0] ?? null;
}
