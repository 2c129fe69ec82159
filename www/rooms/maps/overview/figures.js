import { cellText, number } from '../../../format/display.js';

/** A value below a thumbnail, in four characters. @param {number | null | undefined} value */
export function shortValue(value) {
  if (value === null || value === undefined || !Number.isFinite(value)) return '–';
  const size = Math.abs(value);
  // Only 0 is written as 0.
  if (size > 0 && size < 0.005) return value < 0 ? '≈−0' : '<.01';
  return cellText(value, size < 9.995 ? 2 : size < 99.95 ? 1 : 0);
}

/** A value in a sentence. @param {number | null | undefined} value */
export function longValue(value) {
  return value === null || value === undefined ? '–' : number(value, 3);
}

/**
 * A value in a column: at most three decimals, fewer for large values, and no exponent.
 *
 * @param {number | null | undefined} value
 */
export function columnValue(value) {
  if (value === null || value === undefined || !Number.isFinite(value)) return longValue(value);
  const size = Math.abs(value);
  if (size > 0 && size < 0.0005) return value < 0 ? '≈−0' : '<.001';
  return number(value, size < 99.95 ? 3 : size < 999.5 ? 1 : 0);
}

/** A number of bytes with its unit. @param {number} bytes */
export function bytesText(bytes) {
  const units = ['B', 'KB', 'MB', 'GB', 'TB'];
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  return `${number(bytes / 1000 ** power, power === 0 ? 0 : 1)}\u202f${units[power]}`;
}
