/**
 * Encodes deflated bytes as text, with 13 bits in two characters. Base64 encodes 12 bits in two characters,
 * which makes a figure a tenth larger. The characters are printable ASCII without those that need an escape
 * in JSON, HTML or attributes.
 */
import { inflater } from '../../engine/inflate.js';

/** The characters, by value. */
export const LETTERS = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at))
  .filter((letter) => !'"&<\\'.includes(letter))
  .join('');

/** The bits of a pair of characters, and of a single character at the end. */
const [PAIR, SINGLE] = [13, 6];

/** Bytes whose bits fill whole pairs: texts of parts of this length can be joined. */
const PART = PAIR * 2 ** 13;

/** Encodes bytes, and yields after each part. @param {Uint8Array} bytes @returns {Generator<void, string>} */
export function* letters(bytes) {
  const texts = [];
  for (let start = 0; start < bytes.length; start += PART) {
    texts.push(lettersOf(bytes.subarray(start, start + PART)));
    yield;
  }
  return texts.join('');
}

/** @param {Uint8Array} bytes @returns {string} */
export function lettersOf(bytes) {
  const codes = Uint8Array.from(LETTERS, (letter) => letter.charCodeAt(0));
  const text = new Uint8Array(2 * Math.ceil((8 * bytes.length) / PAIR));
  let [buffer, bits, at] = [0, 0, 0];
  const put = () => {
    const value = buffer & (2 ** PAIR - 1);
    text[at] = codes[value % codes.length];
    text[at + 1] = codes[Math.floor(value / codes.length)];
    at += 2;
    buffer >>>= PAIR;
    bits -= PAIR;
  };
  for (const byte of bytes) {
    buffer |= byte << bits;
    bits += 8;
    if (bits >= PAIR) put();
  }
  if (bits > SINGLE) put();
  else if (bits > 0) {
    text[at] = codes[buffer];
    at += 1;
  }
  return new TextDecoder().decode(text.subarray(0, at));
}

/** @param {string} text @returns {Uint8Array<ArrayBuffer>} */
export function bytesOfLetters(text) {
  const values = new Uint8Array(128);
  for (const [value, letter] of [...LETTERS].entries()) values[letter.charCodeAt(0)] = value;
  const bytes = new Uint8Array((PAIR * (text.length >> 1) + SINGLE * (text.length & 1)) >> 3);
  let [buffer, bits, at] = [0, 0, 0];
  for (let letter = 0; letter < text.length; letter += 2) {
    const isPair = letter + 1 < text.length;
    const first = values[text.charCodeAt(letter)];
    buffer |= (isPair ? first + LETTERS.length * values[text.charCodeAt(letter + 1)] : first) << bits;
    bits += isPair ? PAIR : SINGLE;
    for (; bits >= 8 && at < bytes.length; bits -= 8) {
      bytes[at] = buffer & 255;
      at += 1;
      buffer >>>= 8;
    }
  }
  return bytes;
}

/**
 * Inflates bytes that are encoded as text, or not encoded.
 *
 * @param {string | ArrayBuffer} packed
 * @returns {Response} a large result is best taken as a blob, which is not in the memory of the page's scripts
 */
export function unpacked(packed) {
  const inflated = new Blob([typeof packed === 'string' ? bytesOfLetters(packed) : packed])
    .stream()
    .pipeThrough(inflater());
  return new Response(inflated);
}

/** The bytes that are deflated at a time. */
const PIECE = 2 ** 19;

/**
 * Deflates bytes. Browsers deflate in the thread of the page, which responds between two pieces.
 *
 * @param {Uint8Array<ArrayBuffer>} bytes @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
export async function deflated(bytes) {
  const { readable, writable } = new CompressionStream('deflate-raw');
  const writer = writable.getWriter();
  const packed = new Response(readable).arrayBuffer();
  for (let start = 0; start < bytes.length; start += PIECE) {
    if (start > 0) await new Promise((resume) => setTimeout(resume));
    await writer.write(bytes.subarray(start, start + PIECE));
  }
  await writer.close();
  return new Uint8Array(await packed);
}
