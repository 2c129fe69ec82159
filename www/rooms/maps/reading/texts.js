/** The texts of open files: the items of a batch, or files with the same heads. */
import { texts } from '../../../engine/maps.js';
import { NO_CORRECTIONS } from '../state.js';
/** @import { Text } from '../../../engine/maps.js' */
/** @import { Corrections, Opened, Reading } from '../types.js' */

/** @type {WeakMap<Opened['files'], Text[]>} */
const cache = new WeakMap();

/** Keeps that files have one text. @param {Opened['files']} files */
export const keepOne = (files) => void cache.set(files, []);

/** The texts of open files; empty if there is only one. @param {Opened} opened */
export function textsIn(opened) {
  let found = cache.get(opened.files);
  if (!found) cache.set(opened.files, (found = texts(opened.files, NO_CORRECTIONS)));
  return found;
}

/**
 * The corrections that read a text, or the mean over all texts as long as it.
 *
 * @param {Text} text @param {boolean} [isAverage]
 * @returns {Pick<Corrections, 'average'> & Partial<Corrections>}
 */
export const choiceOf = ({ candidate, batch }, isAverage = false) => ({
  ...(candidate !== undefined && { candidate }),
  ...(batch !== undefined && { batch }),
  average: isAverage || null,
});

/** How many texts are as long as the open one. @param {Opened} opened @param {Reading} reading */
export const asLong = (opened, { queries, keys }) =>
  textsIn(opened).filter(({ reading }) => reading.queries === queries && reading.keys === keys).length;
