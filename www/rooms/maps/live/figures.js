import { decimal } from '../../../format/display.js';
/** @import { Language } from '../../../state/languages.js' */

/** A number with its sign. @param {Language} language @param {number} value @param {number} decimals */
export const signed = (language, value, decimals) =>
  (value > 0 ? '+' : '') + decimal(language, value, decimals);

/** Ascending numbers as ranges: “0–2, 4”. @param {number[]} numbers */
export function spans(numbers) {
  const starts = numbers.filter((each) => !numbers.includes(each - 1));
  const ends = numbers.filter((each) => !numbers.includes(each + 1));
  return starts.map((first, at) => (first === ends[at] ? String(first) : `${first}–${ends[at]}`)).join(', ');
}
