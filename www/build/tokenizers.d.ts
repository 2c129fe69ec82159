/** The class of @huggingface/tokenizers that the engine uses. See vendor.mjs. */

/** A tokenizer from the contents of `tokenizer.json` and `tokenizer_config.json`. */
export class Tokenizer {
  constructor(tokenizer: object, config: object);
  encode(text: string): { ids: number[] };
  id_to_token(id: number): string | undefined;
}
