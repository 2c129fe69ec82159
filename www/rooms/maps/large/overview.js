/** Measures and thumbnails of large heads from a sample of rows, with standard errors. */
import { MEASURED, measuresOf, sumsOfRows } from './row-figures.js';
import { evenly, UNIT } from './shape.js';
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
 * Measures a head from a sample of `side` rows, which its thumbnail shows.
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
  const rows = evenly(side, queries);
  return using(await openLarge(context, reading, layer, head, rows), async (source) => {
    const pool = Math.ceil(keys / side);
    const { greatest, figures } = await source.rows(context, rows, 1, pool);
    const measured = measuresOf(sumsOfRows(figures), queries);
    return {
      measures: valuesOf(measured),
      causal: source.info.after === 0 || (measured.causal_share?.value ?? 0) > CAUSAL,
      notWeights: null,
      rowsWithoutKey: 0,
      rowSums: null,
      thumb: { rows: rows.length, cols: Math.ceil(keys / pool), data: greatest },
      sampled: { rows: rows.length, errors: errorsOf(measured) },
    };
  });
}

/**
 * Updates the measures of a head with the known rows.
 *
 * @param {HeadFound} head @param {LargeView} view @returns {HeadFound}
 */
export function withMeasures(head, view) {
  const measured = view.measures();
  const rows = view.reach().rows * UNIT;
  const { sampled, ...rest } = head;
  const isExact = Object.values(measured).every(({ exact }) => exact);
  return {
    ...rest,
    measures: valuesOf(measured),
    ...(!isExact && { sampled: { rows: Math.max(rows, sampled?.rows ?? 0), errors: errorsOf(measured) } }),
  };
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
