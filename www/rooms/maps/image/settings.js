import { custom } from '../../../state/fields.js';
import { BrokenLink, integer } from '../../../state/fragment-values.js';

/** The most columns and rows of patches, and tokens before them. */
export const LIMITS = Object.freeze({ side: 512, before: 2 ** 18 });

/**
 * Where the patches of a picture are among the tokens: row by row from the top left, after some other tokens.
 *
 * @typedef {{ columns: number, rows: number, before: number }} Grid
 */

/** The grid that the reader gave; null for the recognized one. In links: `columns:rows:before`. */
export const gridField = custom({
  /** @returns {Grid} */
  read(text) {
    const [columns, rows, before, ...rest] = text.split(':');
    if (before === undefined || rest.length > 0) throw new BrokenLink(text);
    return {
      columns: integer(columns, 1, LIMITS.side),
      rows: integer(rows, 1, LIMITS.side),
      before: integer(before, 0, LIMITS.before),
    };
  },
  write: ({ columns, rows, before }) => [columns, rows, before].join(':'),
})
  .optional()
  .undoable()
  .attribute(null);
