/** Measures and thumbnails of large heads from a sample of rows, with standard errors. */
import { estimatedMeasures, figure, MEASURED } from './row-figures.js';
import { sampleRows, STRATA } from './sample-rows.js';
import { openLarge } from './source.js';
import { using } from '../service/using.js';
import { MEASURES } from '../state.js';
/** @import { HeadFound, MeasureName, Reading } from '../types.js' */
/** @import { Context } from '../service/heads.js' */
/** @import { Measured } from './row-figures.js' */
/** @import { LargeView } from './view.js' */

/** A head with a larger causal share counts as causal. The share may be rounded. */
const CAUSAL = 1 - 1e-4;

/**
 * Measures a head from a sample of rows, which its thumbnail shows. Weights may take long to read row by row,
 * so only as many rows are read as the thumbnail has.
 *
 * @param {Context} context
 * @param {Reading} reading
 * @param {number} layer
 * @param {number} head
 * @param {number} side
 * @returns {Promise<Omit<HeadFound, 'layer' | 'head'>>}
 */
export async function sampledHead(context, reading, layer, head, side) {
  const { queries, keys } = reading;
  const strata = Math.min(queries, reading.kind === 'qk' ? Math.max(side, STRATA) : side);
  const { rows, sizes } = sampleRows(queries, strata);
  return using(await openLarge(context, reading, layer, head, rows), async (source) => {
    const pool = Math.ceil(keys / side);
    const { greatest, figures } = await source.rows(context, rows, 1, pool);
    const measured = estimatedMeasures(figures, sizes);
    return {
      measures: valuesOf(measured),
      causal: source.info.after === 0 || (measured.causal_share?.value ?? 0) > CAUSAL,
      notWeights: null,
      rowsWithoutKey: 0,
      rowSums: reading.kind === 'weights' ? rowSumsOf(figures, rows) : null,
      thumb: thumbOf(greatest, strata, Math.ceil(keys / pool), side),
      sampled: { rows: rows.length, errors: errorsOf(measured) },
    };
  });
}

/**
 * Updates the measures of a head with those of its view.
 *
 * @param {HeadFound} head @param {LargeView} view @returns {HeadFound}
 */
export function withMeasures(head, view) {
  const measured = view.measures();
  const isExact = Object.values(measured).every(({ exact }) => exact);
  return {
    ...head,
    measures: valuesOf(measured),
    sampled: isExact ? undefined : { rows: view.sampled, errors: errorsOf(measured) },
  };
}

/**
 * A thumbnail of at most `side` rows from the largest weights of the sampled rows.
 *
 * @param {Float32Array} greatest - row by row. The last `strata` rows are spread evenly; the others are before
 *   them in the first stratum
 * @param {number} strata
 * @param {number} cols
 * @param {number} side
 */
function thumbOf(greatest, strata, cols, side) {
  const rows = Math.min(side, strata);
  const within = greatest.length / cols - strata;
  const data = new Float32Array(rows * cols).fill(NaN);
  greatest.forEach((weight, at) => {
    const stratum = Math.max(0, Math.floor(at / cols) - within);
    const place = Math.floor((stratum * rows) / strata) * cols + (at % cols);
    if (!(weight <= data[place]) && weight === weight) data[place] = weight;
  });
  return { rows, cols, data };
}

/**
 * The least and the greatest sum of the sampled rows that have weights.
 *
 * @param {Float32Array} figures @param {Uint32Array} rows @returns {HeadFound['rowSums']}
 */
function rowSumsOf(figures, rows) {
  const sums = Array.from(rows, (query, at) => ({ query, sum: figure(figures, at, 'sum') }))
    .filter(({ sum }) => sum !== 0 && !Number.isNaN(sum))
    .sort((a, b) => a.sum - b.sum);
  return sums.length > 0 ? { least: sums[0], greatest: sums[sums.length - 1] } : null;
}

/** @param {Partial<Record<MeasureName, Measured>>} measured @returns {HeadFound['measures']} */
function valuesOf(measured) {
  const entries = MEASURES.map((name) => [name, measured[name]?.value ?? null]);
  return Object.fromEntries(entries);
}

/** @param {Partial<Record<MeasureName, Measured>>} measured @returns {Partial<Record<MeasureName, number>>} */
function errorsOf(measured) {
  return Object.fromEntries(
    MEASURED.flatMap((name) => (measured[name] ? [[name, measured[name].error]] : [])),
  );
}
