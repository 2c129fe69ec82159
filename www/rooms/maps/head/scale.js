import { number, percent } from '../../../format/display.js';
/** @import { MapInfo, MapsModel, MapSpec, MapsState } from '../types.js' */

/**
 * The scale, in the form of the engine.
 *
 * @typedef {{ kind: 'sequential' | 'diverging' | 'log' | 'percentile', low: number, high: number, quantiles?: Float32Array }} Scale
 */

/** The most decades of a logarithmic scale. */
const DECADES = 6;
/** The most powers of ten below a bar. */
const MOST_TICKS = 4;
/** If the range of colors in use would end below this, a map would be almost blank from 0 to 1. */
const FAINT = 0.25;
/** The share of cells within the automatic range of colors. */
const MOST_CELLS = 0.995;
/** The shares of a percentile bar with a label. */
const SHARES = [0, 0.25, 0.5, 0.75, 1];

/**
 * The automatic end of the colours. From 0 to 1 a map is almost blank where both its 99.5th percentile and
 * the weight of a typical key are below 0.25: colours then end at the larger of the two. A query with entropy
 * H looks at as many keys as an even spread over exp(H), so that exp(-H) is the weight of a typical one.
 * Several maps have the largest end among them.
 *
 * @param {Pick<MapInfo, 'quantiles' | 'queryEntropy' | 'large'>[]} infos
 * @returns {{ high: number, by: 'unit' | 'percentile' | 'entropy' }}
 */
export function automaticEnd(infos) {
  const ends = infos.map(({ quantiles, queryEntropy, large }) => {
    // Pooled pixels have another range than cells.
    const pooled = large?.view.colorEnd(large.by, large.level ?? 0, MOST_CELLS) ?? 0;
    if (pooled > 0) return { high: pooled, by: /** @type {const} */ ('percentile') };
    // For a large head the first sample decides, so that colors do not change while rows are computed.
    const entropies = large?.view.entropies ?? queryEntropy.filter((entropy) => Number.isFinite(entropy));
    const typical =
      entropies.length > 0
        ? Math.exp(-entropies.reduce((sum, entropy) => sum + entropy, 0) / entropies.length)
        : 1;
    const percentile = quantileAt(quantiles, MOST_CELLS);
    return percentile >= typical
      ? { high: percentile, by: /** @type {const} */ ('percentile') }
      : { high: typical, by: /** @type {const} */ ('entropy') };
  });
  const end = ends.reduce((most, each) => (each.high > most.high ? each : most), {
    high: 0,
    by: /** @type {'percentile' | 'entropy'} */ ('percentile'),
  });
  return end.high > 0 && end.high < FAINT ? end : { high: 1, by: 'unit' };
}

/**
 * The value that a share of the cells does not exceed, interpolated.
 *
 * @param {Float32Array} quantiles @param {number} share
 */
function quantileAt(quantiles, share) {
  const at = share * (quantiles.length - 1);
  const [below, above] = [quantiles[Math.floor(at)], quantiles[Math.ceil(at)]];
  return quantiles.length > 0 ? below + (above - below) * (at - Math.floor(at)) : 0;
}

/**
 * The scales of maps. A and B share one; the difference has its two-sided form, or a scale up to its largest
 * value.
 *
 * @param {MapsState} state
 * @param {MapInfo[]} infos - of A, and in a comparison of B
 * @param {MapInfo | null} difference - whether the difference is painted
 * @returns {Scale}
 */
export function scaleOf({ scale }, infos, difference = null) {
  const greatest = Math.max(
    0,
    ...infos.map(({ range }) => Math.max(range?.greatest ?? 0, -(range?.least ?? 0))),
  );
  const least = Math.min(0, ...infos.map(({ range }) => range?.least ?? 0));
  if (difference) {
    const far = Math.max(difference.range?.greatest ?? 0, -(difference.range?.least ?? 0)) || 1;
    const high =
      scale === 'auto'
        ? automaticEnd(infos).high
        : scale === 'unit'
          ? 1
          : scale === 'largest'
            ? greatest || 1
            : far;
    return { kind: 'diverging', low: -high, high };
  }
  if (scale === 'log') return logScale(infos, greatest || 1);
  // Percentiles of both maps together would need all their cells, so those of A are used.
  const quantiles = infos[0]?.quantiles;
  if (scale === 'percentile' && quantiles?.length)
    return { kind: 'percentile', low: quantiles[0], high: quantiles.at(-1) ?? 1, quantiles };
  const high = scale === 'largest' ? greatest || 1 : scale === 'auto' ? automaticEnd(infos).high : 1;
  return least < 0
    ? { kind: 'diverging', low: -Math.max(high, greatest), high: Math.max(high, greatest) }
    : { kind: 'sequential', low: 0, high };
}

/**
 * From the decade of the smallest weight above 0 to that of the largest.
 *
 * @param {MapInfo[]} infos @param {number} greatest @returns {Scale}
 */
function logScale(infos, greatest) {
  const positive = infos.flatMap(({ quantiles }) => quantiles.find((value) => value > 0) ?? []);
  const top = Math.ceil(Math.log10(greatest) - 1e-6);
  const bottom = Math.max(
    top - DECADES,
    Math.min(top - 1, Math.floor(Math.log10(Math.min(greatest, ...positive)))),
  );
  return { kind: 'log', low: 10 ** bottom, high: 10 ** top };
}

/**
 * The labels of the ends of a color bar.
 *
 * @param {MapsModel['t']['maps']['head']} t
 * @param {Pick<MapsState, 'scale'>} state
 * @param {MapSpec['values']} values
 * @param {{ a?: MapInfo | null, b?: MapInfo | null }} of
 * @param {Scale} scale
 */
export function endsOf({ ends, weights }, state, values, { a, b }, scale) {
  const what = weights[values];
  const greatest = Math.max(a?.range?.greatest ?? 0, b?.range?.greatest ?? 0);
  const perRow = state.scale === 'row' && !b;
  if (scale.kind === 'diverging') return ends.signed(perRow ? ends.row(what) : what, number(scale.high, 4));
  if (scale.kind === 'percentile') return b ? ends.percentileOfA(what) : ends.percentile(what);
  if (state.scale === 'largest') return ends.largest(what, number(scale.high, 4));
  if (state.scale === 'log') return ends.log(what, number(scale.low, 4));
  if (perRow) return ends.row(what);
  const { high, by } = automaticEnd([a, b].flatMap((info) => info ?? []));
  if (state.scale === 'auto' && by !== 'unit')
    return ends[by === 'percentile' ? 'byPercentile' : 'byEntropy'](
      what,
      number(high, 3),
      number(greatest, 3),
    );
  return greatest > 1.0005 ? ends.beyond(what, number(greatest, 4)) : ends.unit(what);
}

/**
 * The labels below a color bar, and their positions as shares.
 *
 * @param {Scale} scale
 * @returns {{ at: number, text: string, share?: string }[]} the share of the cells that are not above it, of percentiles
 */
export function scaleTicks({ kind, low, high, quantiles }) {
  if (kind === 'percentile' && quantiles)
    return SHARES.map((at) => ({
      at,
      text: number(quantiles[Math.round(at * (quantiles.length - 1))], 2),
      share: percent(at),
    }));
  if (kind === 'log') {
    const [bottom, top] = [Math.round(Math.log10(low)), Math.round(Math.log10(high))];
    const ticks = Array.from({ length: top - bottom + 1 }, (_, step) => ({
      at: step / (top - bottom),
      text: number(Number(`1e${bottom + step}`), 3),
    }));
    return ticks.filter(({ at }, step) => ticks.length <= MOST_TICKS || step % 2 === 0 || at === 1);
  }
  return [0, 0.5, 1].map((at) => ({ at, text: number(low + at * (high - low), 3) }));
}

/**
 * Values along a color bar, so that it is painted like the map.
 *
 * @param {Scale} scale
 * @param {number} count
 */
export function barOf({ kind, low, high, quantiles }, count) {
  return Float32Array.from({ length: count }, (_, place) => {
    const at = place / (count - 1);
    if (kind === 'log') return low * (high / low) ** at;
    return kind === 'percentile' && quantiles
      ? quantiles[Math.round(at * (quantiles.length - 1))]
      : low + at * (high - low);
  });
}
