/** How wide the letters of common fonts without serifs are, by their size; each class is tried in turn. @type {[RegExp, number][]} */
const WIDTHS = [
  // What is written over, or into, the letter before it.
  [/[\p{Mark}\u200c\u200d\ufe0e\ufe0f]/u, 0],
  [/[\p{Extended_Pictographic}\p{Regional_Indicator}]/u, 1.25],
  [/[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uff60]/u, 1],
  [/[ijl.,:;'|!()[\]ft`\u2009]/, 0.36],
  [/[mMW@%—…]/, 0.92],
  [/[wA-Z&⇥↵]/, 0.71],
  [/ /, 0.32],
];
/** Most small letters, and digits. */
const USUAL = 0.6;

/**
 * About how wide a text is where there is no canvas to ask. Rather a little wider than it will be: what is too narrow would be written over.
 *
 * @type {import('./types.js').Measure}
 */
export const estimate = (text, size, mono = false) =>
  size * Array.from(text).reduce((sum, letter) => sum + widthOf(letter, mono), 0);

/** @param {string} letter @param {boolean} mono */
function widthOf(letter, mono) {
  const known = WIDTHS.find(([letters]) => letters.test(letter))?.[1] ?? USUAL;
  return mono && known > 0 && known < 1 ? USUAL : known;
}
