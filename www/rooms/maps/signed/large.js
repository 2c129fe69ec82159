/** Parts of the map of a large head that keeps a state, in the Worker: the map is never in memory. */
import { joinedFloats } from '../../../format/joined.js';
import { cancelled } from '../service/errors.js';
import { slicer } from '../service/task.js';
import { linearHeadAt } from './read.js';
/** @import { Reading } from '../types.js' */
/** @import { Context } from '../service/heads.js' */
/** @import { LargeSource } from '../large/source.js' */

/** The multiplications of a weight for each feature: a key changes the query and is multiplied with it. */
const PRODUCTS = 2;

/**
 * A large head that keeps a state. Its rows are computed from the query back.
 *
 * @param {Context} context @param {Reading} reading @param {number} layer @param {number} head
 * @returns {Promise<LargeSource>}
 */
export async function stateSource(context, reading, layer, head) {
  const { state, features } = await linearHeadAt(context, reading, layer, head);
  const tokens = state.tokens();
  const inSlices = slicer();
  let isFree = false;
  /**
   * Computes rows in slices.
   *
   * @param {Context} context @param {ArrayLike<number>} rows
   * @param {(start: number, end: number) => void} run - computes a range of `rows`
   * @param {number} [unit] - see `slicer`
   */
  const sliced = ({ task }, rows, run, unit) => {
    const products = (/** @type {number} */ at) => PRODUCTS * features * (rows[at] + 1);
    return inSlices(task, { count: rows.length, products, unit }, (start, end) => {
      // The head can be closed between two slices.
      if (isFree) throw cancelled('Another head was opened in the meantime.');
      run(start, end);
    });
  };
  return {
    // A reply takes the memory of its arrays, so each has its own.
    get info() {
      return {
        queries: tokens,
        keys: tokens,
        sinks: 0,
        offset: 0,
        before: null,
        after: 0,
        missingKeys: new Uint32Array(),
        missingQueries: new Uint32Array(),
        bytes: state.bytes(),
      };
    },
    async rows(own, rows, group, side) {
      const [lines, cols] = [Math.ceil(rows.length / group), Math.ceil(tokens / side)];
      const [greatest, sums] = [new Float32Array(lines * cols), new Float32Array(lines * cols)];
      /** @type {Float32Array[]} */
      const figures = [];
      await sliced(
        own,
        rows,
        (start, end) => {
          const found = state.rows(rows.subarray(start, end), group, side);
          greatest.set(found.greatest, (start / group) * cols);
          sums.set(found.sums, (start / group) * cols);
          figures.push(found.figures);
        },
        group,
      );
      // Signed weights have no mean over the queries of a key.
      const keySums = new Float32Array(tokens);
      return { greatest, sums, figures: joinedFloats(figures), keySums, logSumExps: new Float64Array() };
    },
    async sample(own, rows, columns) {
      const cells = new Float32Array(rows.length * columns.length);
      await sliced(own, rows, (start, end) =>
        cells.set(state.sample(rows.subarray(start, end), columns), start * columns.length),
      );
      return cells;
    },
    async pools(own, [row, rows], cols, side) {
      const wide = Math.ceil(cols[1] / side);
      const count = Math.ceil(rows / side) * wide;
      const [greatest, sums] = [new Float32Array(count), new Float32Array(count)];
      const all = Uint32Array.from({ length: rows }, (_, at) => row + at);
      await sliced(
        own,
        all,
        (start, end) => {
          const found = state.pools([row + start, end - start], cols, side);
          greatest.set(found.greatest, (start / side) * wide);
          sums.set(found.sums, (start / side) * wide);
        },
        side,
      );
      return { greatest, sums };
    },
    row({ task }, query) {
      task.step({ products: PRODUCTS * features * (query + 1) });
      return state.row(query);
    },
    setLogSumExps() {},
    free() {
      isFree = true;
      state.free();
    },
  };
}
