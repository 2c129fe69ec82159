import { KEPT } from '../../rooms/maps/head/kept-key.js';
/** @import { SavedHeads } from './given.js' */

/** In 8 bits, what is missing. */
const MISSING = 255;

/**
 * Saved heads as the file that the Maps room reads: a .safetensors, because it has place for tokens too.
 *
 * @param {SavedHeads} saved
 * @returns {File}
 */
export function headsFile(saved) {
  const numbers = bytesOf(saved.base64);
  const data = saved.bits === 8 ? widened(numbers, saved) : numbers;
  const metadata = Object.fromEntries(
    Object.entries({ tokens: saved.tokens, query_tokens: saved.queryTokens, [KEPT]: saved.sources ?? [] })
      .filter(([, list]) => list.length > 0)
      .map(([name, list]) => [name, JSON.stringify(list)]),
  );
  const dtype = saved.bits === 16 ? 'F16' : 'F32';
  const text = JSON.stringify({
    __metadata__: metadata,
    attention: { dtype, shape: saved.shape, data_offsets: [0, data.byteLength] },
  });
  const header = new TextEncoder().encode(text);
  // The header is filled up with spaces, so that the numbers begin at a multiple of 8.
  const beginning = new Uint8Array(8 + Math.ceil(header.length / 8) * 8).fill(32);
  new DataView(beginning.buffer).setBigUint64(0, BigInt(beginning.length - 8), true);
  beginning.set(header, 8);
  return new File([beginning, data], saved.name);
}

/** Numbers of 8 bits in 32. @param {Uint8Array} numbers @param {SavedHeads} saved */
function widened(numbers, { low, step }) {
  const view = new DataView(new ArrayBuffer(4 * numbers.length));
  numbers.forEach((number, place) =>
    view.setFloat32(4 * place, number === MISSING ? NaN : low + step * number, true),
  );
  return view.buffer;
}

/** @param {string} base64 @returns {Uint8Array<ArrayBuffer>} */
function bytesOf(base64) {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}
