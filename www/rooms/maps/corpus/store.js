import { get, open, root, slice } from '../../../format/zarr.js';
import { bytesOf } from './bytes.js';
import { headsFile } from './heads-file.js';
import { headVisIn, openHeadVis } from './headvis.js';
import { layoutOf, StoreError } from './layout.js';
/** @import { StoredArray } from '../../../format/zarr.js' */
/** @import { StoreBytes, StoreSource } from './bytes.js' */
/** @import { Corrections } from '../types.js' */
/** @import { Text } from '../../../engine/maps.js' */
/** @import { Sequences } from './headvis.js' */
/** @import { Layout } from './layout.js' */

/** The length of a text that is not computed. */
const NOT_DONE = -1;

/**
 * A store that `heedmap.corpus` wrote (docs/corpus.md), complete or not, the texts of open files, or an
 * export of HeadVis. Numbers of texts count from 0.
 *
 * @typedef {object} Store
 * @property {string} name
 * @property {Layout} layout
 * @property {Int32Array} lengths - the number of tokens of each text; 0 for an empty one, -1 for one that is
 *   not computed
 * @property {Float32Array} measures - (texts, layers, heads, measures); NaN where there is none
 * @property {number} done - how many texts are computed
 * @property {number} missing - how many of these have no measures, because a part of the store is missing or
 *   damaged
 * @property {(text: number) => Promise<string>} text
 * @property {(text: number) => Promise<File>} heads - q and k or the weights of a text, as docs/format.md
 *   describes such a file; rejected with a `StoreError`
 * @property {Text[]} [choices] - if the texts are those of open files
 * @property {number} [files] - how many files are open
 * @property {(corrections: Corrections, changed: () => void, isCurrent: () => boolean) => void} [follow] - computes
 *   the measures, unless they are known for these corrections; `changed` is called after each text
 * @property {(text: number, by: 1 | -1) => number | null} [beside] - the text before or behind another one, if
 *   these are not simply in order
 * @property {Sequences} [sequences] - of an export of HeadVis: its texts are sequences of one head
 */

/**
 * Opens a store: reads its description, its lengths and its measures.
 *
 * @param {StoreSource} source
 * @returns {Promise<Store>}
 * @throws {StoreError} if it is none, or nothing in it is computed
 */
export async function openStore(source) {
  const bytes = bytesOf(source);
  const base = (await bytes.get('/zarr.json').catch(() => undefined)) ? null : await headVisIn(bytes);
  if (base !== null) return openHeadVis(source.name, bytes, base);
  const group = await groupOf(bytes);
  const layout = layoutOf(group.attrs);
  const { texts, layers, heads, measures: names, keep } = layout;
  const array = (/** @type {string} */ name) => opened(bytes, name);
  const lengths = await lengthsOf(await array('lengths').catch(() => null), layout);
  const done = lengths.filter((length) => length !== NOT_DONE).length;
  if (done === 0) throw new StoreError('nothing', { texts });
  const measured = await array('measures');
  const expected = [texts, layers.length, heads, names.length];
  if (measured.shape.join() !== expected.join())
    throw new StoreError('shape', {
      name: 'measures',
      there: measured.shape.join(' × '),
      expected: expected.join(' × '),
    });
  const { measures, missing } = await measuresOf(measured, layout, lengths);
  const strings = { texts: await array('texts'), tokens: await array('tokens') };
  const text = byBlock(strings.texts, layout.block);
  return {
    ...{ name: source.name, layout, lengths, measures, done, missing },
    text,
    async heads(number) {
      const n = lengths[number];
      if (keep === null) throw new StoreError('noHeads', { name: source.name });
      if (n === 0) throw new StoreError('empty', { text: number });
      const found = await get(strings.tokens, [number, slice(0, n)]).catch(() => null);
      const tokens = /** @type {string[]} */ (found?.data ?? []);
      return headsFile({
        ...{ name: `${source.name}, text ${number}.safetensors`, layout, text: number, n },
        tokens: tokens.some((token) => token !== '') ? [...tokens] : [],
        read: (name, layer, sides) => layerOf(bytes, name, number, layer, sides),
      });
    },
  };
}

/** @param {StoreBytes} bytes */
async function groupOf(bytes) {
  const description = await bytes.get('/zarr.json').catch(() => {
    throw new StoreError('unreadable');
  });
  if (!description)
    throw new StoreError((await bytes.get('/.zgroup').catch(() => undefined)) ? 'zarr2' : 'noZarr');
  try {
    return await open.v3(root(bytes), { kind: 'group' });
  } catch {
    throw new StoreError('damaged', { name: 'zarr.json' });
  }
}

/** @param {StoreBytes} bytes @param {string} name */
async function opened(bytes, name) {
  try {
    return await open.v3(root(bytes).resolve(name), { kind: 'array' });
  } catch {
    throw new StoreError('noArray', { name });
  }
}

/** The blocks of texts. @param {Layout} layout */
const blocksOf = ({ texts, block }) =>
  Array.from({ length: Math.ceil(texts / block) }, (_, at) => ({
    from: at * block,
    to: Math.min(texts, (at + 1) * block),
  }));

/**
 * The lengths of all texts. Texts whose chunk is missing or damaged are not computed.
 *
 * @param {StoredArray | null} array @param {Layout} layout
 */
async function lengthsOf(array, layout) {
  const lengths = new Int32Array(layout.texts).fill(NOT_DONE);
  for (const { from, to } of array ? blocksOf(layout) : []) {
    const found = await get(/** @type {StoredArray} */ (array), [slice(from, to)]).catch(() => null);
    const data = /** @type {Int32Array | undefined} */ (found?.data);
    if (data)
      lengths.set(
        data.map((length) => (length >= 0 && length <= layout.tokens ? length : NOT_DONE)),
        from,
      );
  }
  return lengths;
}

/** @param {StoredArray} array @param {Layout} layout @param {Int32Array} lengths */
async function measuresOf(array, layout, lengths) {
  const each = layout.layers.length * layout.heads * layout.measures.length;
  const measures = new Float32Array(layout.texts * each).fill(NaN);
  for (const { from, to } of blocksOf(layout)) {
    if (lengths.subarray(from, to).every((length) => length <= 0)) continue;
    const found = await get(array, [slice(from, to), null, null, null]).catch(() => null);
    if (found) measures.set(/** @type {Float32Array} */ (found.data), from * each);
  }
  let missing = 0;
  lengths.forEach((length, text) => {
    const own = measures.subarray(text * each, (text + 1) * each);
    // A text that is not computed may have been written in part.
    if (length <= 0) own.fill(NaN);
    // Every head of a text with tokens has an entropy.
    else if (own.every(Number.isNaN)) missing += 1;
  });
  return { measures, missing };
}

/** Reads one text; those of its block are kept. @param {StoredArray} array @param {number} block */
function byBlock(array, block) {
  /** @type {Map<number, Promise<string[]>>} */
  const known = new Map();
  return async (/** @type {number} */ number) => {
    const from = number - (number % block);
    const read = async () => {
      const { data } = await get(array, [slice(from, Math.min(from + block, array.shape[0]))]);
      return /** @type {string[]} */ (data);
    };
    if (!known.has(from))
      known.set(
        from,
        read().catch(() => []),
      );
    return (await known.get(from))?.[number - from] ?? '';
  };
}

/**
 * The numbers of all heads of a layer of a text.
 *
 * @param {StoreBytes} bytes
 * @param {'q' | 'k' | 'weights'} name
 * @param {number} text
 * @param {number} layer
 * @param {[rows: number, columns: number]} sides - without what is after the text
 * @returns {Promise<{ shape: number[], data: Uint16Array | Float32Array }>}
 */
async function layerOf(bytes, name, text, layer, [rows, columns]) {
  const array = await opened(bytes, name);
  const figures = { name, text, layer };
  // A shard that is not there would be read as zeros.
  for (let head = 0; head < array.shape[2]; head += 1) {
    const path = `/${name}/c/${text}/${layer}/${head}/0/0`;
    if (!(await bytes.getRange(path, { offset: 0, length: 1 })))
      throw new StoreError('noShard', { ...figures, head });
  }
  try {
    const found = await get(array, [text, layer, null, slice(0, rows), slice(0, columns)]);
    return { shape: found.shape, data: /** @type {Uint16Array | Float32Array} */ (found.data) };
  } catch {
    throw new StoreError('badShard', figures);
  }
}
