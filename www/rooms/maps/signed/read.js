/** Reads heads of layers that keep a state, and of differential attention. */
import { using } from '../../../engine/handle.js';
import { ofPairs, vectorsAt } from '../service/heads.js';
import { gateAt, ruleOf } from '../service/rule.js';
import { kindOf } from '../reading/layers.js';
import { layerName } from '../source-name.js';
/** @import { HeadMap, LinearHead } from '../../../engine/maps.js' */
/** @import { Context, HeadOf } from '../service/heads.js' */

/**
 * The head that keeps a state, which the caller frees, and the number of its features.
 *
 * @param {HeadOf} of @returns {Promise<{ state: LinearHead, features: number }>}
 */
export async function linearHeadAt(of) {
  const { engine, task, reading, head } = of;
  const kind = kindOf(reading, of.layer);
  const layer = layerName(reading, of.layer);
  if (kind === null || kind === 'differential') throw new Error(`Layer ${layer} does not keep a state.`);
  const beta = await gateAt(of, 'beta');
  const decay = await gateAt(of, 'logDecay');
  if (!decay) throw new Error(`Layer ${layer} has no log decays.`);
  return using(await vectorsAt(of), ({ q, k }) => {
    const { scale } = reading.rules?.[of.layer]?.[0] ?? reading.qk;
    task.step({ pairs: (q.queries + k.queries) * q.keys });
    return { state: engine.linearHead(q, k, beta, decay, { kind, scale, layer, head }), features: q.keys };
  });
}

/**
 * Announces the computation of a whole map.
 *
 * @param {Pick<Context, 'task'>} context @param {LinearHead} state @param {number} features
 */
export function announceMap({ task }, state, features) {
  const pairs = state.tokens() ** 2;
  task.step({ pairs, products: 2 * pairs * features });
}

/**
 * The weights of a head of differential attention, one softmax minus a share of another, and the share of
 * each query.
 *
 * @param {HeadOf} of @returns {Promise<{ map: HeadMap, lambda: Float32Array }>}
 */
export async function differentialAt(of) {
  const lambda = await gateAt(of, 'lambda');
  if (!lambda) throw new Error(`Layer ${layerName(of.reading, of.layer)} has no lambda.`);
  const softmax = (/** @type {Parameters<typeof ofPairs>[2]} */ names) =>
    ofPairs(of, (q, k) => of.engine.weightsOf(q, k, ruleOf(of)), names);
  return using(await softmax({ q: 'q', k: 'k' }), async (first) =>
    using(await softmax({ q: 'qSubtracted', k: 'kSubtracted' }), (second) => ({
      map: of.engine.differential(first, second, lambda),
      lambda,
    })),
  );
}
