/**
 * What is drawn about the picked keys of a head: a picture, the mass lost by query, one query, and the curve
 * of recall.
 */
import { using } from '../../../engine/handle.js';
import { isPicked, isSigned } from '../reading/layers.js';
import { weightsAt } from '../service/weights.js';
import { budgetsOf, keysOfQuery } from './budgets.js';
import { picksAt } from './read.js';
/** @import { HeadMap, Policy } from '../../../engine/maps.js' */
/** @import { Context } from '../service/heads.js' */
/** @import { Reading } from '../types.js' */

/**
 * A request for the kept keys of a head: by what a file has (`file`), or by a policy with a budget.
 *
 * @typedef {object} PickedRequest
 * @property {number} layer
 * @property {number} head
 * @property {'file' | Policy} by
 * @property {number} budget
 * @property {number} side - the maximum side of the picture
 * @property {number} [query] - left out for that which does not depend on the query, of a large head
 * @property {number} [count] - the maximum number of queries of a large head that are computed
 * @property {{ query: number, key: number, side: number } | null} [lens] - the first of the cells of a large head that are
 *   read one by one
 */

/**
 * What the queries of a head keep: of a large head, some of its queries.
 *
 * @typedef {object} PickedRows
 * @property {[rows: number, cols: number]} sides - of the picture
 * @property {Float32Array} picture - the dense weight of a kept key, -1 for one that could have been kept, NaN for one that
 *   is not visible
 * @property {Uint32Array | null} queries - those that were computed; null for all
 * @property {Float32Array} lost - the share of the dense weights that each of them loses
 * @property {number} kept - the number of kept keys of these queries
 * @property {number} visible - and of those that they could have kept
 * @property {number | null} most - the largest number of keys that a query of the file picked
 * @property {Uint32Array} budgets - of the curves
 * @property {Float32Array | null} curve - for each budget the mean, two quantiles and what a query keeps; null for a file
 * @property {Float32Array} best - the same for the best choice
 * @property {Uint32Array | null} [counts] - the largest number of keys of a query for each budget, if it is not the budget
 * @property {Float32Array | null} [bestOfCounts] - what the best choice of as many keys keeps
 */

/**
 * What one query keeps.
 *
 * @typedef {object} PickedQuery
 * @property {Uint32Array} keys
 * @property {Float32Array} row - its dense weights; NaN for keys that it cannot see
 * @property {number} ownLost - the share of these that it loses
 * @property {Float32Array} [ownCurve] - of a large head: its own curves
 * @property {Float32Array} [ownBest]
 * @property {Float32Array | null} [lens] - the cells that were asked for: 1 for a picked key, else as in the picture
 */

/** @typedef {PickedRows & PickedQuery} PickedHead */

/**
 * The mass that a head loses, the mean of its queries.
 *
 * @param {Context} context @param {Reading} reading
 * @param {Pick<PickedRequest, 'layer' | 'head' | 'by' | 'budget'>} request
 */
export async function massLostAt(context, reading, { layer, head, by, budget }) {
  const picks = by === 'file' ? await picksAt(context, reading, layer, head) : null;
  return using(await weightsAt(context, reading, layer, head, 'dense'), (dense) => {
    const most = Math.min(budget, dense.keys);
    return using(context.engine.keptKeys(dense, by === 'file' ? 'best' : by, most, picks), (kept) => {
      const lost = kept.lost();
      return lost.reduce((sum, each) => sum + each, 0) / lost.length;
    });
  });
}

/** The dense weights and curves of the last head, which stay while the reader changes the budget. */
export function pickedHeads() {
  /** @type {{ reading: Reading, layer: number, head: number, dense: HeadMap, curves: Map<string, Float32Array> } | null} */
  let last = null;

  function end() {
    last?.dense.free();
    last = null;
  }

  /** @param {Context} context @param {Reading} reading @param {number} layer @param {number} head */
  async function open(context, reading, layer, head) {
    if (last?.reading === reading && last.layer === layer && last.head === head && last.dense.isAlive)
      return last;
    const dense = await weightsAt(context, reading, layer, head, 'dense');
    end();
    last = { reading, layer, head, dense, curves: new Map() };
    return last;
  }

  return {
    end,
    /**
     * @param {Context} context @param {Reading} reading @param {PickedRequest} request @returns {Promise<PickedHead>}
     */
    async at(context, reading, { layer, head, by, budget, query = 0, side }) {
      if (isSigned(reading, layer)) throw new Error(`Layer ${layer} keeps a state, and picks no keys.`);
      const { engine, task } = context;
      const picks =
        by === 'file' && isPicked(reading, layer) ? await picksAt(context, reading, layer, head) : null;
      const most = picks?.most() ?? null;
      const { dense, curves } = await open(context, reading, layer, head);
      const tokens = dense.keys;
      const policy = by === 'file' ? 'best' : by;
      const budgets = budgetsOf(tokens);
      const counts = by === 'snapkv' ? budgets.map((each) => keysOfQuery(by, each, tokens)) : null;
      /** @param {Policy} name @param {Uint32Array} [of] */
      const curveOf = (name, of = budgets) => {
        const key = `${name} ${query} ${of === counts}`;
        const found = curves.get(key);
        if (found) return found.slice();
        task.step({ pairs: tokens * tokens * budgets.length });
        const curve = engine.recallCurve(dense, name, of, query);
        curves.set(key, curve);
        return curve.slice();
      };
      const best = curveOf('best');
      const curve = by === 'file' ? null : curveOf(policy);
      const bestOfCounts = counts && curveOf('best', counts);
      return using(engine.keptKeys(dense, policy, budget, picks), (kept) => {
        const [count, visible] = kept.counts();
        const shown = Math.max(1, Math.min(side, tokens));
        const lost = kept.lost();
        return {
          sides: [shown, shown],
          picture: kept.picture(shown),
          queries: null,
          lost,
          ownLost: lost[query],
          keys: kept.keys(query),
          // The head is causal.
          row: dense.cells([query, 1], [0, tokens]).fill(NaN, query + 1),
          kept: count,
          visible,
          most,
          budgets,
          curve,
          best,
          counts,
          bestOfCounts,
        };
      });
    },
  };
}
