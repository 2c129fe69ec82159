import { number, decimal, localized } from '../../../format/display.js';
/** @import { Language } from '../../../state/languages.js' */

/**
 * A value below a thumbnail, in four characters.
 *
 * @param {number | null | undefined} value @param {Language} language
 */
export function shortValue(value, language) {
  if (value === null || value === undefined || !Number.isFinite(value)) return '–';
  const size = Math.abs(value);
  // Only 0 is written as 0.
  if (size > 0 && size < 0.005) return value < 0 ? '≈−0' : `<${localized('0.01', language).slice(1)}`;
  return decimal(language, value, size < 9.995 ? 2 : size < 99.95 ? 1 : 0);
}

/** A value in a sentence. @param {number | null | undefined} value @param {Language} language */
export function longValue(value, language) {
  return value === null || value === undefined ? '–' : localized(number(value, 3), language);
}

/**
 * A value in a column: at most three decimals, fewer for large values, and no exponent.
 *
 * @param {number | null | undefined} value @param {Language} language
 */
export function columnValue(value, language) {
  if (value === null || value === undefined || !Number.isFinite(value)) return longValue(value, language);
  const size = Math.abs(value);
  if (size > 0 && size < 0.001) return value < 0 ? '≈−0' : `<${localized('0.001', language).slice(1)}`;
  return localized(number(value, size < 99.95 ? 3 : size < 999.5 ? 1 : 0), language);
}

/** A number of bytes with its unit. @param {number} bytes @param {Language} language */
export function bytesText(bytes, language) {
  const units = ['B', 'KB', 'MB', 'GB', 'TB'];
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  return `${localized(number(bytes / 1000 ** power, power === 0 ? 0 : 1), language)}\u202f${units[power]}`;
}
