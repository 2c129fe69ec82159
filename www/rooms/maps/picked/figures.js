/**
 * What is drawn about the picked keys of a head: a picture, the mass lost by query, one query, and the curve
 * of recall.
 */
import { using } from '../../../engine/handle.js';
import { isPicked, isSigned } from '../reading/layers.js';
import { weightsAt } from '../service/weights.js';
import { budgetsOf } from './budgets.js';
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
 * @property {number} query
 * @property {number} side - the maximum side of the picture
 */

/**
 * @typedef {object} PickedHead
 * @property {number} side - of the picture
 * @property {Float32Array} picture - the dense weight of a kept key, -1 for one that could have been kept, NaN for one that
 *   is not visible
 * @property {Float32Array} lost - the share of the dense weights that each query loses
 * @property {Uint32Array} keys - that the query keeps
 * @property {Float32Array} row - the dense weights of the query
 * @property {number} kept - the number of kept keys of all queries
 * @property {number} visible - and of those that they could have kept
 * @property {number | null} most - the largest number of keys that a query of the file picked
 * @property {Uint32Array} budgets - of the curves
 * @property {Float32Array | null} curve - for each budget the mean, two quantiles and what the query keeps; null for a file
 * @property {Float32Array} best - the same for the best choice
 */

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
    async at(context, reading, { layer, head, by, budget, query, side }) {
      if (isSigned(reading, layer)) throw new Error(`Layer ${layer} keeps a state, and picks no keys.`);
      const { engine, task } = context;
      const picks =
        by === 'file' && isPicked(reading, layer) ? await picksAt(context, reading, layer, head) : null;
      const most = picks?.most() ?? null;
      const { dense, curves } = await open(context, reading, layer, head);
      const tokens = dense.keys;
      const policy = by === 'file' ? 'best' : by;
      const budgets = budgetsOf(tokens);
      /** @param {Policy} name */
      const curveOf = (name) => {
        const key = `${name} ${query}`;
        const found = curves.get(key);
        if (found) return found.slice();
        task.step({ pairs: tokens * tokens * budgets.length });
        const curve = engine.recallCurve(dense, name, budgets, query);
        curves.set(key, curve);
        return curve.slice();
      };
      const best = curveOf('best');
      const curve = by === 'file' ? null : curveOf(policy);
      return using(engine.keptKeys(dense, policy, budget, picks), (kept) => {
        const [count, visible] = kept.counts();
        const shown = Math.max(1, Math.min(side, tokens));
        return {
          side: shown,
          picture: kept.picture(shown),
          lost: kept.lost(),
          keys: kept.keys(query),
          row: dense.cells([query, 1], [0, tokens]),
          kept: count,
          visible,
          most,
          budgets,
          curve,
          best,
        };
      });
    },
  };
}
