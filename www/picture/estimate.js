/**
 * The widths of letters in common sans-serif fonts, relative to their size; the first matching class counts.
 *
 * @type {[RegExp, number][]}
 */
const WIDTHS = [
  // Characters that combine with the letter before them.
  [/[\p{Mark}\u200c\u200d\ufe0e\ufe0f]/u, 0],
  [/[\p{Extended_Pictographic}\p{Regional_Indicator}]/u, 1.25],
  [/[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uff60]/u, 1],
  [/[ijl.,:;'|!()[\]ft`\u2009]/, 0.36],
  [/[mMW@%—…]/, 0.92],
  [/[wA-Z&⇥↵]/, 0.71],
  [/ /, 0.32],
];
/** Most lower-case letters, and digits. */
const USUAL = 0.6;

/**
 * Estimates the width of a text where there is no canvas to measure it. The estimate is rather too wide,
 * because too narrow texts would overlap.
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
