/** The attention mask that stands beside arrays: which tokens of each text are not padding. */
import { isPaddingMask } from '../understand/names.js';
import { feed } from './bytes.js';
/** @import { Padding } from '../types.js' */
/** @import { Open } from './file-store.js' */
/** @import { Task } from './task.js' */

/** The most numbers of a mask that is read. */
const MOST = 1 << 20;

/**
 * What the attention mask of a file keeps, (tokens) or (texts, tokens); undefined if there is none. Keys
 * between padding are kept.
 *
 * @param {Open} open
 * @param {Task} task
 * @returns {Promise<Padding | undefined>}
 */
export async function paddingIn({ file, listing, bytes }, task) {
  const tensor = listing.tensors.findIndex(
    ({ name, shape }) => isPaddingMask(name, shape) && shape.reduce((all, side) => all * side, 1) <= MOST,
  );
  if (tensor === -1) return undefined;
  const { shape } = listing.tensors[tensor];
  const tokens = /** @type {number} */ (shape.at(-1));
  const reading = file.read(
    tensor,
    shape.map(() => null),
    true,
  );
  let isDone = false;
  try {
    await feed(
      reading,
      bytes,
      () => task.yieldToOthers(),
      () => task.yieldToOthers(),
    );
    isDone = true;
    const { data } = reading.singles();
    const kept = Array.from({ length: shape.length === 2 ? shape[0] : 1 }, (_, text) => {
      const row = data.subarray(text * tokens, (text + 1) * tokens);
      const first = row.findIndex((each) => each !== 0);
      const last = row.findLastIndex((each) => each !== 0);
      return /** @type {[number, number]} */ (first === -1 ? [0, 0] : [first, last + 1 - first]);
    });
    return { tokens, kept };
  } finally {
    if (!isDone) reading.free();
  }
}
