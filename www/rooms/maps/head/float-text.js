/**
 * The shortest decimal text that parses to the same 32-bit float.
 *
 * @param {number} value - a finite 32-bit float
 * @param {number} [digits] - the number of significant digits to start with; it only saves time
 */
export function shortestText(value, digits = 1) {
  for (; digits < 9; digits += 1) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return String(short);
  }
  // Nine digits distinguish all 32-bit floats.
  return String(Number(value.toPrecision(9)));
}

/** All digits of a 32-bit float, for display: with a minus sign instead of a hyphen. @param {number} value */
export function fullDigits(value) {
  return Number.isFinite(value) ? shortestText(value).replaceAll('-', '−') : String(value);
}
