/**
 * The bytes of a text in a script: deflated by the build, in base64.
 *
 * @param {string} base64
 * @returns {Promise<ArrayBuffer>}
 */
export function inflate(base64) {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const inflated = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return new Response(inflated).arrayBuffer();
}
