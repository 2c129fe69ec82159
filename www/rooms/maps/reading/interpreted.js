import { interpret } from '../../../engine/maps.js';
import { say } from './messages.js';
/** @import { Strings } from '../../../words/languages.js' */
/** @import { Corrections, Interpretation, Opened } from '../types.js' */

/** The last interpretation of files. @type {WeakMap<Opened, { key: string, found: Interpretation }>} */
const last = new WeakMap();

/**
 * The interpretation of open files with corrections. The last one is kept, because views ask for it in every
 * frame.
 *
 * @param {Opened} opened @param {Corrections} corrections
 */
export function interpreted(opened, corrections) {
  const key = JSON.stringify(corrections);
  const known = last.get(opened);
  if (known?.key === key) return known.found;
  const found = interpret(opened.files, corrections);
  last.set(opened, { key, found });
  return found;
}

/**
 * Why open files cannot be read with corrections, in the reader's language; null if they can.
 *
 * @param {Opened} opened @param {Corrections} corrections @param {Strings} t
 */
export function refusalOf(opened, corrections, t) {
  const { outcome } = interpreted(opened, corrections);
  if (!outcome) return t.links.broken;
  return 'refused' in outcome ? say(outcome.refused, t) : null;
}
