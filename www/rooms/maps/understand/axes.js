/** @import { Axis } from '../types.js' */

/** If nothing else decides, a longer axis is interpreted as tokens, not heads. */
const MAX_HEADS = 128;

/**
 * The axes of weights. Queries and keys are the last two axes, unless only another pair has equal lengths or
 * the number of tokens.
 *
 * @param {number[]} shape
 * @param {object} known
 * @param {boolean} known.single - whether the tensor is one layer
 * @param {number[]} known.counts - the lengths of the lists of tokens
 * @param {boolean} known.layersOnly - whether the name says that heads were combined
 * @param {boolean} known.headed - whether the tensor is one head
 * @returns {{ axes: Axis[], unsure: boolean } | null} null if there are too many axes
 */
export function weightAxes(shape, { single, counts, layersOnly, headed }) {
  const last = shape.length - 1;
  const usual = [last - 1, last];
  const hasTokens = (/** @type {number[]} */ [, key]) => counts.includes(shape[key]);
  const square = (/** @type {number[]} */ [query, key]) => shape[query] === shape[key] && shape[key] > 1;
  const others =
    last < 2
      ? []
      : [
          [last - 2, last - 1],
          [last - 2, last],
        ].filter(square);
  const isBetter = (/** @type {number[]} */ pair) => {
    if (counts.length > 0 && hasTokens(pair) !== hasTokens(usual)) return hasTokens(pair);
    // The axis that would be heads is not longer than the axis of queries.
    const heads = /** @type {number} */ ([last - 2, last - 1, last].find((axis) => !pair.includes(axis)));
    return !square(usual) && shape[pair[0]] >= shape[heads];
  };
  const unusual = others.find(isBetter);
  const [query, key] = unusual ?? usual;
  const leading = leadingAxes(
    shape,
    [...shape.keys()].filter((axis) => axis !== query && axis !== key),
    single,
    layersOnly,
    headed,
  );
  if (!leading) return null;
  const axes = shape.map((_, axis) => (axis === query ? 'query' : axis === key ? 'key' : leading[axis]));
  const confirmed = counts.length > 0 && hasTokens([query, key]) && !(unusual && hasTokens(usual));
  return { axes, unsure: unusual !== undefined || (!confirmed && !square(usual) && others.length > 0) };
}

/**
 * The axes of q, or of k and v.
 *
 * @param {number[]} shape
 * @param {'query' | 'key'} token - the meaning of the axis of tokens
 * @param {boolean} headsFirst - whether heads come before tokens
 * @param {boolean} single - whether the tensor is one layer
 * @returns {Axis[] | null}
 */
export function featureAxes(shape, token, headsFirst, single) {
  const last = shape.length - 1;
  if (last < 2) return [token, 'feature'];
  const [head, at] = headsFirst ? [last - 2, last - 1] : [last - 1, last - 2];
  const before = [...shape.keys()].slice(0, -3);
  const leading = leadingAxes(shape, [...before, head], single, false);
  return leading && shape.map((_, axis) => (axis === last ? 'feature' : axis === at ? token : leading[axis]));
}

/**
 * Whether heads come before tokens in q and k. `unsure` if the shapes do not decide that.
 *
 * @param {number[]} q
 * @param {number[]} k
 * @param {number[]} counts - the lengths of the lists of tokens
 * @param {boolean | null} declared - according to the file, or null
 * @param {boolean} usual - the default if nothing else decides
 * @returns {{ headsFirst: boolean, unsure: boolean }}
 */
export function headsFirst(q, k, counts, declared, usual) {
  const [a, b] = [q.length - 3, q.length - 2];
  if (a < 0 || declared !== null) return { headsFirst: declared ?? true, unsure: false };
  if (k.length === q.length) {
    const fits = [counts.includes(k[a]), counts.includes(k[b])];
    if (fits[0] !== fits[1]) return { headsFirst: fits[1], unsure: false };
    // Grouped heads: k has fewer heads and the same number of tokens.
    const shared = [a, b].map(
      (axis, i) => q[axis] > k[axis] && q[axis] % k[axis] === 0 && q[[b, a][i]] === k[[b, a][i]],
    );
    if (shared[0] !== shared[1]) return { headsFirst: shared[0], unsure: false };
    // A cache or another text: k has the same number of heads, and other tokens.
    if (q[a] === k[a] && q[b] !== k[b]) return { headsFirst: true, unsure: false };
    if (q[b] === k[b] && q[a] !== k[a]) return { headsFirst: false, unsure: true };
  }
  return {
    headsFirst: usual && !(q[a] > MAX_HEADS && q[b] <= MAX_HEADS),
    unsure: q[a] !== 1 && q[b] !== 1,
  };
}

/**
 * The axes other than queries, keys and features. The last one is heads. The first other one that is longer
 * than 1 is layers. The rest is fixed.
 *
 * @param {number[]} shape
 * @param {number[]} axes - indexes of these axes
 * @param {boolean} single - whether no axis is layers
 * @param {boolean} layersOnly - whether the only long axis is layers
 * @param {boolean} [headed] - whether no axis is heads
 * @returns {Record<number, Axis> | null} null if several fixed axes would be longer than 1
 */
function leadingAxes(shape, axes, single, layersOnly, headed = false) {
  const long = axes.filter((axis) => shape[axis] > 1);
  const noHeads = headed || (layersOnly && !single && long.length === 1);
  // (layers, heads, 1, N, N): the batch axis is the last of these.
  const head = noHeads
    ? undefined
    : long.length > 1 && shape[/** @type {number} */ (axes.at(-1))] === 1 && axes.length > 2
      ? long.at(-1)
      : axes.at(-1);
  const layer = single ? undefined : long.find((axis) => axis !== head);
  const fixed = axes.filter((axis) => axis !== head && axis !== layer);
  if (fixed.filter((axis) => shape[axis] > 1).length > 1) return null;
  return Object.fromEntries(
    axes.map((axis) => [axis, axis === head ? 'head' : axis === layer ? 'layer' : 'fixed']),
  );
}
