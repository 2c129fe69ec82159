/** A job of the kernels: some rows of one head. A Worker loads this module and no other program. */
import { LargeHead } from './kernels.js';
/** @import { KernelOptions } from './kernels.js' */

/**
 * Some rows of one head. All jobs of a head have the same `k`, by which a Worker knows what it already has.
 *
 * @typedef {object} Job
 * @property {'output' | 'weights'} compute
 * @property {KernelOptions} options
 * @property {number} features
 * @property {number} valueFeatures
 * @property {Float32Array} q
 * @property {Float32Array} k
 * @property {Float32Array | null} v
 * @property {number} at - where its result begins in the result of all
 */

/**
 * The result of a job, or null if its numbers are not finite: only the exact core says which rows are
 * affected.
 *
 * @param {Job} job
 * @returns {Float32Array | null}
 */
export function run({ compute, options, features, valueFeatures, q, k, v }) {
  const head = new LargeHead(options, { features, q, k });
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
