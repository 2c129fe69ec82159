/** Text to ids of tokens and back: by tokenizer.json, or by the header of a GGUF file. */
import { Tokenizer } from '../pkg/tokenizers.js';
import { engineError, messageOf } from './instance.js';
import { json } from './model-files.js';

/**
 * @typedef {object} Vocabulary
 * @property {(text: string) => Uint32Array} encode - with the tokens that belong before and after the text
 * @property {(ids: Iterable<number>) => string[]} tokens - the raw tokens of ids
 */

/**
 * The tokenizer of a folder.
 *
 * @param {Blob} file - `tokenizer.json`
 * @param {Blob | null} config - `tokenizer_config.json`
 * @returns {Promise<Vocabulary>}
 * @throws {Error} with a sentence, if it cannot be used
 */
export async function vocabularyOf(file, config) {
  const [contents, settings] = [await json(file), config ? await json(config) : {}];
  /** @param {unknown} error */
  const unusable = (error) =>
    Object.assign(
      engineError('file', `The tokenizer of this model cannot be used: ${messageOf(error)}.`, error),
      { class: 'tokenizer', figures: null },
    );
  /** @type {Tokenizer} */
  let tokenizer;
  try {
    tokenizer = new Tokenizer(contents, settings);
  } catch (error) {
    throw unusable(error);
  }
  return {
    encode(text) {
      try {
        return Uint32Array.from(tokenizer.encode(text).ids);
      } catch (error) {
        throw unusable(error);
      }
    },
    tokens: (ids) => [...ids].map((id) => tokenizer.id_to_token(id) ?? `[${id}]`),
  };
}
