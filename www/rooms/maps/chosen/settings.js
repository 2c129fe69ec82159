import { custom } from '../../../state/fields.js';
import { BrokenLink, integer } from '../../../state/fragment-values.js';

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
  /** @param {string} text @returns {readonly Head[]} */
  const read = (text) => {
    const written = text.split(',');
    if (written.length > MOST_CHOSEN) throw new BrokenLink(text);
    return withoutRepeats(
      written.map((each) => {
        const [layer, head, ...rest] = each.split(':');
        if (head === undefined || rest.length > 0) throw new BrokenLink(text);
        return { layer: integer(layer, 0, layers - 1), head: integer(head, 0, heads - 1) };
      }),
    );
  };
  return custom({
    type: 'string',
    read,
    write: (/** @type {readonly Head[]} */ chosen) => chosen.map(nameOf).join(','),
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

/** A head in a link. @param {Head} head */
const nameOf = ({ layer, head }) => `${layer}:${head}`;

/** @param {readonly Head[]} heads */
const withoutRepeats = (heads) =>
  heads.filter((head, at) => heads.findIndex((each) => isSame(each, head)) === at);

/** @param {Head} a @param {Head} b */
export const isSame = (a, b) => a.layer === b.layer && a.head === b.head;
