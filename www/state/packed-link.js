import { fromBase64Url, toBase64Url } from './base64url.js';
import { MAX_PLAIN } from './fragment-frame.js';
import { BrokenLink } from './fragment-values.js';

/** The most characters that an address is given, and the most that are read of one. */
export const MAX_LENGTH = 16 * 1024;

/** Up to so many characters a link stays as it is: it can be read by people, and is written at once. */
export const SHORT = 2000;

/** What packed links begin with: the way in which they are packed, then the bytes. No plain link has a parameter of that name. */
const PACKED = 'z=1.';
/** Compressed bytes are inflated so many at a time, so that little more than what fits comes of a text that was made to be large. */
const PIECE = 256;

/**
 * A link as short as it gets: itself, or deflated and in base64 where that is shorter. Where the browser cannot deflate, it stays as it is.
 *
 * @param {string} plain - a fragment, without the `#`
 * @returns {Promise<string>}
 */
export async function packLink(plain) {
  if (plain.length <= SHORT || !isAble('CompressionStream')) return plain;
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
 * The plain link of one that may be packed.
 *
 * @param {string} link - without the `#`
 * @returns {Promise<string>}
 * @throws {BrokenLink} when a packed link is broken, cut off, or would be longer than any that is written
 */
export async function unpackLink(link) {
  if (!isPacked(link)) return link;
  if (link.length > MAX_PLAIN || !isAble('DecompressionStream')) throw new BrokenLink(link.slice(0, SHORT));
  const bytes = fromBase64Url(link.slice(PACKED.length));
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(
      await whole(inPieces(bytes).pipeThrough(new DecompressionStream('deflate-raw')), MAX_PLAIN),
    );
  } catch {
    throw new BrokenLink(link.slice(0, SHORT));
  }
}

/** Whether the browser has the stream, and knows deflate without a header. @param {'CompressionStream' | 'DecompressionStream'} name */
function isAble(name) {
  try {
    return Boolean(new globalThis[name]('deflate-raw'));
  } catch {
    return false;
  }
}

/** Gives the bytes a few at a time, as they are asked for. @param {Uint8Array<ArrayBuffer>} bytes @returns {ReadableStream<Uint8Array<ArrayBuffer>>} */
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

/** All bytes of a stream. @param {ReadableStream<Uint8Array>} stream @param {number} most @throws {Error} once there are more */
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
