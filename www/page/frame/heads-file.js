import { SOURCES_KEY } from '../../rooms/maps/source-name.js';
import { unpacked } from './packed.js';
import { float32Of, tensorsFile } from './tensors-file.js';
/** @import { PackedFile, SavedHeads } from './payload.js' */

/**
 * Saved heads as a file for the Maps room: a .safetensors, which can also contain tokens.
 *
 * @param {SavedHeads} saved
 * @returns {File}
 */
export function headsFile(saved) {
  const { name, shape, bits } = saved;
  const bytes = Uint8Array.from(atob(saved.base64), (letter) => letter.charCodeAt(0));
  const data = bits === 8 ? float32Of(bytes, saved) : bytes;
  const lists = { tokens: saved.tokens, query_tokens: saved.queryTokens, [SOURCES_KEY]: saved.sources ?? [] };
  const metadata = Object.fromEntries(
    Object.entries(lists)
      .filter(([, list]) => list.length > 0)
      .map(([key, list]) => [key, JSON.stringify(list)]),
  );
  return tensorsFile(name, metadata, [{ name: 'attention', shape, bits, data }]);
}

/**
 * Unpacks a file: unchanged, or as a .safetensors with its tensors.
 *
 * @param {PackedFile} file
 * @param {() => Promise<ArrayBuffer>} receive - gets the numbers if they are not in the page
 * @returns {Promise<File>}
 */
export async function packedFile({ name, tensors, metadata = {}, data }, receive) {
  const bytes = await unpacked(data ?? (await receive()));
  if (!tensors) return new File([bytes], name);
  let at = 0;
  const parts = tensors.map((tensor) => {
    const { shape, bits } = tensor;
    const length = shape.reduce((all, side) => all * side, bits / 8);
    const own = new Uint8Array(bytes, at, length);
    at += length;
    return { name: tensor.name, shape, bits, data: bits === 8 ? float32Of(own, tensor) : own };
  });
  return tensorsFile(name, metadata, parts);
}
