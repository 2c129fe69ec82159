/**
 * The lines from queries to keys with at least a weight. If there are too many, the strongest are kept.
 *
 * @param {{ query: number, row: Float32Array }[]} rows
 * @param {number} threshold - 0 draws every weight that is not 0
 * @param {number} most
 * @returns {{ lines: { query: number, key: number, weight: number }[], total: number }} the weakest first, so that the strongest are drawn over them
 */
export function linesOf(rows, threshold, most) {
  const lines = [];
  for (const { query, row } of rows) {
    for (let key = 0; key < row.length; key += 1)
      if (row[key] >= threshold && row[key] > 0) lines.push({ query, key, weight: row[key] });
  }
  lines.sort((a, b) => a.weight - b.weight);
  return { lines: lines.slice(-most), total: lines.length };
}

/**
 * The visible range of a list.
 *
 * @param {number} scrolled - pixels
 * @param {number} height - of what is visible
 * @param {number} line - height of a place
 * @param {number} count - places
 */
export function placesIn(scrolled, height, line, count) {
  return {
    first: Math.max(0, Math.min(count - 1, Math.floor(scrolled / line))),
    last: Math.min(count - 1, Math.floor((scrolled + height - 1) / line)),
  };
}
