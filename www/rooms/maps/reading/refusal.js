import { interpreted } from './interpreted.js';
import { say } from './messages.js';
/** @import { Strings } from '../../../words/languages.js' */
/** @import { Corrections, Opened } from '../types.js' */

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
