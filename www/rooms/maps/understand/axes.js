/** @import { Axis } from '../types.js' */

/** The most heads of usual models. A larger axis is interpreted as tokens if nothing else decides. */
const MANY_HEADS = 128;

/**
 * The axes of weights. Queries and keys are the last two, unless only another two have equal lengths or the
 * number of tokens.
 *
 * @param {number[]} shape
 * @param {object} known
 * @param {boolean} known.single - whether the tensor is of one layer
 * @param {number[]} known.counts - how many tokens there are, by list of tokens
 * @param {boolean} known.layersOnly - whether the name says that heads were combined
 * @param {boolean} known.headed - whether the tensor is of one head
 * @returns {{ axes: Axis[], unsure: boolean } | null} null: too many axes
 */
export function weightAxes(shape, { single, counts, layersOnly, headed }) {
  const last = shape.length - 1;
  const usual = [last - 1, last];
  const fits = (/** @type {number[]} */ [, key]) => counts.includes(shape[key]);
  const square = (/** @type {number[]} */ [query, key]) => shape[query] === shape[key] && shape[key] > 1;
  const others =
    last < 2
      ? []
      : [
          [last - 2, last - 1],
          [last - 2, last],
        ].filter(square);
  const better = (/** @type {number[]} */ pair) =>
    counts.length > 0 && fits(pair) !== fits(usual)
      ? fits(pair)
      : !square(usual) &&
        shape[pair[0]] >=
          shape[/** @type {number} */ ([last - 2, last - 1, last].find((axis) => !pair.includes(axis)))];
  const odd = others.find(better);
  const [query, key] = odd ?? usual;
  const leading = leadingAxes(
    shape,
    shape.map((_, axis) => axis).filter((axis) => axis !== query && axis !== key),
    single,
    layersOnly,
    headed,
  );
  if (!leading) return null;
  const axes = shape.map((_, axis) => (axis === query ? 'query' : axis === key ? 'key' : leading[axis]));
  const settled = counts.length > 0 && fits([query, key]) && !(odd && fits(usual));
  return { axes, unsure: odd !== undefined || (!settled && !square(usual) && others.length > 0) };
}

/**
 * The axes of q, or of k and v.
 *
 * @param {number[]} shape
 * @param {'query' | 'key'} token - what its tokens are
 * @param {boolean} headsFirst - whether heads come before tokens
 * @param {boolean} single
 * @returns {Axis[] | null}
 */
export function featureAxes(shape, token, headsFirst, single) {
  const last = shape.length - 1;
  if (last < 2) return [token, 'feature'];
  const [head, at] = headsFirst ? [last - 2, last - 1] : [last - 1, last - 2];
  const leading = leadingAxes(
    shape,
    shape
      .map((_, axis) => axis)
      .slice(0, -3)
      .concat(head),
    single,
    false,
  );
  return leading && shape.map((_, axis) => (axis === last ? 'feature' : axis === at ? token : leading[axis]));
}

/**
 * Whether heads come before tokens in q and k, and whether this follows from the data and not only from a
 * convention.
 *
 * @param {number[]} q
 * @param {number[]} k
 * @param {number[]} counts - how many tokens there are
 * @param {boolean | null} said - whether the file says so
 * @param {boolean} custom - which of the two is the custom if nothing else decides
 * @returns {{ headsFirst: boolean, unsure: boolean }}
 */
export function headsFirst(q, k, counts, said, custom) {
  const [a, b] = [q.length - 3, q.length - 2];
  if (a < 0 || said !== null) return { headsFirst: said ?? true, unsure: false };
  if (k.length === q.length) {
    const fits = [counts.includes(k[a]), counts.includes(k[b])];
    if (fits[0] !== fits[1]) return { headsFirst: fits[1], unsure: false };
    // Grouped heads: k has fewer heads and as many tokens.
    const shared = [a, b].map(
      (axis, i) => q[axis] > k[axis] && q[axis] % k[axis] === 0 && q[[b, a][i]] === k[[b, a][i]],
    );
    if (shared[0] !== shared[1]) return { headsFirst: shared[0], unsure: false };
    // A cache or another text: k has as many heads and other tokens.
    if (q[a] === k[a] && q[b] !== k[b]) return { headsFirst: true, unsure: false };
    if (q[b] === k[b] && q[a] !== k[a]) return { headsFirst: false, unsure: true };
  }
  return {
    headsFirst: custom && !(q[a] > MANY_HEADS && q[b] <= MANY_HEADS),
    unsure: q[a] !== 1 && q[b] !== 1,
  };
}

/**
 * The axes before queries and keys: the last is heads, of the others one that is longer than 1 is layers, and
 * of the rest one index is shown.
 *
 * @param {number[]} shape
 * @param {number[]} axes
 * @param {boolean} single
 * @param {boolean} layersOnly
 * @param {boolean} [headed] - whether none is heads
 * @returns {Record<number, Axis> | null} null where more than one axis would be left that is longer than 1
 */
function leadingAxes(shape, axes, single, layersOnly, headed = false) {
  const long = axes.filter((axis) => shape[axis] > 1);
  const alone = layersOnly && !single && long.length === 1;
  // (layers, heads, 1, N, N): the batch axis is the last of these.
  const head =
    alone || headed
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
