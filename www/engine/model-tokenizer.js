/** Text to ids of tokens and back: by tokenizer.json, or by the header of a GGUF file. */
import { Tokenizer } from '../pkg/tokenizers.js';
import { messageOf } from './instance.js';
import { json, refused } from './model-files.js';

/**
 * @typedef {object} Vocabulary
 * @property {(text: string) => Uint32Array} encode - with the tokens that belong before and after the text
 * @property {(ids: Iterable<number>) => string[]} tokens - the raw tokens of ids
 * @property {number} own - the number of tokens of the vocabulary: its largest id and 1
 * @property {number} added - the number of further ids of tokens that were added to it
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
    refused(`The tokenizer of this model cannot be used: ${messageOf(error)}.`, 'tokenizer', error);
  /** @type {Tokenizer} */
  let tokenizer;
  try {
    tokenizer = new Tokenizer(contents, settings);
  } catch (error) {
    throw unusable(error);
  }
  const own = sizeOf(Object.values(contents.model?.vocab ?? {}));
  const all = sizeOf(
    (contents.added_tokens ?? []).map((/** @type {{ id: unknown }} */ { id }) => id),
    own,
  );
  return {
    own,
    added: all - own,
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

/** The largest id and 1. @param {unknown[]} ids @param {number} [least] */
const sizeOf = (ids, least = 0) =>
  ids.reduce(
    (/** @type {number} */ most, id) => (Number.isSafeInteger(id) ? Math.max(most, Number(id) + 1) : most),
    least,
  );
