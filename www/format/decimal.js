/**
 * A number as decimal digits, in strings: no digit here comes out of floating-point arithmetic.
 *
 * @typedef {object} Decimal
 * @property {boolean} negative - the sign bit, which -0 has too
 * @property {string} digits - at least one; the first is not 0 unless the number is
 * @property {number} exponent - the power of ten of the first digit
 */

/** Digits after the first that are asked for: JavaScript gives no more, and no float is nearer than this to a tie without being one. */
const MOST = 100;

/**
 * The fewest digits that read back as the same float.
 *
 * @param {number} value - finite
 * @returns {Decimal}
 */
export function shortest(value) {
  return parts(value, Math.abs(value).toExponential());
}

/**
 * The number's own digits, as far as it matters for rounding.
 *
 * @param {number} value - finite
 * @returns {Decimal}
 */
export function exact(value) {
  return parts(value, Math.abs(value).toExponential(MOST));
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
 * Rounds to the first `keep` digits; a tie goes to the even digit, as IEEE 754 and NumPy have it, where toFixed() would go up.
 *
 * @param {Decimal} decimal
 * @param {number} keep - with 0 or less, what is left is 0, or a 1 one place ahead of the first digit
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
  const raised = increment(kept);
  return raised.length > keep
    ? { negative, digits: raised, exponent: exponent + 1 }
    : { negative, digits: raised, exponent };
}

/** One more in the last place; a row of nines grows by a digit. @param {string} digits */
function increment(digits) {
  const nines = /9*$/.exec(digits)?.[0].length ?? 0;
  const rest = digits.slice(0, digits.length - nines);
  const head = rest === '' ? '1' : rest.slice(0, -1) + String(Number(rest.at(-1)) + 1);
  return head + '0'.repeat(nines);
}

/**
 * The digits before and after the point, with `decimals` of them after it if there are so many.
 *
 * @param {Decimal} decimal
 * @param {number} [decimals] - rounds to so many; without it all digits stand
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
 * The number rounded to a fixed count of decimals, without its sign: toFixed() with ties to even, and for numbers of any size.
 *
 * The shortest digits round as the number's own do, and are found much faster. Were a tie between the two, it would be shorter than the shortest, and
 * so would have been it. Only where the shortest digits end in the tie themselves, or end too early, do the number's own have to be asked.
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
