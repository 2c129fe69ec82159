import { BrokenLink } from './fragment-values.js';

/** Encodes bytes in base64 with the characters that are allowed in a URL. @param {Uint8Array} bytes */
export function toBase64Url(bytes) {
  const letters = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  return letters.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/**
 * @param {string} text
 * @throws {BrokenLink} if the text is not valid
 */
export function fromBase64Url(text) {
  if (!/^[\w-]*$/.test(text) || text.length % 4 === 1) throw new BrokenLink(text);
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
    letter.charCodeAt(0),
  );
}
