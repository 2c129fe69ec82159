import { interpret, isReady } from '../../../engine/maps.js';
/** @import { Corrections, Interpretation, Opened } from '../types.js' */

/**
 * The last interpretation of files.
 *
 * @type {WeakMap<Opened['files'], { key: string, found: Interpretation }>}
 */
const last = new WeakMap();

/**
 * Keeps an interpretation that is known.
 *
 * @param {Opened['files']} files @param {Corrections} corrections @param {Interpretation} found
 */
export const keep = (files, corrections, found) =>
  void last.set(files, { key: JSON.stringify(corrections), found });

/**
 * The interpretation of open files with corrections. The last one is kept, because views ask for it in every
 * frame.
 *
 * @param {Opened} opened @param {Corrections} corrections
 */
export function interpreted(opened, corrections) {
  const key = JSON.stringify(corrections);
  const known = last.get(opened.files);
  // Until the program has arrived, only what is known is shown.
  if (known && (known.key === key || !isReady())) return known.found;
  const found = interpret(opened.files, corrections);
  keep(opened.files, corrections, found);
  return found;
}
