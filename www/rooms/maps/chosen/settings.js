import { custom } from '../../../state/fields.js';
import { tuple } from '../../../state/compound-fields.js';
import { BrokenLink } from '../../../state/fragment-values.js';

/** @typedef {{ layer: number, head: number }} Head */

/** The maximum number of chosen heads. */
export const MOST_CHOSEN = 64;

/**
 * The heads that the reader chose to see together, in the order of their choice. In links and as an
 * attribute: `2:9,0:2`.
 *
 * @param {{ layers: number, heads: number }} bounds
 */
export function chosenField({ layers, heads }) {
  const one = tuple({ layer: layers - 1, head: heads - 1 }).kind;
  /** @param {string} text @returns {readonly Head[]} */
  const read = (text) => {
    const written = text.split(',');
    if (written.length > MOST_CHOSEN) throw new BrokenLink(text);
    const all = written.map((each) => one.read(each, null));
    return all.filter((head, at) => all.findIndex((each) => isSame(each, head)) === at);
  };
  return custom({
    type: 'string',
    read,
    write: (/** @type {readonly Head[]} */ chosen) => chosen.map((head) => one.write(head, null)).join(','),
    parse(text) {
      const plain = text.trim().replace(/[\s,]+/g, ',');
      try {
        return plain === '' ? [] : read(plain);
      } catch (error) {
        if (!(error instanceof BrokenLink)) throw error;
        throw new Error(`'${text}' is not a list of at most ${MOST_CHOSEN} heads, such as '2:9 0:2'`, {
          cause: error,
        });
      }
    },
  }).is(/** @type {readonly Head[]} */ (Object.freeze([])));
}

/** @param {Head} a @param {Head} b */
export const isSame = (a, b) => a.layer === b.layer && a.head === b.head;
