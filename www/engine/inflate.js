/**
 * Decodes and inflates a file that the build put into a script.
 *
 * @param {string} base64
 * @returns {Promise<ArrayBuffer>}
 * @throws {Error} with a sentence, if the browser cannot inflate
 */
export async function inflate(base64) {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(inflater())).arrayBuffer();
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
