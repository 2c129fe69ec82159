/** Attention over batches and heads as jobs of the kernels: some rows of one head each. */
import { bindings, call } from './attend-instance.js';
/** @import { AttendInputs, AttendOptions } from './attend.js' */
/** @import { Job } from './attend-job.js' */
/** @import { HeadRule } from './kernels.js' */

/** @typedef {{ shape: number[], data: Float32Array }} Float32Tensor */

/**
 * The options that the kernels support. Calls with any other are computed, or rejected, by the exact core.
 */
const SUPPORTED = [
  'compute',
  'scale',
  'softcap',
  'temperature',
  'causal',
  'offset',
  'prefix',
  'window',
  'alignment',
  'alibi',
  'slope',
];
/** @type {AttendOptions['causal'][]} */
const CAUSAL = [true, false, 'none', 'upper_left', 'lower_right', 'offset'];
const SUPPORTED_INPUTS = ['q', 'k', 'v', 'pastK', 'pastV', 'slopes'];
/** The limits of `attend`: the numbers of a result, and the rows of a call. */
const MAX_CELLS = 2 ** 28;
const MAX_ROWS = 2 ** 22;
/** With fewer rows, packing the keys and values of the head again would not pay off. */
const MIN_ROWS_PER_JOB = 32;

/**
 * The jobs of a call and the shape of its result, or null if the kernels cannot compute it.
 *
 * @param {AttendOptions} options
 * @param {AttendInputs} inputs
 * @param {number} [parts] - the minimum number of jobs, as far as heads have enough rows. Each job packs the
 *   keys and values of its head
 * @returns {{ jobs: Job[], shape: number[] } | null}
 */
export function jobsOf(options, inputs, parts = 1) {
  const { compute } = options;
  if (compute !== 'output' && compute !== 'weights') return null;
  if (!hasOnly(options, SUPPORTED) || !hasOnly(inputs, SUPPORTED_INPUTS)) return null;
  const [q, k, v] = [inputs.q, inputs.k, inputs.v].map(float32Tensor);
  const [pastK, pastV] = [inputs.pastK, inputs.pastV].map((past) =>
    isMissing(past) ? null : float32Tensor(past),
  );
  if (!q || !k || !v || pastK === undefined || pastV === undefined || !pastK !== !pastV) return null;
  const [batch, heads, queries, features] = q.shape;
  const [, kvHeads, newKeys] = k.shape;
  const past = pastK?.shape[2] ?? 0;
  const valueFeatures = v.shape[3];
  const keys = past + newKeys;
  const fits =
    hasShape(k, [batch, kvHeads, newKeys, features]) &&
    hasShape(v, [batch, kvHeads, newKeys, valueFeatures]) &&
    (!pastK || hasShape(pastK, [batch, kvHeads, past, features])) &&
    (!pastV || hasShape(pastV, [batch, kvHeads, past, valueFeatures])) &&
    [batch, heads, queries, features, kvHeads, keys, valueFeatures].every((side) => side > 0) &&
    heads % kvHeads === 0;
  const rules = fits ? rulesOfHeads(options, inputs.slopes, { heads, queries, keys, past }) : null;
  const columns = compute === 'output' ? valueFeatures : keys;
  const rows = batch * heads * queries;
  if (!rules || rows > MAX_ROWS || rows * columns > MAX_CELLS) return null;
  const jobsPerHead = Math.min(Math.ceil(parts / (batch * heads)), Math.ceil(queries / MIN_ROWS_PER_JOB));
  const rowsPerJob = Math.ceil(queries / jobsPerHead);
  // Query heads share the key and value heads in order.
  const sharing = heads / kvHeads;
  /** @type {Job[]} */
  const jobs = [];
  for (let group = 0; group < batch * kvHeads; group += 1) {
    const shared = {
      compute,
      features,
      valueFeatures,
      k: ofGroup(pastK, k, group),
      v: compute === 'output' ? ofGroup(pastV, v, group) : null,
    };
    for (let head = group * sharing; head < (group + 1) * sharing; head += 1) {
      const own = rules[head % heads];
      for (let first = 0; first < queries; first += rowsPerJob) {
        const end = head * queries + Math.min(first + rowsPerJob, queries);
        const row = head * queries + first;
        jobs.push({
          ...shared,
          rule: { ...own, offset: own.offset + first },
          q: q.data.subarray(row * features, end * features),
          at: row * columns,
        });
      }
    }
  }
  return { jobs, shape: [batch, heads, queries, columns] };
}

/** Whether all keys with a value are in a list. @param {object} object @param {string[]} keys */
function hasOnly(object, keys) {
  return Object.entries(object).every(([key, value]) => isMissing(value) || keys.includes(key));
}

/** @param {unknown} value @returns {value is null | undefined} */
export function isMissing(value) {
  return value === null || value === undefined;
}

/** A tensor of 32-bit numbers with four axes; undefined for anything else. @param {unknown} value */
function float32Tensor(value) {
  if (typeof value !== 'object' || value === null) return undefined;
  const { shape, data } = /** @type {Partial<Float32Tensor>} */ (value);
  if (!Array.isArray(shape) || shape.length !== 4 || !(data instanceof Float32Array)) return undefined;
  const cells = shape.reduce((product, side) => product * side, 1);
  return shape.every((side) => Number.isSafeInteger(side) && side >= 0) && cells === data.length
    ? { shape, data }
    : undefined;
}

/** @param {Float32Tensor} tensor @param {number[]} shape */
function hasShape(tensor, shape) {
  return tensor.shape.every((side, axis) => side === shape[axis]);
}

/**
 * The keys or values of one head, past ones first.
 *
 * @param {Float32Tensor | null} past @param {Float32Tensor} tensor @param {number} group
 */
function ofGroup(past, tensor, group) {
  const part = (/** @type {Float32Tensor} */ { shape, data }) =>
    data.subarray(group * shape[2] * shape[3], (group + 1) * shape[2] * shape[3]);
  const own = part(tensor);
  if (!past) return own;
  const before = part(past);
  const all = new Float32Array(before.length + own.length);
  all.set(before);
  all.set(own, before.length);
  return all;
}

/**
 * A window as its sides; a number of keys is a query itself and those just before it, and as many after it.
 *
 * @param {AttendOptions['window']} window
 */
function sidesOf(window) {
  return typeof window === 'number' ? { left: window - 1, right: window - 1 } : window;
}

/**
 * The position of the first query; not a number if only the exact core places it.
 *
 * @param {AttendOptions} options
 * @param {{ queries: number, keys: number, past: number }} sizes
 */
function offsetOf({ causal, alignment, offset }, { queries, keys, past }) {
  if (alignment === 'lower_right') return keys - queries;
  if (alignment === 'upper_left') return past;
  if (!isMissing(alignment)) return alignment;
  if (causal === 'lower_right') return keys - queries;
  if (causal === 'upper_left') return 0;
  return offset ?? past;
}

/**
 * The rule of each head; null if only the exact core accepts or rejects them.
 *
 * @param {AttendOptions} options
 * @param {unknown} slopes - the input of this name
 * @param {{ heads: number, queries: number, keys: number, past: number }} sizes
 * @returns {(HeadRule & { offset: number })[] | null}
 */
function rulesOfHeads(options, slopes, { heads, queries, keys, past }) {
  const { scale, softcap, temperature, prefix, alibi, slope } = options;
  const window = sidesOf(options.window);
  const offset = offsetOf(options, { queries, keys, past });
  const causal = Boolean(options.causal) && options.causal !== 'none';
  const numbers = [softcap, temperature, prefix, window?.left, window?.right, offset, slope];
  if (numbers.some((number) => !isMissing(number) && !Number.isFinite(number))) return null;
  const isCausal = isMissing(options.causal) || CAUSAL.includes(options.causal);
  if (!isCausal || typeof offset !== 'number' || Math.abs(offset) > 2 ** 30) return null;
  const isScale = isMissing(scale) || scale === 'sqrt' || scale === 'none' || Number.isFinite(scale);
  if (!isScale || (!isMissing(temperature) && temperature <= 0)) return null;
  const given = isMissing(slopes) ? null : /** @type {Partial<Float32Tensor>} */ (slopes);
  if (given && !(given.data instanceof Float32Array && given.data.length === heads)) return null;
  const bias = given?.data ?? (alibi ? call(bindings.alibiSlopes, heads) : null);
  const bound = (/** @type {number | null | undefined} */ side) =>
    isMissing(side) || side === -1 ? null : side;
  return Array.from({ length: heads }, (_, head) => ({
    scale: scale === 'none' ? 1 : typeof scale === 'number' ? scale : null,
    softcap,
    temperature,
    causal,
    prefix,
    offset,
    window: window ? { left: bound(window.left), right: bound(window.right) } : null,
    slope: bias ? bias[head] : slope,
  }));
}
