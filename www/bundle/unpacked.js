import { unpackLzma } from './lzma.js';

/** A program as scripts carry it. @param {string} base64 */
export function unpacked(base64) {
  return unpackLzma(Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)));
}
