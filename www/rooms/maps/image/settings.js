import { int } from '../../../state/fields.js';
import { tuple } from '../../../state/compound-fields.js';

/** The most columns and rows of patches, and tokens before them. */
export const LIMITS = Object.freeze({ side: 512, before: 2 ** 18 });

/**
 * Where the patches of a picture are among the tokens: row by row from the top left, after some other tokens.
 *
 * @typedef {{ columns: number, rows: number, before: number }} Grid
 */

/** The grid that the reader gave; null for the recognized one. In links: `columns:rows:before`. */
export const gridField = tuple({
  columns: int(1, LIMITS.side),
  rows: int(1, LIMITS.side),
  before: LIMITS.before,
})
  .optional()
  .undoable()
  .attribute(null);
