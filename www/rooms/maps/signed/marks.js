/** Marks of the map of a head that keeps a state: where signs differ, and what is left of each write. */
import { using } from '../../../engine/handle.js';
import { cellsOf } from '../service/heads.js';
import { gateAt } from '../service/rule.js';
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
 * @property {Float64Array} logs - (tokens, channels): the sums of the log decays up to each token
 * @property {number} channels
 */

/** @param {HeadOf} of @returns {Promise<StateMarks | null>} null for a long text */
export async function stateMarks(of) {
  const tokens = of.reading.queries;
  const decays = tokens > MOST ? null : await gateAt(of, 'logDecay');
  if (!decays) return null;
  const channels = decays.length / tokens;
  const logs = Float64Array.from(decays);
  for (let at = channels; at < logs.length; at += 1) logs[at] += logs[at - channels];
  const { state } = await linearHeadAt(of);
  const signs = await using(state, async () => {
    if (!state.erases()) return null;
    const [exact, without] = await Promise.all(
      [state.map(), state.mapWithoutErase()].map((map) => using(map, cellsOf)),
    );
    return Uint8Array.from(exact, (weight, at) => Number(weight < 0 !== without[at] < 0));
  });
  return { signs, logs, channels };
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

/**
 * What is left at a query of each write, without what was erased: the mean over the channels.
 *
 * @param {StateMarks} marks @param {number} query
 */
export function leftAt({ logs, channels }, query) {
  const left = new Float32Array(logs.length / channels);
  for (let key = 0; key <= query && key < left.length; key += 1) {
    let sum = 0;
    for (let channel = 0; channel < channels; channel += 1)
      sum += Math.exp(logs[query * channels + channel] - logs[key * channels + channel]);
    left[key] = sum / channels;
  }
  return left;
}
