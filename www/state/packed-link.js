import { MAX_PLAIN } from './fragment-frame.js';
import { BrokenLink } from './fragment-values.js';

/** The maximum number of characters of a link in a URL, written or read. */
export const MAX_LENGTH = 16 * 1024;

/** Links up to this length are not packed, so that they are readable and are written synchronously. */
export const SHORT = 2000;

/** The prefix of packed links, with the version of the format. No plain link has a parameter `z`. */
const PREFIX = 'z=1.';
/**
 * Compressed bytes are inflated in chunks of this size, so that a decompression bomb stops near the limit.
 */
const CHUNK = 256;

/**
 * Packs a long link: deflated, in base64. It is unchanged if that is shorter, or if the browser cannot
 * deflate.
 *
 * @param {string} plain - a fragment, without the `#`
 * @returns {Promise<string>}
 */
export async function packLink(plain) {
  if (plain.length <= SHORT || !isSupported('CompressionStream')) return plain;
  const deflated = new Blob([plain]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const packed = PREFIX + toBase64Url(new Uint8Array(await new Response(deflated).arrayBuffer()));
  return packed.length < plain.length ? packed : plain;
}

/** @param {string} link - without the `#` */
export function isPacked(link) {
  return link.startsWith(PREFIX);
}

/**
 * Unpacks a link, if it is packed.
 *
 * @param {string} link - without the `#`
 * @returns {Promise<string>}
 * @throws {BrokenLink} if a packed link is broken, truncated or too long
 */
export async function unpackLink(link) {
  if (!isPacked(link)) return link;
  if (link.length > MAX_PLAIN || !isSupported('DecompressionStream'))
    throw new BrokenLink(link.slice(0, SHORT));
  const bytes = fromBase64Url(link.slice(PREFIX.length));
  try {
    const inflated = inChunks(bytes).pipeThrough(new DecompressionStream('deflate-raw'));
    return new TextDecoder('utf-8', { fatal: true }).decode(await readAll(inflated, MAX_PLAIN));
  } catch {
    throw new BrokenLink(link.slice(0, SHORT));
  }
}

/**
 * Whether the browser supports the stream with raw deflate.
 *
 * @param {'CompressionStream' | 'DecompressionStream'} name
 */
function isSupported(name) {
  try {
    return Boolean(new globalThis[name]('deflate-raw'));
  } catch {
    return false;
  }
}

/**
 * A stream of the bytes in small chunks, on request.
 *
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @returns {ReadableStream<Uint8Array<ArrayBuffer>>}
 */
function inChunks(bytes) {
  let offset = 0;
  return new ReadableStream(
    {
      pull(stream) {
        if (offset < bytes.length) stream.enqueue(bytes.slice(offset, offset + CHUNK));
        else stream.close();
        offset += CHUNK;
      },
    },
    { highWaterMark: 0 },
  );
}

/**
 * Reads all bytes of a stream.
 *
 * @param {ReadableStream<Uint8Array>} stream @param {number} limit @throws {Error} if there are more bytes
 */
async function readAll(stream, limit) {
  const reader = stream.getReader();
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const parts = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Uint8Array(await new Blob(parts).arrayBuffer());
    size += value.length;
    if (size > limit) {
      void reader.cancel().catch(() => {});
      throw new BrokenLink(`more than ${limit} bytes`);
    }
    parts.push(/** @type {Uint8Array<ArrayBuffer>} */ (value));
  }
}

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
