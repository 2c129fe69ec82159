import { MOST_CELLS } from './extent.js';
import { stepsOf } from './stacks.js';
/** @import { Axis, QkOptions } from '../types.js' */
/** @import { Candidate, Corrections, Message } from './types.js' */

/** The possible meanings of an axis. @param {Candidate} candidate @returns {Axis[]} */
export function axesOf({ kind, stack }) {
  /** @type {Axis[]} */
  const all = ['layer', 'head', 'query', kind === 'qk' ? 'feature' : 'key', 'fixed'];
  return all.filter((axis) => !(axis === 'layer' && stack.single) && !(axis === 'head' && stack.heads));
}

/**
 * Changes the meaning of an axis. The axis that had this meaning gets the old one, because no meaning except
 * `fixed` is used twice.
 *
 * @param {Axis[]} axes
 * @param {number} at
 * @param {Axis} axis
 * @returns {Axis[]}
 */
export function withAxis(axes, at, axis) {
  return axes.map((each, i) => (i === at ? axis : each === axis && axis !== 'fixed' ? axes[at] : each));
}

/**
 * The corrected axes of all tensors of a candidate.
 *
 * @param {Candidate} candidate
 * @param {Corrections} corrections
 * @returns {{ axes: Axis[], kAxes: Axis[], vAxes: Axis[] } | { refused: Message }}
 */
export function correctedAxes(candidate, { axes: wanted, batch }) {
  const { stack, k, v, kind } = candidate;
  const [{ shape }] = stack.layers[0];
  const axes = wanted ?? candidate.axes;
  const column = kind === 'qk' ? 'feature' : 'key';
  const allowed = axesOf(candidate);
  const count = (/** @type {Axis} */ axis) => axes.filter((each) => each === axis).length;
  const steps = stepsOf(stack).length > 1;
  const isValid =
    Array.isArray(axes) &&
    axes.length === shape.length &&
    axes.every((axis) => allowed.includes(axis)) &&
    count('query') === 1 &&
    count(column) === 1 &&
    count('layer') <= 1 &&
    count('head') <= 1 &&
    !(steps && (axes.at(-2) !== 'query' || axes.at(-1) !== 'key'));
  if (!isValid) return { refused: (t) => t.maps.reading.errors.axes({ shape: `(${shape.join(', ')})` }) };
  const asKeys = axes.map((axis) => (axis === 'query' ? 'key' : axis));
  const keyed = (/** @type {number[]} */ its, /** @type {Axis[]} */ own) =>
    wanted && its.length === shape.length ? asKeys : own;
  const kShape = k?.layers[0][0].shape ?? [];
  // The values of a file with weights keep their own axes, because weights have no axis of features.
  const vAxes = kind === 'qk' ? keyed(v?.layers[0][0].shape ?? [], candidate.vAxes) : candidate.vAxes;
  const found = { axes, kAxes: keyed(kShape, candidate.kAxes), vAxes };
  const batchSizes = (/** @type {number[]} */ its, /** @type {Axis[]} */ own) =>
    its.filter((length, at) => length > 1 && own[at] === 'fixed');
  const sizes = batchSizes(shape, axes);
  if (sizes.length > 1)
    return { refused: (t) => t.maps.reading.errors.batches({ lengths: sizes.join(', ') }) };
  // Without a batch, only index 0 is valid.
  const all = [...sizes, ...batchSizes(kShape, found.kAxes)];
  const last = all.length === 0 ? 0 : Math.min(...all) - 1;
  return batch !== null && !(Number.isInteger(batch) && batch >= 0 && batch <= last)
    ? { refused: (t) => t.maps.reading.errors.batch({ at: String(batch), most: last }) }
    : found;
}

/**
 * The corrected options for computing weights.
 *
 * @param {Candidate} candidate
 * @param {Corrections} corrections
 * @param {{ queries: number, keys: number, size: number | null }} extent - `size` is that of a head; null if
 *   the file has weights
 * @returns {QkOptions | { refused: Message }}
 */
export function optionsOf(candidate, corrections, { queries, keys, size }) {
  if (size === null) return { scale: null, causal: 'none', window: null, softcap: null, rope: null };
  const { causal, scale } = candidate;
  const window = corrections.window ?? candidate.window;
  const softcap = corrections.softcap ?? candidate.softcap;
  const rope = corrections.rope ?? candidate.rope;
  const refuse = (/** @type {Message} */ say) => ({ refused: say });
  // Scores are computed in 32 bits.
  const isFinite = (/** @type {unknown} */ value) =>
    Number.isFinite(value) && Number.isFinite(Math.fround(Number(value)));
  const positive = (/** @type {unknown} */ value) => isFinite(value) && Math.fround(Number(value)) > 0;
  if (corrections.scale !== null && !isFinite(corrections.scale))
    return refuse((t) => t.maps.reading.errors.scale({ text: String(corrections.scale) }));
  if (window !== null && !(Number.isInteger(window) && window >= 1 && window <= MOST_CELLS))
    return refuse((t) => t.maps.reading.errors.window({ text: String(window) }));
  if (softcap !== null && !positive(softcap))
    return refuse((t) => t.maps.reading.errors.softcap({ text: String(softcap) }));
  if (rope !== null && rope !== 'none') {
    const { base, dim } = rope;
    if (!positive(base)) return refuse((t) => t.maps.reading.errors.base({ text: String(base) }));
    const turned = dim ?? size;
    if (!(Number.isInteger(turned) && turned >= 2 && turned <= size && turned % 2 === 0))
      return refuse((t) => t.maps.reading.errors.dim({ text: String(turned), size }));
  }
  return {
    scale: corrections.scale ?? scale,
    causal: corrections.causal ?? (causal ? (keys > queries ? 'lower_right' : 'upper_left') : 'none'),
    window,
    softcap,
    rope: rope === 'none' ? null : rope,
  };
}
