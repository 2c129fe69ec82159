/** Attention over batches and heads as jobs of the kernels: some rows of one head each. */
import { bindings, call } from './attention-instance.js';
/** @import { AttendInputs, AttendOptions } from './attend.js' */
/** @import { Job } from './attend-job.js' */
/** @import { KernelOptions } from './kernels.js' */

/** @typedef {{ jobs: Job[], shape: number[] }} Plan */
/** @typedef {{ shape: number[], data: Float32Array }} Singles */

/**
 * The options that the kernels know. Any other leads to the exact core, which also rejects what is invalid.
 */
const KNOWN = [
  'compute',
  'scale',
  'softcap',
  'temperature',
  'causal',
  'prefix',
  'window',
  'alignment',
  'alibi',
];
const KNOWN_INPUTS = ['q', 'k', 'v', 'pastK', 'pastV', 'slopes'];
/** The most numbers of a result, and the most rows of a call; see `attend`. */
const MOST_CELLS = 2 ** 28;
const MOST_ROWS = 2 ** 22;

/**
 * The jobs of a call, or null if the kernels cannot compute exactly what is asked for.
 *
 * @param {AttendOptions} options
 * @param {AttendInputs} inputs
 * @param {number} [parts] - into how many jobs the work is divided at least, as far as heads have rows. Each
 *   job packs the keys and values of its head
 * @returns {Plan | null}
 */
export function jobsOf(options, inputs, parts = 1) {
  const { compute } = options;
  if (compute !== 'output' && compute !== 'weights') return null;
  if (!isOnly(options, KNOWN) || !isOnly(inputs, KNOWN_INPUTS)) return null;
  const [q, k, v] = [inputs.q, inputs.k, inputs.v].map(singles);
  const [pastK, pastV] = [inputs.pastK, inputs.pastV].map((past) => (isMissing(past) ? null : singles(past)));
  if (!q || !k || !v || pastK === undefined || pastV === undefined || !pastK !== !pastV) return null;
  const [batch, heads, queries, features] = q.shape;
  const [, kvHeads, newKeys] = k.shape;
  const past = pastK?.shape[2] ?? 0;
  const valueFeatures = v.shape[3];
  const keys = past + newKeys;
  const fits =
    is(k, [batch, kvHeads, newKeys, features]) &&
    is(v, [batch, kvHeads, newKeys, valueFeatures]) &&
    (!pastK || is(pastK, [batch, kvHeads, past, features])) &&
    (!pastV || is(pastV, [batch, kvHeads, past, valueFeatures])) &&
    [batch, heads, queries, features, kvHeads, keys, valueFeatures].every((side) => side > 0) &&
    heads % kvHeads === 0;
  const rules = fits ? rulesOf(options, inputs.slopes, { heads, queries, keys, past }) : null;
  const columns = compute === 'output' ? valueFeatures : keys;
  const rows = batch * heads * queries;
  if (!rules || rows > MOST_ROWS || rows * columns > MOST_CELLS) return null;
  const each = Math.ceil(parts / (batch * heads));
  const count = Math.ceil(queries / Math.min(each, Math.ceil(queries / 32)));
  /** @type {Job[]} */
  const jobs = [];
  for (let group = 0; group < batch * kvHeads; group += 1) {
    const ownK = joined(pastK, k, group);
    const ownV = compute === 'output' ? joined(pastV, v, group) : null;
    // Query heads share the key and value heads in order.
    const sharing = heads / kvHeads;
    for (let head = group * sharing; head < (group + 1) * sharing; head += 1) {
      const rule = rules[head % heads];
      for (let first = 0; first < queries; first += count) {
        const place = head * queries + first;
        const own = q.data.subarray(
          place * features,
          (head * queries + Math.min(first + count, queries)) * features,
        );
        const moved = { ...rule, offset: rule.offset + first };
        jobs.push({
          compute,
          options: moved,
          features,
          valueFeatures,
          q: own,
          k: ownK,
          v: ownV,
          at: place * columns,
        });
      }
    }
  }
  return { jobs, shape: [batch, heads, queries, columns] };
}

/** @param {object} given @param {string[]} known */
function isOnly(given, known) {
  return Object.entries(given).every(([key, value]) => isMissing(value) || known.includes(key));
}

/** @param {unknown} value @returns {value is null | undefined} */
function isMissing(value) {
  return value === null || value === undefined;
}

/** A tensor of 32 bits with four sides. @param {unknown} given @returns {Singles | undefined} */
function singles(given) {
  if (typeof given !== 'object' || given === null) return undefined;
  const { shape, data } = /** @type {Partial<Singles>} */ (given);
  if (!Array.isArray(shape) || shape.length !== 4 || !(data instanceof Float32Array)) return undefined;
  const cells = shape.reduce((cells, side) => cells * side, 1);
  return shape.every((side) => Number.isSafeInteger(side) && side >= 0) && cells === data.length
    ? { shape, data }
    : undefined;
}

/** @param {Singles} tensor @param {number[]} shape */
function is(tensor, shape) {
  return tensor.shape.every((side, axis) => side === shape[axis]);
}

/**
 * The keys or values of one head, past ones first.
 *
 * @param {Singles | null} past @param {Singles} tensor @param {number} group
 */
function joined(past, tensor, group) {
  const part = (/** @type {Singles} */ { shape, data }) =>
    data.subarray(group * shape[2] * shape[3], (group + 1) * shape[2] * shape[3]);
  const own = part(tensor);
  if (!past) return own;
  const before = part(past);
  const both = new Float32Array(before.length + own.length);
  both.set(before);
  both.set(own, before.length);
  return both;
}

/**
 * The options of each head.
 *
 * @param {AttendOptions} options
 * @param {unknown} slopes - the input
 * @param {{ heads: number, queries: number, keys: number, past: number }} sizes
 * @returns {(KernelOptions & { offset: number })[] | null}
 */
function rulesOf(options, slopes, { heads, queries, keys, past }) {
  const { scale, softcap, temperature, causal, prefix, window, alignment, alibi } = options;
  const offset =
    isMissing(alignment) || alignment === 'upper_left'
      ? past
      : alignment === 'lower_right'
        ? keys - queries
        : alignment;
  const numbers = [softcap, temperature, prefix, window?.left, window?.right, offset];
  if (numbers.some((number) => !isMissing(number) && !Number.isFinite(number))) return null;
  if (typeof offset !== 'number' || Math.abs(offset) > 2 ** 30) return null;
  const isNamed = isMissing(scale) || scale === 'sqrt' || scale === 'none' || Number.isFinite(scale);
  if (!isNamed || (!isMissing(temperature) && temperature <= 0)) return null;
  const given = isMissing(slopes) ? null : /** @type {Partial<Singles>} */ (slopes);
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
    slope: bias?.[head],
  }));
}
