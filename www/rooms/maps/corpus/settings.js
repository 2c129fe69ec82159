import { custom } from '../../../state/fields.js';
import { BrokenLink, integer } from '../../../state/fragment-values.js';

/** The largest number of a text, and of letters in the name of a store. */
const [MOST_TEXTS, MOST_LETTERS] = [2 ** 31 - 2, 255];

/**
 * The store of texts that is shown, and the open text; null if all of them are shown. `average`: the mean
 * over all texts as long as it is open.
 *
 * @typedef {{ name: string, text: number | null, average?: boolean }} CorpusChoice
 */

/** Before the number of a text in links: the mean is open. */
const AVERAGE = '~';

/** In links: the number of the text, if one is open, and the name of the store. */
export const corpusField = custom({
  /** @returns {CorpusChoice} */
  read(written) {
    const colon = written.indexOf(':');
    const name = written.slice(colon + 1);
    if (colon < 0 || name === '' || name.length > MOST_LETTERS) throw new BrokenLink(written);
    const average = written.startsWith(AVERAGE);
    const number = written.slice(Number(average), colon);
    const text = number === '' ? null : integer(number, 0, MOST_TEXTS);
    return { name, text, ...(average && { average }) };
  },
  write: ({ name, text, average }) => `${average ? AVERAGE : ''}${text ?? ''}:${name}`,
})
  .optional()
  .undoable()
  .attribute(null);

/** The name of a store or a file in a state: a lone surrogate cannot be in a link. @param {string} name */
export const nameInState = (name) => name.slice(0, MOST_LETTERS).replace(/\p{Surrogate}/gu, '\ufffd');
