/** Some queries of a head, where no others are needed. */
import { named } from './file-store.js';
import { foundIn, picksOf } from './places.js';
/** @import { Part, Reading } from '../types.js' */
/** @import { Span } from './bytes.js' */
/** @import { Context, HeadMap } from './heads.js' */
/** @import { TensorReading } from '../../../engine/maps.js' */

/**
 * Whether single queries can be read: each is contiguous in one uncompressed tensor.
 *
 * @param {Context} context
 * @param {Reading} reading
 * @param {number} layer
 */
export async function canPick({ store, task }, { q }, layer) {
  const parts = q.filter((part) => part.axes.includes('layer') || part.layer === layer);
  // Each head has its own tensor, or all of a layer share one.
  if (parts.length === 0 || (parts.length > 1 && parts[0].head === undefined)) return false;
  const { file, tensor, axes } = parts[0];
  return (
    (await store.opened(file, task)).listing.tensors[tensor].sliced &&
    axes.indexOf('feature') === axes.length - 1
  );
}

/**
 * Some queries of a head, in one read.
 *
 * @param {Context} context
 * @param {Part[]} all
 * @param {number} layer
 * @param {number} head
 * @param {Uint32Array} places
 * @returns {Promise<HeadMap>}
 */
export async function pickedRows(context, all, layer, head, places) {
  const [{ open, wanted }] = await foundIn(context, all, layer, () => head, 'query', 'feature');
  const { part } = wanted;
  const [first] = part.ranges?.query ?? [0];
  /** @type {TensorReading[]} */
  const readings = [];
  /** @type {HeadMap[]} */
  const rows = [];
  try {
    for (const place of places) {
      const ranges = { ...part.ranges, query: /** @type {[number, number]} */ ([first + place, 1]) };
      const row = { ...wanted, part: { ...part, ranges } };
      readings.push(
        open.file.read(
          part.tensor,
          picksOf(row, (index) => index),
          true,
        ),
      );
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
    throw named(error, open, part.tensor);
  } finally {
    for (const each of [...readings, ...rows]) each.free();
  }
}
