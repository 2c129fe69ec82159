/** A job of the kernels: some rows of one head. Workers import only this part of the engine. */
import { LargeHead } from './kernels.js';
/** @import { HeadRule } from './kernels.js' */

/**
 * Some rows of one head. All jobs of a head have the same `k`, so a Worker is sent the keys of a head once.
 *
 * @typedef {object} Job
 * @property {'output' | 'weights'} compute
 * @property {HeadRule} rule
 * @property {number} features
 * @property {number} valueFeatures
 * @property {Float32Array} q
 * @property {Float32Array} k
 * @property {Float32Array | null} v
 * @property {number} at - the offset of its result in the result of all jobs
 */

/**
 * Runs a job. The result is null if some numbers are not finite: only the exact core reports the rows that
 * are affected.
 *
 * @param {Job} job
 */
export function run({ compute, rule, features, valueFeatures, q, k, v }) {
  const head = new LargeHead(rule, { features, q, k });
  try {
    if (!head.isFinite) return null;
    return compute === 'output' && v ? head.output({ features: valueFeatures, v }) : head.weights();
  } catch (error) {
    // Values that are not finite, and scores that may overflow.
    if (error instanceof Error && 'kind' in error && error.kind === 'input') return null;
    throw error;
  } finally {
    head.free();
  }
}
