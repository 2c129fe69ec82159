import { plain } from './instance.js';
import { bindings, guarded } from './maps-instance.js';
/** @import { Corrections, Interpretation, ListedFile } from './interpretation-types.js' */

/**
 * Interprets files as layers and heads, by their names, shapes, tokens and metadata.
 *
 * @param {ListedFile[]} files - the listings of the files
 * @param {Partial<Corrections>} [corrections] - the reader's corrections of the interpretation
 * @returns {Interpretation}
 */
export function interpret(files, corrections = {}) {
  const [listed, corrected] = [plain(files, 'the files', 6), plain(corrections, 'the corrections')];
  return guarded(() => /** @type {any} */ (bindings.interpret(listed, corrected)));
}
