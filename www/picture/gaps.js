/**
 * A rectangle of equal cells.
 *
 * @template K @typedef {{ row: number, col: number, rows: number, cols: number, kind: K }} Gap
 */

/**
 * Merges neighboring cells without a color into rectangles, row by row.
 *
 * @template {string} K
 * @param {{ rows: number, cols: number }} size
 * @param {(row: number, col: number) => K | null} kindOf - null for a cell with a color
 * @returns {Gap<K>[]}
 */
export function gapsIn({ rows, cols }, kindOf) {
  /** @type {Gap<K>[]} */
  const gaps = [];
  /** The rectangles that end in the row above, by kind and columns. @type {Map<string, Gap<K>>} */
  let above = new Map();
  for (let row = 0; row < rows; row++) {
    const here = new Map();
    for (let col = 0; col < cols;) {
      const kind = kindOf(row, col);
      let next = col + 1;
      while (next < cols && kindOf(row, next) === kind) next += 1;
      if (kind) {
        const key = `${kind} ${col} ${next}`;
        const gap = above.get(key) ?? { row, col, rows: 0, cols: next - col, kind };
        if (gap.rows === 0) gaps.push(gap);
        gap.rows += 1;
        here.set(key, gap);
      }
      col = next;
    }
    above = here;
  }
  return gaps;
}
