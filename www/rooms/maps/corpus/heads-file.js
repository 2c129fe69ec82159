import { safetensors } from '../../../format/safetensors.js';
/** @import { Layout } from './layout.js' */

/**
 * The heads of a text as a `.safetensors` file, as docs/format.md describes it: q and k, or weights, of each
 * layer, with the rule by which weights follow and the tokens.
 *
 * @param {object} text
 * @param {string} text.name - of the file
 * @param {Layout} text.layout
 * @param {number} text.n - how many tokens it has
 * @param {string[]} text.tokens - empty if the store has none
 * @param {(name: 'q' | 'k' | 'weights', layer: number, sides: [rows: number, columns: number]) => Promise<{ shape: number[], data: Uint16Array | Float32Array }>} text.read
 * @returns {Promise<File>}
 */
export async function headsFile({ name, layout, n, tokens, read }) {
  const { layers, sinks, headSize, keep } = layout;
  const isQk = keep === 'qk';
  const names = isQk ? /** @type {const} */ (['q', 'k']) : /** @type {const} */ (['weights']);
  /** @type {[name: string, shape: number[], data: Uint16Array | Float32Array][]} */
  const tensors = [];
  for (const [place, layer] of layers.entries())
    for (const each of names) {
      const { shape, data } = await read(each, place, [n, isQk ? headSize : sinks + n]);
      tensors.push([`layers.${layer}.${isQk ? each : 'attention'}`, shape, data]);
    }
  const metadata = {
    ...(isQk ? layout.metadata : { model: layout.model }),
    ...(!isQk && sinks > 0 && { sinks: 'first column' }),
    ...(tokens.length > 0 && { tokens: JSON.stringify(tokens) }),
    heedmap: '1',
  };
  return new File([safetensors(tensors, metadata)], name);
}
