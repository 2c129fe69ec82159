/**
 * What is drawn about the picked keys of a head: a picture, the mass lost by query, one query, and the curve
 * of recall.
 */
import { mean } from '../../../format/mean.js';
import { using } from '../../../engine/handle.js';
import { isPicked, isSigned } from '../reading/layers.js';
import { ruleOf } from '../service/rule.js';
import { weightsAt } from '../service/weights.js';
import { budgetsOf, keysOfQuery } from './policies.js';
import { picksAt } from './read.js';
/** @import { HeadMap, KeptKeys, Policy, RecallCurve } from '../../../engine/maps.js' */
/** @import { HeadOf } from '../service/heads.js' */
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
 * @property {number} [query] - left out for what does not depend on the query
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
 * @property {Float32Array} [ownCurve] - its curve of the policy, like that of the rows
 * @property {Float32Array} [ownBest]
 * @property {Float32Array | null} [lens] - the cells that were asked for: 1 for a picked key, else as in the picture
 */

/** @typedef {PickedRows & PickedQuery} PickedHead */

/**
 * The weights of a head over all keys that a query could have picked; NaN for those that its rule hides.
 *
 * @param {HeadOf} of
 */
async function denseAt(of) {
  const { engine, reading } = of;
  // Weights of a file are shown with picks if they are causal.
  const rule =
    reading.kind === 'qk' ? ruleOf(of) : { ...reading.qk, causal: /** @type {const} */ ('upper_left') };
  return using(await weightsAt(of, 'dense'), (map) => engine.seenWeights(map, rule));
}

/**
 * The mass that a head loses, the mean of its queries.
 *
 * @param {HeadOf} of @param {Pick<PickedRequest, 'by' | 'budget'>} request
 */
export async function massLostAt(of, { by, budget }) {
  const picks = by === 'file' ? await picksAt(of) : null;
  return using(await denseAt(of), (dense) =>
    using(of.engine.keptKeys(dense, policyOf(by), Math.min(budget, dense.keys), picks), (kept) =>
      mean(kept.lost()),
    ),
  );
}

/**
 * A head, what its queries keep with the last budget, and its curves.
 *
 * @typedef {object} PickedState
 * @property {Reading} reading
 * @property {number} layer
 * @property {number} head
 * @property {HeadMap | null} dense - once it is computed
 * @property {Promise<HeadMap>} opening
 * @property {{ name: string, keys: Promise<KeptKeys> } | null} kept
 * @property {Map<string, RecallCurve>} curves
 */

/** The last head, which stays while the reader changes the budget, or points at queries. */
export function pickedHeads() {
  /** @type {PickedState | null} */
  let last = null;

  function end() {
    if (!last) return;
    for (const each of [last.opening, last.kept?.keys]) void each?.then((handle) => handle.free(), ignore);
    for (const curve of last.curves.values()) curve.free();
    last = null;
  }

  /** @param {HeadOf} of */
  async function open(of) {
    const { reading, layer, head } = of;
    if (isSigned(reading, layer)) throw new Error(`Layer ${layer} keeps a state, and picks no keys.`);
    const isSame = last?.reading === reading && last.layer === layer && last.head === head;
    if (!isSame || last?.dense?.isAlive === false) end();
    if (!last) {
      const opening = denseAt(of);
      last = { reading, layer, head, dense: null, opening, kept: null, curves: new Map() };
      // A request that was cancelled has to be made again.
      opening.catch(() => last?.opening === opening && (last = null));
    }
    const found = last;
    found.dense = await found.opening;
    return { of, found, dense: found.dense };
  }

  /**
   * What the queries keep.
   *
   * @param {Awaited<ReturnType<typeof open>>} opened @param {PickedRequest} request
   */
  async function kept({ of, found, dense }, { by, budget }) {
    const name = `${by} ${budget}`;
    if (found.kept?.name !== name) {
      const before = found.kept;
      const keep = async () => {
        const picks = by === 'file' && isPicked(of.reading, of.layer) ? await picksAt(of) : null;
        return of.engine.keptKeys(dense, policyOf(by), budget, picks);
      };
      const own = { name, keys: Promise.resolve().then(keep) };
      own.keys.catch(() => found.kept === own && (found.kept = null));
      found.kept = own;
      void before?.keys.then((keys) => keys.free(), ignore);
    }
    return found.kept.keys;
  }

  /**
   * How much some budgets keep: `best` of the best choice, `own` of a policy, which for a file is none, and
   * `ofCounts` of the best choice of as many keys as a policy keeps, if these are not the budgets.
   *
   * @param {Awaited<ReturnType<typeof open>>} opened @param {PickedRequest} request
   */
  function curvesOf({ of: { engine, task }, found, dense }, { by }) {
    const tokens = dense.keys;
    const budgets = budgetsOf(tokens);
    const counts = by === 'snapkv' ? budgets.map((each) => keysOfQuery(by, each, tokens)) : null;
    const curve = (/** @type {string} */ name, /** @type {Policy} */ policy, some = budgets) => {
      if (!found.curves.has(name)) {
        task.step({ pairs: tokens * tokens * some.length });
        found.curves.set(name, engine.recallCurve(dense, policy, some));
      }
      return /** @type {RecallCurve} */ (found.curves.get(name));
    };
    return {
      ...{ budgets, counts, best: curve('best', 'best') },
      own: by === 'file' ? null : curve(by, by),
      ofCounts: counts && curve('counts', 'best', counts),
    };
  }

  return {
    end,
    /**
     * What all queries keep.
     *
     * @param {HeadOf} of @param {PickedRequest} request @returns {Promise<PickedRows>}
     */
    async rows(of, request) {
      const opened = await open(of);
      const keys = await kept(opened, request);
      const { budgets, counts, best, own, ofCounts } = curvesOf(opened, request);
      const shown = Math.max(1, Math.min(request.side, opened.dense.keys));
      const [count, visible] = keys.counts();
      return {
        sides: [shown, shown],
        picture: keys.picture(shown),
        queries: null,
        lost: keys.lost(),
        kept: count,
        visible,
        most: request.by === 'file' ? keys.most() : null,
        budgets,
        curve: own && own.of(0),
        best: best.of(0),
        counts,
        bestOfCounts: ofCounts && ofCounts.of(0),
      };
    },
    /**
     * What one query keeps.
     *
     * @param {HeadOf} of @param {PickedRequest} request @returns {Promise<PickedQuery>}
     */
    async query(of, request) {
      const { query = 0 } = request;
      const opened = await open(of);
      const keys = await kept(opened, request);
      const { best, own } = curvesOf(opened, request);
      return {
        keys: keys.keys(query),
        row: opened.dense.cells([query, 1], [0, opened.dense.keys]),
        ownLost: keys.lost()[query],
        ownCurve: own?.of(query),
        ownBest: best.of(query),
      };
    },
  };
}

/** The picks of a file are kept whatever the policy is. @param {PickedRequest['by']} by @returns {Policy} */
const policyOf = (by) => (by === 'file' ? 'best' : by);

const ignore = () => {};
