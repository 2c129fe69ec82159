/** @import { Panel } from './types.js' */

/** A rectangle of cells without a number. @typedef {{ row: number, col: number, rows: number, cols: number, kind: 'hatch' | 'cross' }} Gap */

/**
 * Where a map has no numbers, in as few rectangles as rows allow.
 *
 * @param {Pick<Panel, 'rows' | 'cols' | 'data' | 'sight' | 'pooled' | 'leaveOut' | 'reach'>} panel
 * @returns {Gap[]}
 */
export function gapsOf({ rows, cols, data, sight, pooled, leaveOut, reach }) {
  /** @type {Gap[]} */
  const gaps = [];
  /** Those that end with the row above, by where they lie. @type {Map<string, Gap>} */
  let above = new Map();
  for (let row = 0; row < rows; row++) {
    const end = reach?.[sight.rows[0] + row * pooled.rows] ?? Infinity;
    const kindOf = (/** @type {number} */ col) => {
      const key = sight.cols[0] + col * pooled.cols;
      return !Number.isNaN(data[row * cols + col]) ? null : key < leaveOut || key >= end ? 'hatch' : 'cross';
    };
    const here = new Map();
    for (let col = 0; col < cols;) {
      const kind = kindOf(col);
      let next = col + 1;
      while (next < cols && kindOf(next) === kind) next += 1;
      if (kind) {
        const place = `${kind} ${col} ${next}`;
        const gap = above.get(place) ?? { row, col, rows: 0, cols: next - col, kind };
        if (gap.rows === 0) gaps.push(gap);
        gap.rows += 1;
        here.set(place, gap);
      }
      col = next;
    }
    above = here;
  }
  return gaps;
}
