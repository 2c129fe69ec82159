/**
 * Language models from their files: a GGUF file, or a Hugging Face folder. A model is run layer by layer, and
 * what every head did is kept; see docs/models.md.
 *
 * ```js
 * import { load, open, run, toFile } from 'heedmap/engine/model';
 *
 * await load();
 * const model = await open([file]);
 * const finished = await run(model, { texts: ['Elinor met Jane in Bath; Elinor met'] });
 * finished.weights(2, 2); // (queries, keys) of layer 2, head 2
 * finished.readouts()[0].best; // the ids of the ten likeliest next tokens
 * toFile(finished); // the heads, as a file that the Maps room opens
 * finished.free();
 * ```
 *
 * Files stay where they are: they are read in slices, and the memory holds one layer and what was kept of the
 * texts. Numbers are in 32 bits; logits agree with PyTorch within 1e-4 and weights within 1e-5 for the models
 * of the tests.
 */
import { Handle, bindings, guarded, invalid } from './model-instance.js';
import { modelFiles, nameOf, refused } from './model-files.js';
import { fed, sourceOf } from './model-feed.js';
import { vocabularyOf } from './model-tokenizer.js';
/** @import { Vocabulary } from './model-tokenizer.js' */
/** @import { Runner } from './model-run.js' */

export { load, program, reload } from './model-instance.js';
export { isModel } from './model-files.js';
export { toBytes, toFile } from './model-heads-file.js';
export { FinishedRun, ablate, headEffects, heads, run } from './model-run.js';
export { modelWorkers } from './model-workers.js';
export { lens, patch } from './model-effects.js';
export { PASSAGE, resampled } from './model-passage.js';
export { contentAndPosition, copying, features, headTokens, scores } from './model-circuits.js';
export { successors } from './model-circuits.js';
export { controls, mixedTexts } from './model-controls.js';
export { candidates, chosen, randomOf } from './model-sampling.js';

/**
 * @typedef {bindings.ModelFacts} ModelFacts
 * @typedef {bindings.ModelError} ModelError
 * @typedef {bindings.TokenPiece} TokenPiece
 */

/**
 * An opened model. Its parameters stay in its files. The caller frees it with `free`.
 *
 * @extends {Handle<bindings.LanguageModel>}
 */
export class LanguageModel extends Handle {
  /** @type {Vocabulary | null} */
  #vocabulary;
  /** Why the tokenizer cannot be used. @type {Error | null} */
  #problem;
  /** Runs the model elsewhere, as in Workers (`modelWorkers`); null: on this thread. @type {Runner | null} */
  runner = null;

  /**
   * @param {bindings.LanguageModel} raw
   * @param {string} name
   * @param {Blob[]} files - what another thread needs to run the model
   * @param {ReturnType<typeof sourceOf>} source
   * @param {Vocabulary | Error | null} vocabulary - of a folder
   */
  constructor(raw, name, files, source, vocabulary) {
    super(raw);
    this.name = name;
    this.files = files;
    this.source = source;
    this.#vocabulary = vocabulary instanceof Error ? null : vocabulary;
    this.#problem = vocabulary instanceof Error ? vocabulary : null;
    /** @type {ModelFacts} */
    this.facts = guarded(() => raw.facts());
    if (this.facts.hasTokenizer || this.#problem) return;
    try {
      if (this.#vocabulary) {
        const { own, added } = this.#vocabulary;
        const note = guarded(() => raw.checkVocabulary(own, added));
        if (note) this.facts.notes.push(note);
        this.facts.hasTokenizer = true;
      } else guarded(() => raw.encode(''));
    } catch (error) {
      this.#vocabulary = null;
      // A file without any tokenizer has no problem.
      const { class: kind } = /** @type {ModelError} */ (error);
      if (kind !== 'no_tokenizer') this.#problem = asError(error);
    }
  }

  /** Why the tokenizer cannot be used; null if it can, or if there is none. */
  get tokenizerProblem() {
    return this.#problem;
  }

  /** The object of the bindings. @internal */
  raw() {
    return Handle.raw(LanguageModel, this, 'the model');
  }

  /**
   * The ids of a text, with the tokens that belong before and after it.
   *
   * @param {string} text
   * @returns {Uint32Array}
   * @throws {ModelError} if there is no tokenizer, or it cannot express the text
   */
  encode(text) {
    if (typeof text !== 'string') throw invalid('the text must be a string');
    if (this.#problem) throw this.#problem;
    return this.#vocabulary?.encode(text) ?? guarded(() => this.raw().encode(text));
  }

  /**
   * The raw tokens of ids; their numbers if there is no vocabulary.
   *
   * @param {Iterable<number>} ids
   * @returns {string[]}
   */
  tokens(ids) {
    const list = [...ids];
    if (this.#vocabulary) return this.#vocabulary.tokens(list);
    if (!this.facts.hasTokenizer) return list.map((id) => `[${id}]`);
    return guarded(() => this.raw().tokens(Uint32Array.from(list)));
  }

  /**
   * The texts of tokens. Tokens that share a character are a group, and have the text of the group.
   *
   * @param {Iterable<number>} ids
   * @returns {TokenPiece[]}
   */
  pieces(ids) {
    const raw = this.tokens(ids);
    return guarded(() => bindings.readPieces(raw));
  }
}

/**
 * Opens a model: reads the headers of its files, and checks that its tensors fit its configuration.
 *
 * @param {Iterable<Blob>} files - one GGUF file, or the files of a folder: `config.json`, `.safetensors`,
 *   `tokenizer.json`. Other files are ignored
 * @param {{ signal?: AbortSignal }} [options]
 * @returns {Promise<LanguageModel>}
 * @throws {ModelError} with a sentence, if the files are no model that can be run
 */
export async function open(files, { signal } = {}) {
  const list = Symbol.iterator in Object(files) ? [...files] : [/** @type {any} */ (files)];
  // Files of another frame are no instances of this one's Blob.
  if (list.some((file) => typeof (/** @type {any} */ (file)?.size) !== 'number'))
    throw invalid('the files must be a list of files: [file]');
  const found = modelFiles(list);
  const { name, parameters, config } = found;
  const empty = parameters.find(({ size }) => size === 0);
  if (empty) throw refused(`${nameOf(empty) || name} is empty.`, 'empty');
  const source = sourceOf(parameters);
  const lengths = parameters.map(({ size }) => size);
  const header = config && new Uint8Array(await config.arrayBuffer());
  /** The file whose header is being read; null once all are read. @type {number | null} */
  let at = null;
  const opening = () => {
    const raw = header
      ? bindings.OpeningModel.folder(header, lengths)
      : bindings.OpeningModel.gguf(lengths[0]);
    return {
      need() {
        const need = /** @type {bindings.NeededPart | null} */ (raw.need());
        at = need && need.file;
        return need;
      },
      supply: (/** @type {Uint8Array} */ bytes) => raw.supply(bytes),
      finish: () => raw.finish(),
      free: () => raw.free(),
    };
  };
  const raw = await fed(opening, source, { signal }).catch((error) => {
    // Of several files, the error says which one it is about.
    if (at !== null && parameters.length > 1 && error.kind === 'file' && error.class !== 'gone')
      error.message = `${nameOf(parameters[at])}: ${error.message}`;
    throw error;
  });
  // Ids can be run without a tokenizer, so what is wrong with it is told where a text is encoded.
  const vocabulary =
    found.tokenizer && (await vocabularyOf(found.tokenizer, found.tokenizerConfig).catch(asError));
  const needed = config ? [config, ...parameters] : parameters;
  return new LanguageModel(raw, name, needed, source, vocabulary);
}

/** @param {unknown} error */
const asError = (error) => (error instanceof Error ? error : new Error(String(error)));
