import { decimal } from '../../../format/separator.js';
/** @import { Language } from '../../../state/languages.js' */

/** A number with its sign. @param {Language} language @param {number} value @param {number} decimals */
export const signed = (language, value, decimals) =>
  (value > 0 ? '+' : '') + decimal(language, value, decimals);
