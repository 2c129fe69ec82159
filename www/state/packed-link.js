import { fromBase64Url, toBase64Url } from './base64url.js';
import { MAX_PLAIN } from './fragment-frame.js';
import { BrokenLink } from './fragment-values.js';

/** The maximum number of characters of a link in a URL, written or read. */
export const MAX_LENGTH = 16 * 1024;

/** A link up to this length is not packed, so that it stays readable and is written at once. */
export const SHORT = 2000;

/** The prefix of packed links: the format, then the bytes. No plain link has a parameter of this name. */
const PACKED = 'z=1.';
/**
 * The number of compressed bytes that are inflated at a time, so that a decompression bomb is stopped shortly
 * after the limit.
 */
const PIECE = 256;

/**
 * The shortest form of a link: unchanged, or deflated and in base64 if that is shorter. If the browser cannot
 * deflate, it is unchanged.
 *
 * @param {string} plain - a fragment, without the `#`
 * @returns {Promise<string>}
 */
export async function packLink(plain) {
  if (plain.length <= SHORT || !isSupported('CompressionStream')) return plain;
  const packed =
    PACKED +
    toBase64Url(
      await whole(new Blob([plain]).stream().pipeThrough(new CompressionStream('deflate-raw')), Infinity),
    );
  return packed.length < plain.length ? packed : plain;
}

/** Whether a link is packed. @param {string} link - without the `#` */
export function isPacked(link) {
  return link.startsWith(PACKED);
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
  const bytes = fromBase64Url(link.slice(PACKED.length));
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(
      await whole(inPieces(bytes).pipeThrough(new DecompressionStream('deflate-raw')), MAX_PLAIN),
    );
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
 * A stream of the bytes in small pieces, on request.
 *
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @returns {ReadableStream<Uint8Array<ArrayBuffer>>}
 */
function inPieces(bytes) {
  let place = 0;
  return new ReadableStream(
    {
      pull(stream) {
        if (place < bytes.length) stream.enqueue(bytes.slice(place, place + PIECE));
        else stream.close();
        place += PIECE;
      },
    },
    { highWaterMark: 0 },
  );
}

/**
 * All bytes of a stream.
 *
 * @param {ReadableStream<Uint8Array>} stream @param {number} most @throws {Error} once there are more
 */
async function whole(stream, most) {
  const reader = stream.getReader();
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const parts = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Uint8Array(await new Blob(parts).arrayBuffer());
    size += value.length;
    if (size > most) {
      void reader.cancel().catch(() => {});
      throw new BrokenLink(`more than ${most} bytes`);
    }
    parts.push(/** @type {Uint8Array<ArrayBuffer>} */ (value));
  }
}
