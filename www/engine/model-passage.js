/** The text that stands in for a part that is resampled. */
/** @import { LanguageModel } from './model.js' */

/** The opening of Jane Austen's "Pride and Prejudice", 1813, which is in the public domain. */
export const PASSAGE =
  'It is a truth universally acknowledged, that a single man in possession of a good fortune, must be in want of a ' +
  'wife. However little known the feelings or views of such a man may be on his first entering a neighbourhood, this ' +
  'truth is so well fixed in the minds of the surrounding families, that he is considered as the rightful property ' +
  'of some one or other of their daughters. "My dear Mr. Bennet," said his lady to him one day, "have you heard that ' +
  'Netherfield Park is let at last?" Mr. Bennet replied that he had not. "But it is," returned she; "for Mrs. Long ' +
  'has just been here, and she told me all about it." Mr. Bennet made no answer.';

/**
 * The ids of a text with a number of tokens, for the resampled ablation of another text: the beginning of the
 * opening of "Pride and Prejudice", repeated if it is too short.
 *
 * A model without a tokenizer gets the ids of `text` in reverse order.
 *
 * @param {LanguageModel} model
 * @param {ArrayLike<number>} text - the ids of the text whose parts are replaced
 * @returns {number[]}
 */
export function resampled(model, text) {
  const ids = model.facts.hasTokenizer ? [...model.encode(PASSAGE)] : [];
  return Array.from({ length: text.length }, (_, at) =>
    ids.length > 0 ? ids[at % ids.length] : text[text.length - 1 - at],
  );
}
