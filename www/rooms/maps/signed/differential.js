/** The weights of a head of differential attention: one softmax minus a share of another. */
import { using } from '../../../engine/handle.js';
import { vectorsAt } from '../service/heads.js';
import { gateAt, ruleOf } from '../service/rule.js';
import { layerName } from '../source-name.js';
/** @import { HeadMap } from '../../../engine/maps.js' */
/** @import { Context } from '../service/heads.js' */
/** @import { Reading } from '../types.js' */

/**
 * The weights of the head, and the share of each query.
 *
 * @param {Context} context @param {Reading} reading @param {number} layer @param {number} head
 * @returns {Promise<{ map: HeadMap, lambda: Float32Array }>}
 */
export async function differentialAt(context, reading, layer, head) {
  const lambda = await gateAt(context, reading.lambda ?? [], layer, head);
  if (!lambda) throw new Error(`Layer ${layerName(reading, layer)} has no lambda.`);
  const rule = ruleOf(reading, layer, head);
  const { qSubtracted: q = [], kSubtracted: k = [] } = reading;
  return using(await softmaxOf(context, reading, layer, head, rule), async (first) =>
    using(await softmaxOf(context, { ...reading, q, k }, layer, head, rule), async (second) => ({
      map: context.engine.differential(first, second, lambda),
      lambda,
    })),
  );
}

/**
 * @param {Context} context @param {Reading} reading @param {number} layer @param {number} head
 * @param {ReturnType<typeof ruleOf>} rule
 */
async function softmaxOf(context, reading, layer, head, rule) {
  const [q, k] = await vectorsAt(context, reading, layer, head);
  try {
    const pairs = q.queries * k.queries;
    context.task.step({ pairs, products: pairs * q.keys });
    return context.engine.weightsOf(q, k, rule);
  } finally {
    q.free();
    k.free();
  }
}
