/** The ids of texts. */
/** @import { LanguageModel } from '../../../engine/model.js' */

/**
 * The ids of a text. A model without a tokenizer takes the ids themselves.
 *
 * @param {LanguageModel} model @param {string} text
 */
export function idsOf(model, text) {
  const isIds = /^\s*\d+([\s,]+\d+)*[\s,]*$/.test(text);
  if (model.facts.hasTokenizer) return [...model.encode(text)];
  if (isIds)
    return text
      .split(/[\s,]+/)
      .filter(Boolean)
      .map(Number);
  if (text.trim() === '') return [];
  throw (
    model.tokenizerProblem ??
    Object.assign(new Error('there is no tokenizer'), { class: 'no_tokenizer', figures: null })
  );
}
