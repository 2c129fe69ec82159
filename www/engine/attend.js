import * as exact from './attend-instance.js';
import { run } from './attend-job.js';
import { isMissing, jobsOf } from './attend-jobs.js';
import { withoutExpression } from './attend-mask.js';
import { plain } from './instance.js';
import * as kernels from './kernels-instance.js';
/** @import { WasmInit } from './instance.js' */

/** @typedef {exact.bindings.AttendOptions} AttendOptions */
/**
 * @template {Float64Array | Float32Array | Uint8Array} [T=Float64Array | Float32Array]
 * @typedef {exact.bindings.TensorData<T>} TensorData
 */
/**
 * @template {Float64Array | Float32Array} [T=Float64Array | Float32Array]
 * @typedef {exact.bindings.AttendInputs<T>} AttendInputs
 */
/**
 * @template {Float64Array | Float32Array} [T=Float64Array | Float32Array]
 * @typedef {exact.bindings.Attended<T>} Attended
 */

/**
 * Starts the exact core and the kernels. Without the kernels everything works, but slower.
 *
 * @param {WasmInit} [source] - the wasm of the exact core; optional if it is next to these modules, in Node
 *   or on a server
 * @param {WasmInit} [fast] - the wasm of the kernels, in the build for `vectors()`. If only `source` is
 *   given, the kernels are not started
 */
export async function load(source, fast) {
  const isFast = source === undefined || fast !== undefined;
  await Promise.all([exact.load(source), isFast ? kernels.load(fast).catch(() => {}) : null]);
}

/** Frees the memory: the next call starts a new instance. */
export function reload() {
  exact.reload();
  if (kernels.isReady()) kernels.reload();
}

/**
 * Attention as models compute it: batches, heads, grouped-query heads, every mask, a past, ALiBi and RoPE.
 *
 * Shapes are (batch, heads, length, features). Float64Array is computed in 64 bits, Float32Array in 32. A
 * query that may attend to no key gets weights and output 0 and a log-sum-exp of -Infinity, and is listed in
 * `rowsWithoutKey`. NaN or Infinity in an admitted score makes its row NaN, which is listed in `rowsWithNan`.
 *
 * With `compute: 'output'` or `'weights'` the result has that matrix alone. Float32Array is then computed by
 * the kernels, at the speed of the machine and without the steps in between: the output of one head takes a
 * few MB, whatever N. For scores of a few units, the results differ from those of `all` by about 1e-6, and
 * between machines by as much; engine/kernels.js states the bound for larger scores.
 * Masks as text or as inputs, padding, `validKeys`, RoPE and numbers that are not finite are computed by the
 * exact core, as are all results if the kernels could not start.
 *
 * Only memory limits the sizes. The inputs, the results and the working memory together must fit the 4 GiB
 * that wasm can address: for N queries and keys that is about 3 N² numbers a head, 4 N² with a softcap. One
 * head of 4,096 tokens takes 200 MB in 32 bits, and its results as much again in JavaScript. One call
 * computes at most 4,194,304 rows (batch entries times heads times queries), and a tensor has at most 2³⁰
 * cells. A call that does not fit, or whose memory cannot be allocated, throws an error that names the bytes.
 * The call is synchronous, however long it takes: a page should call it in a Worker or limit N. The instance
 * keeps the memory until `reload`.
 *
 * @template {Float64Array | Float32Array} T
 * @overload
 * @param {AttendOptions & { compute: 'output' }} options
 * @param {AttendInputs<T>} inputs
 * @returns {{ output: TensorData<T> }}
 */
/**
 * @template {Float64Array | Float32Array} T
 * @overload
 * @param {AttendOptions & { compute: 'weights' }} options
 * @param {AttendInputs<T>} inputs
 * @returns {{ weights: TensorData<T> }}
 */
/**
 * @template {Float64Array | Float32Array} T
 * @overload
 * @param {AttendOptions} options - by default the paper's attention without a mask
 * @param {AttendInputs<T>} inputs
 * @returns {Attended<T>}
 */
/**
 * @param {AttendOptions} options
 * @param {AttendInputs} inputs
 */
export function attend(options, inputs) {
  const plainOptions = plain(options, 'attend options');
  const { compute } = plainOptions ?? {};
  const step = compute === 'output' || compute === 'weights' ? compute : null;
  if (step === null && isMissing(plainOptions?.mask))
    return exact.call(exact.bindings.attend, options, inputs);
  const plainInputs = plain(inputs, 'attend inputs');
  const isFast = step !== null && kernels.isReady() && plainInputs;
  const fast = isFast ? attendInKernels(plainOptions, plainInputs) : null;
  if (step !== null && fast) return { [step]: fast };
  const all = exact.call(exact.bindings.attend, ...withoutExpression(plainOptions, plainInputs));
  return step === null ? all : { [step]: all[step] };
}

/**
 * The result of the kernels; null if only the exact core can compute it.
 *
 * @param {AttendOptions} options @param {AttendInputs} inputs
 */
function attendInKernels(options, inputs) {
  const plan = jobsOf(options, inputs);
  if (!plan) return null;
  const { jobs, shape } = plan;
  /** @type {Float32Array | null} */
  let data = null;
  for (const job of jobs) {
    const part = run(job);
    if (!part) return null;
    if (jobs.length === 1) return { shape, data: part };
    data ??= new Float32Array(shape.reduce((cells, side) => cells * side, 1));
    data.set(part, job.at);
  }
  return data && { shape, data };
}
