import { bytesOf } from './base64.js';
import { unpackLzma } from './lzma.js';

/** A program as scripts carry it. @param {string} base64 */
export function unpacked(base64) {
  return unpackLzma(bytesOf(base64));
}
