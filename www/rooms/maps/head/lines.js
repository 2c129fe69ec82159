/** @typedef {{ query: number, key: number, weight: number }} Line */

/**
 * The lines from queries to keys with at least a weight. If there are too many, the strongest are kept.
 *
 * @param {{ query: number, row: Float32Array }[]} rows
 * @param {number} threshold - 0 keeps every weight above 0
 * @param {number} max - the maximum number of lines
 * @returns {{ lines: Line[], total: number }} the weakest first, so that the strongest are drawn over them
 */
export function linesOf(rows, threshold, max) {
  /** @type {Line[]} */
  const lines = [];
  for (const { query, row } of rows) {
    for (let key = 0; key < row.length; key += 1)
      if (row[key] >= threshold && row[key] > 0) lines.push({ query, key, weight: row[key] });
  }
  lines.sort((a, b) => a.weight - b.weight);
  return { lines: lines.slice(-max), total: lines.length };
}

/**
 * The visible range of a scrolled list, both ends included.
 *
 * @param {number} scrollTop - pixels
 * @param {number} height - of the visible part
 * @param {number} itemHeight
 * @param {number} count - of items
 */
export function visibleRange(scrollTop, height, itemHeight, count) {
  return {
    first: Math.max(0, Math.min(count - 1, Math.floor(scrollTop / itemHeight))),
    last: Math.min(count - 1, Math.floor((scrollTop + height - 1) / itemHeight)),
  };
}
