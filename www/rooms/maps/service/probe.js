import { isLarge } from '../large/shape.js';
import { openLarge } from '../large/source.js';
import { vectorsAt, weightsAt } from './heads.js';
/** @import { Reading } from '../types.js' */
/** @import { Context } from './heads.js' */

/**
 * Reads the data of a head without computing anything; throws if a file is damaged. Of weights that do not
 * fit in memory, only the first row is read.
 *
 * @param {Context} context
 * @param {Reading} reading
 * @param {number} layer
 * @param {number} head
 */
export async function probeHead(context, reading, layer, head) {
  if (reading.kind === 'qk')
    return (await vectorsAt(context, reading, layer, head)).forEach((map) => map.free());
  if (!isLarge(reading)) return (await weightsAt(context, reading, layer, head)).free();
  const source = await openLarge(context, reading, layer, head);
  await source.row(context, 0);
  return source.free();
}
