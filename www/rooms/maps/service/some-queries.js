/** Reads some queries of a head. */
import { withNames } from './file-store.js';
import { partsOfHead, picksOf } from './places.js';
/** @import { HeadMap, TensorReading } from '../../../engine/maps.js' */
/** @import { Part, Reading } from '../types.js' */
/** @import { Span } from './bytes.js' */
/** @import { Context } from './heads.js' */

/**
 * Whether single queries can be read: all are in one uncompressed tensor, each one contiguous.
 *
 * @param {Context} context
 * @param {Reading} reading
 * @param {number} layer
 */
export async function canReadQueries({ store, task }, { q }, layer) {
  const parts = q.filter((part) => part.axes.includes('layer') || part.layer === layer);
  // Several parts without a head are consecutive queries, which are not supported here.
  if (parts.length === 0 || (parts.length > 1 && parts[0].head === undefined)) return false;
  const { file, tensor, axes } = parts[0];
  return (
    (await store.opened(file, task)).listing.tensors[tensor].sliced &&
    axes.indexOf('feature') === axes.length - 1
  );
}

/**
 * Reads some queries of a head at once.
 *
 * @param {Context} context
 * @param {Part[]} all
 * @param {number} layer
 * @param {number} head
 * @param {Uint32Array} queries - their indexes
 * @returns {Promise<HeadMap>}
 */
export async function readQueries(context, all, layer, head, queries) {
  const [{ open, wanted }] = await partsOfHead(context, all, layer, () => head, 'query', 'feature');
  const { part } = wanted;
  const [first] = part.ranges?.query ?? [0];
  /** @type {TensorReading[]} */
  const readings = [];
  /** @type {HeadMap[]} */
  const rows = [];
  try {
    for (const query of queries) {
      const ranges = { ...part.ranges, query: /** @type {[number, number]} */ ([first + query, 1]) };
      const picks = picksOf({ ...wanted, part: { ...part, ranges } }, (index) => index);
      readings.push(open.file.read(part.tensor, picks, true));
    }
    const spans = readings.map((reading) => /** @type {Span} */ (reading.need()));
    const pieces = await open.bytes.spans(spans);
    context.task.check();
    for (const [at, reading] of readings.entries()) {
      reading.supply(pieces[at]);
      rows.push(reading.matrix(false));
    }
    return context.engine.stacked(rows, rows[0].keys);
  } catch (error) {
    throw withNames(error, open, part.tensor);
  } finally {
    for (const each of [...readings, ...rows]) each.free();
  }
}
