import { number, percent, localized } from '../../../format/display.js';
/** @import { Language } from '../../../state/languages.js' */
/** @import { MapInfo, MapsModel, MapSpec, MapsState } from '../types.js' */

/**
 * The scale, in the form of the engine.
 *
 * @typedef {{ kind: 'sequential' | 'diverging' | 'log' | 'percentile', low: number, high: number, quantiles?: Float32Array }} Scale
 */

/** The maximum number of decades of a logarithmic scale. */
const MAX_DECADES = 6;
/** The maximum number of powers of ten below a bar, before every second one is omitted. */
const MAX_TICKS = 4;
/** If the automatic range of colors would end below this, a map would be almost blank from 0 to 1. */
const FAINT = 0.25;
/** The share of cells within the automatic range of colors. */
const COVERED = 0.995;
/** The labels of a percentile bar, as shares of the cells. */
const SHARES = [0, 0.25, 0.5, 0.75, 1];

/**
 * The automatic end of the colors. From 0 to 1 a map is almost blank if both its 99.5th percentile and its
 * typical weight are below 0.25; then the colors end at the larger of the two. A query with entropy H attends
 * to as many keys as an even spread over exp(H) keys, so exp(-H) is its typical weight. The largest end of
 * several maps is used for all.
 *
 * @param {Pick<MapInfo, 'quantiles' | 'queryEntropy' | 'large'>[]} infos
 * @returns {{ high: number, by: 'unit' | 'percentile' | 'entropy' }}
 */
export function automaticEnd(infos) {
  /** @type {{ high: number, by: 'percentile' | 'entropy' }[]} */
  const ends = infos.map(({ quantiles, queryEntropy, large }) => {
    // Pooled pixels have another range than cells.
    const pooled = large?.view.colorEnd(large.by, large.level ?? 0, COVERED) ?? 0;
    if (pooled > 0) return { high: pooled, by: 'percentile' };
    // For a large head the first sample decides, so that colors do not change while rows are computed.
    const typical = typicalWeight(large?.view.entropies ?? queryEntropy);
    const percentile = quantileAt(quantiles, COVERED);
    return percentile >= typical ? { high: percentile, by: 'percentile' } : { high: typical, by: 'entropy' };
  });
  const [largest] = ends.toSorted((a, b) => b.high - a.high);
  return largest && largest.high > 0 && largest.high < FAINT ? largest : { high: 1, by: 'unit' };
}

/**
 * Typical weights, which are needed in each frame and take long for millions of queries.
 *
 * @type {WeakMap<Float32Array, number>}
 */
const typicalWeights = new WeakMap();

/**
 * The weight exp(-H) of an even spread, where H is the mean of the finite entropies; 1 without one.
 *
 * @param {Float32Array} entropies - they must not change afterwards
 */
function typicalWeight(entropies) {
  let typical = typicalWeights.get(entropies);
  if (typical === undefined) {
    let [sum, count] = [0, 0];
    for (const entropy of entropies)
      if (Number.isFinite(entropy)) {
        sum += entropy;
        count += 1;
      }
    typical = count > 0 ? Math.exp(-sum / count) : 1;
    typicalWeights.set(entropies, typical);
  }
  return typical;
}

/**
 * The value that a share of the cells does not exceed, interpolated.
 *
 * @param {Float32Array} quantiles @param {number} share
 */
function quantileAt(quantiles, share) {
  if (quantiles.length === 0) return 0;
  const position = share * (quantiles.length - 1);
  const [below, above] = [quantiles[Math.floor(position)], quantiles[Math.ceil(position)]];
  return below + (above - below) * (position - Math.floor(position));
}

/**
 * The automatic end of the colors of signed weights: what 99.5 % of the magnitudes do not exceed, rounded up
 * to one digit.
 * Beyond it, the color stays.
 *
 * @param {Pick<MapInfo, 'quantiles'>} info
 */
function signedEnd({ quantiles }) {
  const end = Math.max(quantileAt(quantiles, COVERED), -quantileAt(quantiles, 1 - COVERED));
  if (!(end > 0)) return 0;
  const unit = 10 ** Math.floor(Math.log10(end));
  return Math.ceil(end / unit - 1e-6) * unit;
}

/** The largest absolute value of a map. @param {MapInfo} info */
const farthestFrom0 = ({ range }) => Math.max(range?.greatest ?? 0, -(range?.least ?? 0));

/**
 * The scale of the colors. A and B share one; the difference has its two-sided form, or a scale up to its
 * largest value.
 *
 * @param {MapsState} state
 * @param {MapInfo[]} infos - of A, and in a comparison of B
 * @param {MapInfo | null} difference - if it is the difference that is painted
 * @returns {Scale}
 */
export function scaleOf({ scale }, infos, difference = null) {
  const greatest = Math.max(0, ...infos.map(farthestFrom0));
  const end = (/** @type {number} */ fallback) =>
    scale === 'auto'
      ? automaticEnd(infos).high
      : scale === 'largest'
        ? greatest || 1
        : scale === 'unit'
          ? 1
          : fallback;
  if (difference) {
    const high = end(farthestFrom0(difference) || 1);
    return { kind: 'diverging', low: -high, high };
  }
  if (scale === 'log') return logScale(infos, greatest || 1);
  // Percentiles of both maps together would need all their cells, so those of A are used.
  const quantiles = infos[0]?.quantiles;
  if (scale === 'percentile' && quantiles?.length)
    return { kind: 'percentile', low: quantiles[0], high: quantiles.at(-1) ?? 1, quantiles };
  if (infos.some(({ isDifference }) => isDifference)) {
    const isSigned = infos.every((info) => info.isSigned);
    const automatic = isSigned && scale === 'auto' ? Math.max(...infos.map(signedEnd)) : greatest;
    const high = scale === 'unit' ? 1 : automatic || 1;
    return { kind: 'diverging', low: -high, high };
  }
  const high = end(1);
  const isSigned = infos.some(({ range }) => (range?.least ?? 0) < 0);
  return isSigned
    ? { kind: 'diverging', low: -Math.max(high, greatest), high: Math.max(high, greatest) }
    : { kind: 'sequential', low: 0, high };
}

/**
 * A scale from the decade of the smallest weight above 0 to that of the largest weight.
 *
 * @param {MapInfo[]} infos @param {number} greatest @returns {Scale}
 */
function logScale(infos, greatest) {
  const positive = infos.flatMap(({ quantiles }) => quantiles.find((value) => value > 0) ?? []);
  const top = Math.ceil(Math.log10(greatest) - 1e-6);
  const bottom = Math.max(
    top - MAX_DECADES,
    Math.min(top - 1, Math.floor(Math.log10(Math.min(greatest, ...positive)))),
  );
  return { kind: 'log', low: 10 ** bottom, high: 10 ** top };
}

/**
 * The text about the ends of a color bar.
 *
 * @param {MapsModel['t']['maps']['head']} t
 * @param {Pick<MapsState, 'scale'>} state
 * @param {MapSpec['values']} values
 * @param {{ a?: MapInfo | null, b?: MapInfo | null }} infos
 * @param {Scale} scale
 * @param {Language} language
 */
export function endsOf({ ends, weights, differenceOf }, state, values, { a, b }, scale, language) {
  const write = (/** @type {number} */ value, decimals = 4) => localized(number(value, decimals), language);
  const what = a?.isDifference && !a.isSigned ? differenceOf : weights[values];
  const greatest = Math.max(a?.range?.greatest ?? 0, b?.range?.greatest ?? 0);
  const perRow = state.scale === 'row' && !b;
  if (scale.kind === 'diverging')
    return ends.signed({ what: perRow ? ends.row({ what }) : what, high: write(scale.high) });
  if (scale.kind === 'percentile') return b ? ends.percentileOfA({ what }) : ends.percentile({ what });
  if (state.scale === 'largest') return ends.largest({ what, greatest: write(scale.high) });
  if (state.scale === 'log') return ends.log({ what, low: write(scale.low) });
  if (perRow) return ends.row({ what });
  const { high, by } = automaticEnd([a, b].flatMap((info) => info ?? []));
  if (state.scale === 'auto' && by !== 'unit') {
    const text = by === 'percentile' ? ends.byPercentile : ends.byEntropy;
    return text({ what, end: write(high, 3), greatest: write(greatest, 3) });
  }
  return greatest > 1.0005 ? ends.beyond({ what, greatest: write(greatest) }) : ends.unit({ what });
}

/**
 * The labels below a color bar, and their positions as shares.
 *
 * @param {Scale} scale
 * @param {Language} language
 * @returns {{ at: number, text: string, share?: string }[]} `share`: for percentiles, the share of the cells that are not above the value
 */
export function scaleTicks({ kind, low, high, quantiles }, language) {
  const write = (/** @type {number} */ value, decimals = 3) => localized(number(value, decimals), language);
  if (kind === 'percentile' && quantiles)
    return SHARES.map((at) => ({
      at,
      text: write(quantiles[Math.round(at * (quantiles.length - 1))], 2),
      share: percent(at),
    }));
  if (kind === 'log') {
    const [bottom, top] = [Math.round(Math.log10(low)), Math.round(Math.log10(high))];
    const ticks = Array.from({ length: top - bottom + 1 }, (_, step) => ({
      at: step / (top - bottom),
      text: write(Number(`1e${bottom + step}`)),
    }));
    return ticks.filter(({ at }, step) => ticks.length <= MAX_TICKS || step % 2 === 0 || at === 1);
  }
  return [0, 0.5, 1].map((at) => ({ at, text: write(low + at * (high - low)) }));
}

/**
 * Values along a color bar, which is painted like the map.
 *
 * @param {Scale} scale
 * @param {number} count
 */
export function barOf({ kind, low, high, quantiles }, count) {
  return Float32Array.from({ length: count }, (_, index) => {
    const at = index / (count - 1);
    if (kind === 'log') return low * (high / low) ** at;
    return kind === 'percentile' && quantiles
      ? quantiles[Math.round(at * (quantiles.length - 1))]
      : low + at * (high - low);
  });
}
