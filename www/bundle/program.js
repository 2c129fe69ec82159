/** The smallest module there is: the four letters of its magic number and version 1. */
const EMPTY_MODULE = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0);

/**
 * The bytes of the program, from gzip in base64. Refuses with a sentence for the reader where the browser, or the
 * site that the page stands on, would not run it.
 * @param {string} base64
 * @returns {Promise<Uint8Array>}
 */
export async function program(base64) {
  if (typeof WebAssembly === 'undefined') {
    throw new Error('WebAssembly is missing or switched off in this browser.');
  }
  try {
    new WebAssembly.Module(EMPTY_MODULE);
  } catch {
    // An empty module is valid, so only a policy can be against it.
    throw new Error("The content security policy of this site forbids WebAssembly: script-src needs 'wasm-unsafe-eval'.");
  }
  if (typeof DecompressionStream === 'undefined') {
    throw new Error('This browser has no DecompressionStream to unpack the program with; browsers since 2023 have.');
  }
  const packed = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(unpacked).arrayBuffer());
}
