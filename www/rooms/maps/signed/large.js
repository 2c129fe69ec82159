/** Parts of the map of a large head that keeps a state, in the Worker: the map is never in memory. */
import { joinedFloats } from '../../../format/joined.js';
import { poolsOf, rangeOf, sliced } from '../large/parts.js';
import { linearHeadAt } from './read.js';
/** @import { HeadOf } from '../service/heads.js' */
/** @import { LargeSource } from '../large/source.js' */

/** The multiplications of a weight for each feature: a key changes the query and is multiplied with it. */
const PRODUCTS = 2;

/**
 * A large head that keeps a state. Its rows are computed from the query back.
 *
 * @param {HeadOf} of @returns {Promise<LargeSource>}
 */
export async function stateSource(of) {
  const { state, features } = await linearHeadAt(of);
  const tokens = state.tokens();
  const slices = sliced();
  /**
   * Computes rows in slices.
   *
   * @param {HeadOf} head @param {Uint32Array} rows
   * @param {(start: number, end: number) => void} run - computes a range of `rows`
   * @param {number} [unit] - see `slicer`
   */
  const inSlices = ({ task }, rows, run, unit) => {
    const products = (/** @type {number} */ at) => PRODUCTS * features * (rows[at] + 1);
    return slices.run(task, { count: rows.length, products, unit }, run);
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
    async rows(head, rows, group, side) {
      const pools = poolsOf(rows.length, tokens, side, group);
      /** @type {Float32Array[]} */
      const figures = [];
      const run = (/** @type {number} */ start, /** @type {number} */ end) => {
        const found = state.rows(rows.subarray(start, end), group, side);
        pools.add(start, found);
        figures.push(found.figures);
      };
      await inSlices(head, rows, run, group);
      // Signed weights have no mean over the queries of a key.
      const keySums = new Float32Array(tokens);
      return { ...pools.found, figures: joinedFloats(figures), keySums, logSumExps: new Float64Array() };
    },
    async sample(head, rows, columns) {
      const cells = new Float32Array(rows.length * columns.length);
      await inSlices(head, rows, (start, end) =>
        cells.set(state.sample(rows.subarray(start, end), columns), start * columns.length),
      );
      return cells;
    },
    async pools(head, [row, rows], cols, side) {
      const pools = poolsOf(rows, cols[1], side);
      const run = (/** @type {number} */ start, /** @type {number} */ end) =>
        pools.add(start, state.pools([row + start, end - start], cols, side));
      await inSlices(head, rangeOf(row, rows), run, side);
      return pools.found;
    },
    row({ task }, query) {
      task.step({ products: PRODUCTS * features * (query + 1) });
      return state.row(query);
    },
    free() {
      slices.end();
      state.free();
    },
  };
}
