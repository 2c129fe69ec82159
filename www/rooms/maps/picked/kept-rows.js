/** What some queries of a large head keep, in the Worker: its dense weights do not fit into memory. */
import { using } from '../../../engine/handle.js';
import { budgetsOf } from './policies.js';
/** @import { HeadOf } from '../service/heads.js' */
/** @import { PickedReader } from './large.js' */
/** @import { PickedQuery, PickedRequest, PickedRows } from './figures.js' */

/** The most dense weights that are computed at once. */
const BAND = 1 << 20;

/**
 * A large head whose picks are shown.
 *
 * @typedef {object} PickedSource
 * @property {number} keys - as many as there are queries
 * @property {(of: HeadOf, rows: Uint32Array) => Promise<Float32Array>} dense - the dense weights of rows; NaN for keys
 *   that a query cannot see
 * @property {PickedReader | null} picks - of the file
 */

/** @param {PickedSource} source */
export function keptRows({ keys, dense, picks }) {
  const budgets = budgetsOf(keys);

  /**
   * @template T
   * @param {HeadOf} of
   * @param {PickedRequest} request
   * @param {Uint32Array} rows
   * @param {(kept: import('../../../engine/maps.js').KeptRows, most: number) => T} read
   */
  async function keep(of, { by, budget, side }, rows, read) {
    const { engine, task } = of;
    const own = /** @type {'file' | 'best' | 'window'} */ (by);
    const columns = { first: 0, length: keys, width: Math.min(side, keys) };
    const kept = new engine.KeptRows({ keys, by: own, budget: Math.min(budget, keys), budgets, columns });
    return using(kept, async () => {
      const step = Math.max(1, Math.floor(BAND / keys));
      let most = 0;
      for (let at = 0; at < rows.length; at += step) {
        await task.yieldToOthers();
        const some = rows.subarray(at, at + step);
        const weights = await dense(of, some);
        const found = by === 'file' ? await picks?.ofRows(of, some) : null;
        some.forEach((query, row) => {
          const line = weights.subarray(row * keys, (row + 1) * keys);
          kept.add(query, line, found ? found.ranges(row, row + 1).bounds : null);
        });
        most = Math.max(most, ...(found?.keyCounts ?? []));
      }
      return read(kept, most);
    });
  }

  return {
    /**
     * What some queries keep, and the picture of their rows.
     *
     * @param {HeadOf} of @param {PickedRequest} request @returns {Promise<PickedRows>}
     */
    rows(of, request) {
      const { by, side, count = side } = request;
      const queries = spread(keys, count);
      return keep(of, request, queries, (kept, most) => {
        const [some, visible] = kept.counts();
        const { best, own } = kept.curves(0);
        return {
          sides: [queries.length, Math.min(side, keys)],
          picture: kept.picture(),
          queries,
          lost: kept.lost(),
          kept: some,
          visible,
          most: by === 'file' ? most : null,
          budgets: budgets.slice(),
          curve: by === 'file' ? null : by === 'best' ? best.slice() : own,
          best,
        };
      });
    },
    /**
     * What one query keeps, and some cells around a key.
     *
     * @param {HeadOf} of @param {PickedRequest} request @returns {Promise<PickedQuery>}
     */
    async query(of, request) {
      const { query = 0, lens } = request;
      const one = Uint32Array.of(query);
      const row = await dense(of, one);
      const found = await keep(of, { ...request, side: 1 }, one, (kept) => {
        const { best, own } = kept.curves(0);
        return {
          keys: kept.keys(),
          ownLost: kept.lost()[0],
          ownBest: best,
          ownCurve: own.length > 0 ? own : best.slice(),
        };
      });
      return { ...found, row, lens: lens && picks ? await cells(of, lens) : null };
    },
  };

  /**
   * Single cells: 1 for a picked key, -1 for one that could have been picked, NaN for one that is hidden.
   *
   * @param {HeadOf} of @param {NonNullable<PickedRequest['lens']>} lens
   */
  async function cells(of, { query, key, side }) {
    const rows = Uint32Array.from({ length: Math.min(side, keys) }, (_, at) => query + at);
    const columns = { first: key, length: rows.length, width: rows.length };
    return (await picks?.picture(of, rows, columns)) ?? null;
  }
}

/** Indexes in the middles of as many bands of a range. @param {number} length @param {number} count */
function spread(length, count) {
  const some = Math.min(length, count);
  return Uint32Array.from({ length: some }, (_, at) => Math.floor(((at + 0.5) * length) / some));
}
