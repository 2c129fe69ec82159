import { custom } from '../../../state/fields.js';
import { BrokenLink, integer } from '../../../state/fragment-values.js';

/** The largest number of a text, and of letters in the name of a store. */
const [MOST_TEXTS, MOST_LETTERS] = [2 ** 31 - 2, 255];

/**
 * The store of texts that is shown, and the open text; null if all of them are shown.
 *
 * @typedef {{ name: string, text: number | null }} CorpusChoice
 */

/** In links: the number of the text, if one is open, and the name of the store. */
export const corpusField = custom({
  /** @returns {CorpusChoice} */
  read(written) {
    const colon = written.indexOf(':');
    const name = written.slice(colon + 1);
    if (colon < 0 || name === '' || name.length > MOST_LETTERS) throw new BrokenLink(written);
    return { name, text: colon === 0 ? null : integer(written.slice(0, colon), 0, MOST_TEXTS) };
  },
  write: ({ name, text }) => `${text ?? ''}:${name}`,
})
  .optional()
  .undoable()
  .attribute(null);

/** The name of a store in a state. A lone surrogate cannot be encoded in a link. @param {string} name */
export const nameInState = (name) => name.slice(0, MOST_LETTERS).replace(/\p{Surrogate}/gu, '\ufffd');
