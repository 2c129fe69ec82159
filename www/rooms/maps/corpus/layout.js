/** What a store says about itself: its attribute `heedmap` (docs/corpus.md). */

/** The version of the convention that is read. */
const VERSION = 1;
/** The most bytes of all measures, which are read together. */
const MOST_BYTES = 2 ** 29;

/**
 * @typedef {object} Layout
 * @property {string} model
 * @property {number} texts
 * @property {number} block - how many texts are stored together
 * @property {number} tokens - of the longest text
 * @property {number[]} layers - their numbers in the model
 * @property {number} heads
 * @property {number} keyHeads
 * @property {number} headSize
 * @property {number} sinks - 1 if the first key of weights is a learned sink
 * @property {'qk' | 'weights' | 'open' | 'sequences' | null} keep - `open`: the texts are those of open
 *   files; `sequences`: those of an export of HeadVis
 * @property {string[]} measures
 * @property {Record<string, string>} metadata - how q and k give weights, as in the metadata of a file
 */

/**
 * Why a store cannot be read: the name of a sentence, and its figures.
 *
 * @typedef {keyof import('../../../words/languages.js').Strings['corpus']['problems']} Reason
 */

/** An error with a sentence in the words of the room (`problems`). */
export class StoreError extends Error {
  /** @param {Reason} reason @param {Record<string, string | number>} [figures] */
  constructor(reason, figures = {}) {
    super(reason);
    this.reason = reason;
    this.figures = figures;
  }
}

const isCount = (/** @type {unknown} */ value, least = 0) =>
  Number.isSafeInteger(value) && Number(value) >= least;

/**
 * @param {any} attributes - of the group
 * @returns {Layout}
 * @throws {StoreError} if it is no store of texts, or of another version, or too large
 */
export function layoutOf(attributes) {
  const said = attributes?.heedmap;
  if (said === null || typeof said !== 'object' || !('digest' in said)) throw new StoreError('other');
  if (said.version !== VERSION)
    throw new StoreError('version', { version: String(said.version).slice(0, 20), read: VERSION });
  const { texts, block, tokens, layers, heads, keep, measures, metadata } = said;
  const [keyHeads, headSize, sinks] = [said.key_heads ?? 0, said.head_size ?? 0, said.sinks ?? 0];
  const isList = (/** @type {unknown} */ list, /** @type {string} */ type) =>
    Array.isArray(list) && list.length > 0 && list.every((each) => typeof each === type);
  const isKnown =
    [texts, block, tokens, heads].every((value) => isCount(value, 1)) &&
    [keyHeads, headSize, sinks].every((value) => isCount(value)) &&
    isList(layers, 'number') &&
    isList(measures, 'string') &&
    [null, 'qk', 'weights'].includes(keep ?? null);
  if (!isKnown) throw new StoreError('damaged', { name: 'zarr.json' });
  const bytes = 4 * texts * layers.length * heads * measures.length;
  if (bytes > MOST_BYTES) throw new StoreError('large', { bytes, most: MOST_BYTES });
  const model = typeof said.model === 'string' ? said.model : '';
  const strings = Object.entries(metadata ?? {}).filter(([, value]) => typeof value === 'string');
  return {
    ...{ model, texts, block, tokens, layers, heads, keyHeads, headSize, sinks, measures },
    keep: keep ?? null,
    metadata: Object.fromEntries(strings),
  };
}
