/**
 * The bytes of a gzipped, base64-written module.
 * @param {string} base64
 * @returns {Promise<Uint8Array>}
 */
export async function inflate(base64) {
  if (typeof DecompressionStream === 'undefined') {
    throw new Error('This browser cannot unpack the program (it has no DecompressionStream). Browsers since 2023 can.');
  }
  const packed = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(unpacked).arrayBuffer());
}
