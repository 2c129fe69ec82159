/** The weights of a head of differential attention: one softmax minus a share of another. */
import { using } from '../../../engine/handle.js';
import { gateAt, ruleOf } from '../service/rule.js';
import { ofPairs } from '../service/heads.js';
import { layerName } from '../source-name.js';
/** @import { HeadMap } from '../../../engine/maps.js' */
/** @import { HeadOf } from '../service/heads.js' */

/**
 * The weights of the head, and the share of each query.
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
