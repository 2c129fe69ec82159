import { readPart } from './read-part.js';
/** @import { Padding } from '../../../engine/maps.js' */
/** @import { Open } from './read-part.js' */
/** @import { Task } from './task.js' */

/**
 * Whether a tensor is an attention mask, (tokens) or (texts, tokens).
 *
 * @param {{ name: string, shape: number[] }} tensor
 */
const isMask = ({ name, shape }) => /(?:^|[./])attention_mask$/.test(name) && [1, 2].includes(shape.length);

/** A larger mask is not read. */
const MAX_NUMBERS = 1 << 20;

/**
 * The tokens of each text that are not padding, by the attention mask in a file, of shape (tokens) or (texts,
 * tokens); undefined without a mask. A text keeps everything from its first to its last unmasked token, and a
 * masked one between them is named.
 *
 * @param {Open} open
 * @param {Task} task
 * @returns {Promise<Padding | undefined>}
 */
export async function paddingIn(open, task) {
  const { listing } = open;
  const tensor = listing.tensors.findIndex(
    (each) => isMask(each) && each.shape.reduce((all, side) => all * side, 1) <= MAX_NUMBERS,
  );
  if (tensor === -1) return undefined;
  const { shape } = listing.tensors[tensor];
  const tokens = /** @type {number} */ (shape.at(-1));
  const all = shape.map(() => null);
  const { data } = await readPart(open, tensor, all, task, (reading) => reading.singles());
  const rows = Array.from({ length: shape.length === 2 ? shape[0] : 1 }, (_, text) =>
    data.subarray(text * tokens, (text + 1) * tokens),
  );
  const kept = rows.map((row) => {
    const first = row.findIndex((each) => each !== 0);
    const last = row.findLastIndex((each) => each !== 0);
    return /** @type {[number, number]} */ (first === -1 ? [0, 0] : [first, last + 1 - first]);
  });
  const hidden = rows.map((row, text) => {
    const [first, length] = kept[text];
    const at = row.subarray(first, first + length).indexOf(0);
    return at === -1 ? undefined : first + at;
  });
  return { tensor, tokens, kept, hidden };
}
