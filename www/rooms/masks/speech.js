import { number, localized } from '../../format/display.js';
import { clip } from '../../format/parse.js';
/** @import { FigureModel } from './types.js' */

const DECIMALS = 4;
/** The maximum length of a clause in speech, in characters. */
const MAX_CLAUSE = 40;

/**
 * The text about the selected cell: whether it is allowed and by which clause; for screen readers, also with
 * its numbers.
 *
 * @param {FigureModel} model
 */
export function spokenCell({ t, state: { rows }, activeCell: { query, key }, row, why }) {
  const words = t.masks;
  const write = (/** @type {number} */ value) => localized(number(value, DECIMALS), t.language);
  const clauses = why.clauses
    .filter(({ decides }) => decides)
    .map((clause) => clip(clause.text, MAX_CLAUSE))
    .join(', ');
  const by = (why.allows ? words.allowedBy : words.forbiddenBy)({ clauses });
  const verdict = rows !== null && query >= rows ? `${by}, ${words.notPlayed}` : by;
  const numbers = why.allows
    ? words.scoreAndWeight({
        score: write(row.masked[key]),
        weight: write(row.weights[key]),
      })
    : words.unmaskedWas({ weight: write(row.unmasked[key]) });
  return { verdict, numbers, aloud: `${words.place({ query, key })}, ${verdict}, ${numbers}` };
}
