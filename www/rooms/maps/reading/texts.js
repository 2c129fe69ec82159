/** The texts of open files: the items of a batch, or files with the same heads. */
import { interpret } from '../../../engine/maps.js';
import { NO_CORRECTIONS } from '../state.js';
/** @import { Corrections, Opened, Reading } from '../types.js' */

/** A text of open files: the correction that reads it. @typedef {Partial<Corrections>} TextChoice */

/** The maximum number of texts that are listed. */
const MOST = 4096;

/** @type {WeakMap<Opened, TextChoice[]>} */
const cache = new WeakMap();

/** The corrections that read each text; empty if there is only one. @param {Opened} opened */
export function textsIn(opened) {
  let found = cache.get(opened);
  if (!found) cache.set(opened, (found = choicesOf(opened)));
  return found;
}

/** @param {Opened} opened @returns {TextChoice[]} */
function choicesOf({ files }) {
  const { candidates, outcome } = interpret(files, NO_CORRECTIONS);
  if (!outcome || 'refused' in outcome) return [];
  const batch = outcome.notes.find(({ key }) => key === 'batchOf');
  const length = Number(/** @type {any} */ (batch)?.length ?? 1);
  // Tokens may be in a file of their own.
  const isOne = files.filter(({ tensors }) => tensors.length > 0).length === 1;
  if (length > 1)
    return length <= MOST && isOne ? Array.from({ length }, (_, item) => ({ batch: item })) : [];
  if (candidates.length < 2) return [];
  const { reading } = outcome;
  const from = new Set();
  const choices = candidates.slice(0, MOST).flatMap((_, candidate) => {
    const other = readingOf(files, { ...NO_CORRECTIONS, candidate });
    const file = other && [...other.weights, ...other.q][0]?.file;
    // Each text is a file with its own tokens and the same heads. Two arrays of a file are no two texts.
    const isText =
      other?.layers === reading.layers &&
      other.heads === reading.heads &&
      other.kind === reading.kind &&
      other.tokens.length > 0 &&
      !from.has(file);
    from.add(file);
    return isText ? [{ candidate }] : [];
  });
  return choices.length > 1 ? choices : [];
}

/**
 * The reading of files with corrections; null if they cannot be read so.
 *
 * @param {Opened['files']} files @param {Corrections} corrections @returns {Reading | null}
 */
export function readingOf(files, corrections) {
  const { outcome } = interpret(files, corrections);
  return outcome && !('refused' in outcome) ? outcome.reading : null;
}
