import { interpret } from '../../../engine/maps.js';
/** @import { Corrections, Interpretation, Opened } from '../types.js' */

/**
 * The last interpretation of files.
 *
 * @type {WeakMap<Opened['files'], { key: string, found: Interpretation }>}
 */
const last = new WeakMap();

/**
 * The interpretation of open files with corrections. The last one is kept, because views ask for it in every
 * frame.
 *
 * @param {Opened} opened @param {Corrections} corrections
 */
export function interpreted(opened, corrections) {
  const key = JSON.stringify(corrections);
  const known = last.get(opened.files);
  if (known?.key === key) return known.found;
  const found = interpret(opened.files, corrections);
  last.set(opened.files, { key, found });
  return found;
}
