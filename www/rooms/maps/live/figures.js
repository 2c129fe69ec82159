/** Figures in the notation of the language. */
import { cellText } from '../../../format/display.js';
import { localized } from '../../../format/separator.js';
/** @import { Strings } from '../../../words/languages.js' */

/** A number with as many decimals. @param {number} value @param {number} decimals @param {Strings} t */
export const decimal = (value, decimals, t) => localized(cellText(value, decimals), t.language);

/** The same with a sign. @param {number} value @param {number} decimals @param {Strings} t */
export const signed = (value, decimals, t) => (value > 0 ? '+' : '') + decimal(value, decimals, t);
