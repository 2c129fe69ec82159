/**
 * A token such as `<pad>` at the start of a text may be the start token of a decoder, or a token like any
 * other. Rows of weights decide where a file has no attention mask: padding has no weight.
 */
import { using } from '../../../engine/handle.js';
import { isLarge } from '../large/shape.js';
import { weightsAt } from './weights.js';
/** @import { FileEntry, Opened, Reading } from '../types.js' */
/** @import { HeadOf } from './heads.js' */

/** How a head is measured for the sums of its rows alone. */
const SUMS = { side: 1, tokens: null, sink: 1, reach: 1 };

/**
 * The reading of files that were just opened. If rows sum to 1 only with the tokens that look like padding,
 * `opened` says from now on that these are tokens of the text.
 *
 * @template {{ reading: Reading } | object} Chosen
 * @param {(reading: Reading) => HeadOf} within
 * @param {Opened} opened
 * @param {readonly FileEntry[]} present - the files that were open before
 * @param {() => Chosen} choose - interprets the files
 * @returns {Promise<Chosen>}
 */
export async function withStartTokens(within, opened, present, choose) {
  const chosen = choose();
  if (!('reading' in chosen)) return chosen;
  const { reading } = /** @type {{ reading: Reading }} */ (chosen);
  const all = [...present, ...opened.files];
  const kept = everyToken(reading, all);
  if (!kept || (await sumsToOne(within, reading))) return chosen;
  const { files } = opened;
  // The tokens may have come after the weights, which are not in `opened` then.
  const own = files.find(({ id }) => id === reading.weights[0].file) ?? files[0];
  opened.files = files.map((file) => (file === own ? { ...file, padding: kept } : file));
  const other = choose();
  if ('reading' in other && (await sumsToOne(within, /** @type {any} */ (other).reading))) return other;
  opened.files = files;
  return chosen;
}

/**
 * A mask that keeps every token; null if no token is left out, or an attention mask or lengths in a file say
 * which are.
 *
 * @param {Reading} reading @param {FileEntry[]} files @returns {FileEntry['padding'] | null}
 */
function everyToken(reading, files) {
  const [part] = reading.weights;
  if (!part?.ranges?.key || reading.tolerance === null || isLarge(reading)) return null;
  const isSaid = files.some(
    ({ padding, metadata }) => padding || metadata.some(([name]) => name === 'lengths'),
  );
  const file = files.find(({ id }) => id === part.file);
  if (isSaid || !file) return null;
  const tokens = file.tensors[part.tensor].shape[part.axes.indexOf('key')];
  return { tensor: part.tensor, tokens, kept: [[0, tokens]] };
}

/**
 * Whether the rows of the first head sum to 1.
 *
 * @param {(reading: Reading) => HeadOf} within @param {Reading} reading
 */
async function sumsToOne(within, reading) {
  const of = within(reading);
  const { rowSums } = await using(await weightsAt(of), (map) =>
    of.engine.overview(map, { ...SUMS, offset: reading.offset }),
  );
  if (!rowSums) return true;
  const { least, greatest } = rowSums;
  return Math.max(1 - least.sum, greatest.sum - 1) <= (reading.tolerance ?? 0);
}
