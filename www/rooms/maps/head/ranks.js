/**
 * The rank of a key in its row by weight: 1 is the largest, and equal weights share a rank. Missing weights
 * do not count.
 *
 * @param {Float32Array} row
 * @param {number} key
 * @returns {{ rank: number, of: number } | null} null if the weight of the key is missing
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
 * @param {number} max - the maximum number of keys
 * @returns {{ key: number, rank: number, weight: number, sum: number }[]}
 */
export function topKeys(row, max) {
  // Long rows are sorted as plain numbers first, which is much faster.
  const ascending = row.filter((weight) => !Number.isNaN(weight)).sort();
  const least = ascending[Math.max(0, ascending.length - max)];
  const keys = Array.from(row.keys())
    .filter((key) => row[key] >= least)
    .sort((a, b) => row[b] - row[a] || a - b);
  let sum = 0;
  let rank = 1;
  return keys.slice(0, max).map((key, index) => {
    sum += row[key];
    if (index > 0 && row[key] < row[keys[index - 1]]) rank = index + 1;
    return { key, rank, weight: row[key], sum };
  });
}
