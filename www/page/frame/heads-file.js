import { KEPT } from '../../rooms/maps/called.js';
import { unpacked } from './packed.js';
import { tensorsFile, widened } from './tensors-file.js';
/** @import { PackedFile, SavedHeads } from './payload.js' */

/**
 * Saved heads as a file for the Maps room: a .safetensors, which can also contain tokens.
 *
 * @param {SavedHeads} saved
 * @returns {File}
 */
export function headsFile(saved) {
  const { name, shape, bits } = saved;
  const numbers = bytesOf(saved.base64);
  const data = bits === 8 ? widened(numbers, saved) : numbers;
  const metadata = Object.fromEntries(
    Object.entries({ tokens: saved.tokens, query_tokens: saved.queryTokens, [KEPT]: saved.sources ?? [] })
      .filter(([, list]) => list.length > 0)
      .map(([name, list]) => [name, JSON.stringify(list)]),
  );
  return tensorsFile(name, metadata, [{ name: 'attention', shape, bits, data }]);
}

/**
 * Unpacks a file: as it was, or as a .safetensors with its tensors.
 *
 * @param {PackedFile} file
 * @param {() => Promise<ArrayBuffer>} received - the numbers that are not in the page
 * @returns {Promise<File>}
 */
export async function packedFile({ name, tensors, metadata = {}, data }, received) {
  const bytes = await unpacked(data ?? (await received()));
  if (!tensors) return new File([bytes], name);
  let at = 0;
  const parts = tensors.map((tensor) => {
    const { shape, bits } = tensor;
    const length = shape.reduce((all, side) => all * side, bits / 8);
    const own = new Uint8Array(bytes, at, length);
    at += length;
    return { name: tensor.name, shape, bits, data: bits === 8 ? widened(own, tensor) : own };
  });
  return tensorsFile(name, metadata, parts);
}

/** @param {string} base64 @returns {Uint8Array<ArrayBuffer>} */
function bytesOf(base64) {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}
