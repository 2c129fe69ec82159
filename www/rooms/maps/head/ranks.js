/**
 * The rank of a key in its row by weight: 1 is the largest, and equal weights share a rank. Missing weights
 * do not count.
 *
 * @param {Float32Array} row
 * @param {number} key
 * @returns {{ rank: number, of: number } | null} null where the key itself is missing
 */
export function rankOf(row, key) {
  const value = row[key];
  if (Number.isNaN(value)) return null;
  let [rank, of] = [1, 0];
  for (const other of row) {
    if (!Number.isNaN(other)) of += 1;
    if (other > value) rank += 1;
  }
  return { rank, of };
}

/**
 * The keys with the largest weights of a row, in descending order, with cumulative sums.
 *
 * @param {Float32Array} row
 * @param {number} most
 * @returns {{ key: number, rank: number, weight: number, sum: number }[]}
 */
export function topOf(row, most) {
  const keys = Array.from(row.keys())
    .filter((key) => !Number.isNaN(row[key]))
    .sort((a, b) => row[b] - row[a] || a - b);
  let sum = 0;
  let rank = 1;
  return keys.slice(0, most).map((key, place) => {
    sum += row[key];
    if (place > 0 && row[key] < row[keys[place - 1]]) rank = place + 1;
    return { key, rank, weight: row[key], sum };
  });
}

/**
 * The shortest text that parses to the same 32-bit float.
 *
 * @param {number} value
 */
export function fullDigits(value) {
  if (!Number.isFinite(value)) return String(value);
  for (let digits = 1; digits < 9; digits += 1)
    if (Math.fround(Number(value.toPrecision(digits))) === value)
      return signed(Number(value.toPrecision(digits)));
  return signed(Number(value.toPrecision(9)));
}

/** @param {number} value */
function signed(value) {
  return String(value).replaceAll('-', '−');
}
