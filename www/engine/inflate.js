/**
 * Decodes and inflates a file that the build put into a script.
 *
 * @param {string} base64
 * @returns {Promise<ArrayBuffer>}
 * @throws {Error} with a sentence, if the browser cannot inflate
 */
export async function inflate(base64) {
  return new Response(new Blob([bytesOf(base64)]).stream().pipeThrough(inflater())).arrayBuffer();
}

/** The bytes that base64 stands for. @param {string} base64 */
export function bytesOf(base64) {
  const letters = atob(base64);
  const bytes = new Uint8Array(letters.length);
  // Ten times as fast as `Uint8Array.from`, for which a phone would take a tenth of a second and more.
  for (let i = 0; i < bytes.length; i += 1) bytes[i] = letters.charCodeAt(i);
  return bytes;
}

/**
 * A stream that inflates.
 *
 * @throws {Error} with a sentence, if the browser cannot inflate
 */
export function inflater() {
  try {
    return new DecompressionStream('deflate-raw');
  } catch (error) {
    throw new Error(
      'This browser is too old for this page: it has no DecompressionStream with the format deflate-raw.',
      { cause: error },
    );
  }
}
