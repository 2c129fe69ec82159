/**
 * A number as decimal digits in strings, without floating-point arithmetic.
 *
 * @typedef {object} Decimal
 * @property {boolean} negative - the sign bit, which is also set for -0
 * @property {string} digits - at least one; the first is 0 only if the number is 0
 * @property {number} exponent - the power of ten of the first digit
 */

/**
 * The maximum number of digits after the first in JavaScript. They are enough to round: a float that looks
 * like a tie in these digits is a tie.
 */
const MAX_DIGITS = 100;

/**
 * The shortest digits that parse back to the same float.
 *
 * @param {number} value - finite
 * @returns {Decimal}
 */
export function shortest(value) {
  return parts(value, Math.abs(value).toExponential());
}

/**
 * The exact digits, as many as rounding needs.
 *
 * @param {number} value - finite
 * @returns {Decimal}
 */
export function exact(value) {
  return parts(value, Math.abs(value).toExponential(MAX_DIGITS));
}

/** @param {number} value @param {string} text @returns {Decimal} */
function parts(value, text) {
  const [mantissa, exponent] = text.split('e');
  return {
    negative: value < 0 || Object.is(value, -0),
    digits: mantissa.replace('.', ''),
    exponent: Number(exponent),
  };
}

/**
 * Rounds to the first `keep` digits. A tie goes to the even digit, as in IEEE 754 and NumPy, whereas
 * toFixed() rounds up.
 *
 * @param {Decimal} decimal
 * @param {number} keep - with 0 or less, the result is 0, or a 1 one place before the first digit
 * @returns {Decimal}
 */
export function round(decimal, keep) {
  const { negative, digits, exponent } = decimal;
  if (keep >= digits.length) return decimal;
  if (keep < 0) return { negative, digits: '0', exponent };
  const kept = digits.slice(0, keep);
  const rest = digits.slice(keep);
  const odd = kept !== '' && Number(kept.at(-1)) % 2 === 1;
  const tie = /^50*$/.test(rest);
  const up = tie ? odd : rest[0] >= '5';
  if (!up) return kept === '' ? { negative, digits: '0', exponent } : { negative, digits: kept, exponent };
  const raised = String(BigInt(kept) + 1n);
  return raised.length > keep
    ? { negative, digits: raised, exponent: exponent + 1 }
    : { negative, digits: raised, exponent };
}

/**
 * The digits before and after the point, with at most `decimals` of them after it.
 *
 * @param {Decimal} decimal
 * @param {number} [decimals] - rounds to this number; without it all digits are kept
 * @returns {{ whole: string, fraction: string }}
 */
export function positional(decimal, decimals = Infinity) {
  const { digits, exponent } =
    decimals === Infinity ? decimal : round(decimal, decimal.exponent + 1 + decimals);
  if (/^0*$/.test(digits)) return { whole: '0', fraction: '' };
  const padded = '0'.repeat(Math.max(0, -exponent)) + digits.padEnd(exponent + 1, '0');
  const point = Math.max(1, exponent + 1);
  return { whole: padded.slice(0, point), fraction: padded.slice(point) };
}

/**
 * The number rounded to a fixed count of decimals, without its sign: toFixed() with ties to even, and for
 * numbers of any size.
 *
 * The shortest digits usually round like the exact digits, and are computed much faster. A tie between the
 * two would have fewer digits than the shortest digits, which is a contradiction. The exact digits are
 * needed only if the shortest digits end in a tie themselves, or end too early.
 *
 * @param {number} value - finite
 * @param {number} decimals
 */
export function fixed(value, decimals) {
  const short = shortest(value);
  const rest = short.digits.slice(Math.max(0, short.exponent + 1 + decimals));
  const { whole, fraction } = positional(rest === '' || rest === '5' ? exact(value) : short, decimals);
  return decimals === 0 ? whole : `${whole}.${fraction.padEnd(decimals, '0')}`;
}

/** @param {string} text - digits after a point */
export function withoutZeros(text) {
  return text.replace(/0+$/, '');
}

/** Python writes an exponent for 1e16 and more, and for less than 1e-4. */
const LARGE = 16;
const SMALL = -4;

/**
 * A float as Python's repr() writes it: the shortest digits that parse back to the same float.
 *
 * @param {number} value
 * @returns {string} such as 0.1, 1.0, -0.0, 1e-05, inf, nan
 */
export function repr(value) {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value < 0 ? '-inf' : 'inf';
  const decimal = shortest(value);
  const sign = decimal.negative ? '-' : '';
  if (decimal.exponent >= SMALL && decimal.exponent < LARGE) {
    const { whole, fraction } = positional(decimal);
    return `${sign}${whole}.${fraction || '0'}`;
  }
  const [first, ...rest] = decimal.digits;
  return sign + first + (rest.length > 0 ? `.${rest.join('')}` : '') + exponentText(decimal.exponent, 2);
}

/**
 * An exponent with its sign and at least `digits` digits: e+08.
 *
 * @param {number} exponent
 * @param {number} digits
 */
export function exponentText(exponent, digits) {
  return `e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(digits, '0')}`;
}
