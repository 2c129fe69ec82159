/**
 * Reads bytes of a file ahead, because the bytes after a piece are usually needed next. Only two windows are
 * kept, so a file of gigabytes takes no more memory than a small one, and one read serves many small heads.
 */

/** The number of bytes of a read, unless the file ends earlier. */
const WINDOW = 4 << 20;

/** @typedef {{ need(): { offset: number, length: number } | null, supply(bytes: Uint8Array): void }} ByteReader - a reader of the engine, which requests bytes */
/** @typedef {{ at(offset: number, length: number): Promise<Uint8Array> }} Bytes */
/** The numbers of successful and of failed reads. @typedef {{ done: number, failed: number }} Reads */

/** @param {Blob} blob @param {number} [size] @param {Reads} [reads] - counters to update @returns {Bytes} */
export function bytesOf(blob, size = WINDOW, reads = { done: 0, failed: 0 }) {
  /** @typedef {{ start: number, end: number, bytes: Promise<Uint8Array> }} Window */
  /** @type {Window | null} */
  let here = null;
  /** @type {Window | null} */
  let next = null;

  /** @param {number} start @param {number} length @returns {Window} */
  function window(start, length) {
    const end = Math.min(start + length, blob.size);
    const bytes = blob
      .slice(start, end)
      .arrayBuffer()
      .then(
        (buffer) => {
          // A file that was cut off since it was opened gives fewer bytes in some browsers, and an error in others.
          if (buffer.byteLength < end - start) {
            reads.failed += 1;
            return unreadable();
          }
          reads.done += 1;
          return new Uint8Array(buffer);
        },
        () => {
          reads.failed += 1;
          return unreadable();
        },
      );
    // A window that was read ahead and is never used must not cause an unhandled rejection.
    bytes.catch(() => {});
    return { start, end, bytes };
  }

  return {
    /** Bytes from an offset on: the requested number, or fewer. */
    async at(offset, length) {
      const holds = (/** @type {Window | null} */ each) =>
        each !== null && each.start <= offset && offset < each.end;
      if (!holds(here)) {
        const goesOn = here?.end === offset;
        here = holds(next) ? next : window(offset, Math.max(length, size));
        next = goesOn && here && here.end < blob.size ? window(here.end, size) : null;
      }
      const { start, bytes } = /** @type {Window} */ (here);
      try {
        return (await bytes).subarray(offset - start, offset - start + length);
      } catch (error) {
        // The file may be readable again at the next attempt.
        here = next = null;
        throw error;
      }
    },
  };
}

/** @returns {never} */
function unreadable() {
  throw Object.assign(
    new Error('The file cannot be read any more: it was moved, changed or taken away since it was opened.'),
    { class: 'unreadable' },
  );
}

/** The maximum number of bytes that one call of the engine parses or inflates, so that calls stay short. */
const AT_ONCE = 128 << 10;

/**
 * Supplies all requested bytes.
 *
 * @param {ByteReader} reader
 * @param {Bytes} bytes
 * @param {(need: { offset: number, length: number }) => Promise<void> | void} before - called before each read; it may throw
 * @param {() => Promise<void> | void} [between] - called between two calls of the engine for the same read; it may throw
 */
export async function feed(reader, bytes, before, between = () => {}) {
  for (let need = reader.need(); need; need = reader.need()) {
    await before(need);
    const piece = await bytes.at(need.offset, Math.min(need.length, WINDOW));
    reader.supply(piece.subarray(0, AT_ONCE));
    for (let at = AT_ONCE; at < piece.length && reader.need()?.offset === need.offset + at; at += AT_ONCE) {
      await between();
      reader.supply(piece.subarray(at, at + AT_ONCE));
    }
  }
}
