/** Marks of the map of a head that keeps a state: where signs differ, and what is left of each write. */
import { using } from '../../../engine/handle.js';
import { cellsOf } from '../service/heads.js';
import { linearHeadAt } from './read.js';
/** @import { HeadOf } from '../service/heads.js' */

/** With more tokens, a map has no marks: its cells are too small for them. */
export const MOST = 200;

/**
 * Marks of a map with a state.
 *
 * @typedef {object} StateMarks
 * @property {Uint8Array | null} signs - (queries, keys): 1 where the sign of a weight is another without the erase
 *   term; null if nothing is erased
 * @property {Float32Array} left - (queries, keys): what is left at a query of each write, without what was erased
 */

/** @param {HeadOf} of @returns {Promise<StateMarks | null>} null for a long text */
export async function stateMarks(of) {
  const tokens = of.reading.queries;
  if (tokens > MOST) return null;
  return using((await linearHeadAt(of)).state, async (state) => {
    const left = new Float32Array(tokens * tokens);
    for (let query = 0; query < tokens; query += 1) left.set(state.decays(query), query * tokens);
    if (!state.erases()) return { signs: null, left };
    const [exact, without] = await Promise.all(
      [state.map(), state.mapWithoutErase()].map((map) => using(map, cellsOf)),
    );
    const signs = Uint8Array.from(exact, (weight, at) => Number(weight < 0 !== without[at] < 0));
    return { signs, left };
  });
}

/**
 * The cells of a part of a map whose sign is another without the erase term.
 *
 * @param {StateMarks | null} marks
 * @param {number} keys - of the whole map
 * @param {{ rows: [start: number, length: number], cols: [start: number, length: number] }} part
 */
export function markedCells(marks, keys, { rows: [row, rows], cols: [col, cols] }) {
  const cells = [];
  for (let query = row; marks?.signs && query < row + rows; query += 1)
    for (let key = col; key <= query && key < col + cols; key += 1)
      if (marks.signs[query * keys + key] !== 0) cells.push({ query, key });
  return cells;
}
