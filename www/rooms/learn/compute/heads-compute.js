import { ofHead } from '../../../figure/heads.js';
/** @import { Heads, MatrixData, Model, WorkOptions, WorkedHeads } from '../../../types.js' */

/** The bytes of a number in a KV cache: models store keys and values in 16 bits. */
export const NUMBER_BYTES = 2;

/**
 * The matrices of several heads, computed by the engine.
 *
 * @param {typeof import('../../../engine/attention.js')} engine
 * @param {Heads} heads
 * @param {WorkOptions} options
 * @param {any} inputs
 * @returns {Pick<Model, 'matrices' | 'softmax' | 'softmaxRows' | 'variance' | 'heads'>}
 * @throws {Error} with a sentence, if the inputs do not match
 */
export function computeHeads(engine, { heads, kvHeads, wO }, { query: _, ...options }, inputs) {
  const given = wO === 'none' ? inputs : { ...inputs, wO: inputs.wO };
  /** @param {Partial<WorkOptions>} other */
  const work = (other) =>
    engine.workHeads({ ...options, ...other, heads, kvHeads, numberBytes: NUMBER_BYTES }, given);
  const worked = work({});
  const byRow = options.softmaxAxis === 'rows' ? null : work({ softmaxAxis: 'rows' });
  const { heads: each, sharings, ...matrices } = worked;
  /** @type {Record<string, MatrixData>} */
  const all = {
    .../** @type {any} */ (matrices),
    ...ofEach(worked),
    ...otherPositions(work, options.positions),
  };
  byRow?.heads.forEach(({ weights, output }, head) =>
    Object.assign(all, { [ofHead('weightsRows', head)]: weights, [ofHead('outputRows', head)]: output }),
  );
  const parts = each.map((head, index) => ({
    kvHead: head.kvHead,
    softmax: softmaxOf(head),
    softmaxRows: byRow && softmaxOf(byRow.heads[index]),
    variance: head.variance,
  }));
  const [{ softmax, softmaxRows, variance }] = parts;
  return { matrices: all, softmax, softmaxRows, variance, heads: { each: parts, sharings } };
}

/** @param {WorkedHeads} worked @returns {Record<string, MatrixData>} */
function ofEach({ heads }) {
  // All heads have the same mask.
  const { allowed, additive } = heads[0];
  /** @type {Record<string, MatrixData>} */
  const matrices = { allowed, additive };
  heads.forEach(({ kvHead, k, v, kT, q, scores, scaled, masked, weights, output }, head) => {
    for (const [base, matrix] of Object.entries({ k, v, kT })) matrices[ofHead(base, kvHead)] = matrix;
    for (const [base, matrix] of Object.entries({ q, scores, scaled, masked, weights, output }))
      matrices[ofHead(base, head)] = matrix;
  });
  return matrices;
}

/**
 * The sinusoidal positions with the exponent that is not chosen, for comparison.
 *
 * @param {(other: Partial<WorkOptions>) => { positions?: MatrixData | null }} work
 * @param {WorkOptions['positions']} chosen
 * @returns {Record<string, MatrixData>}
 */
export function otherPositions(work, chosen) {
  if (chosen !== 'textbook' && chosen !== 'doubled') return {};
  const { positions } = work({ positions: chosen === 'textbook' ? 'doubled' : 'textbook' });
  return positions ? { positionsBeside: positions } : {};
}

/** The intermediate results of softmax. @param {Model['softmax']} worked @returns {Model['softmax']} */
export function softmaxOf({ shift, exponentials, sums }) {
  return { shift, exponentials, sums };
}
