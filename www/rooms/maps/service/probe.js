import { isLarge } from '../large/shape.js';
import { openLarge } from '../large/source.js';
import { vectorsAt, weightsAt } from './heads.js';
import { using } from './using.js';
/** @import { Reading } from '../types.js' */
/** @import { Context } from './heads.js' */

/**
 * Reads the data of a head; throws if a file is damaged. A head that is too large for its weights to be kept
 * is opened, so that a lack of memory is found too, and only its first weight is computed or read.
 *
 * @param {Context} context
 * @param {Reading} reading
 * @param {number} layer
 * @param {number} head
 */
export async function probeHead(context, reading, layer, head) {
  if (isLarge(reading))
    return using(await openLarge(context, reading, layer, head), async (source) => {
      await source.sample(context, Uint32Array.of(0), Uint32Array.of(0));
    });
  if (reading.kind === 'qk')
    return (await vectorsAt(context, reading, layer, head)).forEach((map) => map.free());
  return (await weightsAt(context, reading, layer, head)).free();
}
