/**
 * Bytes of a file, read ahead: what stands behind a piece is mostly asked for next. Two windows are held and nothing else, so that a file of gigabytes costs no
 * more than a small one, and many small heads are one read.
 */

/** How many bytes are read at once where more are there. */
const WINDOW = 4 << 20;

/** @typedef {{ need(): { offset: number, length: number } | null, supply(bytes: Uint8Array): void }} Asking - what asks for bytes */
/** @typedef {{ at(offset: number, length: number): Promise<Uint8Array> }} Bytes */
/** How many reads succeeded and failed. @typedef {{ done: number, failed: number }} Reads */

/** @param {Blob} blob @param {number} [size] @param {Reads} [reads] - they are counted here @returns {Bytes} */
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
          reads.done += 1;
          return new Uint8Array(buffer);
        },
        () => {
          reads.failed += 1;
          return unreadable();
        },
      );
    // A window that was read ahead and is never asked for must not become an unhandled rejection.
    bytes.catch(() => {});
    return { start, end, bytes };
  }

  return {
    /** Some bytes from a place on: as many as are asked for, or fewer. */
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
        // The file may be there again when it is asked for again.
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

/** At most so many bytes are parsed or inflated in one call of the engine, so that a call stays short. */
const AT_ONCE = 128 << 10;

/**
 * Supplies all bytes that are asked for.
 *
 * @param {Asking} asking
 * @param {Bytes} bytes
 * @param {(need: { offset: number, length: number }) => Promise<void> | void} before - called before each read; it may throw
 * @param {() => Promise<void> | void} [between] - called between two calls of the engine for the same read; it may throw
 */
export async function feed(asking, bytes, before, between = () => {}) {
  for (let need = asking.need(); need; need = asking.need()) {
    await before(need);
    const piece = await bytes.at(need.offset, Math.min(need.length, WINDOW));
    asking.supply(piece.subarray(0, AT_ONCE));
    for (let at = AT_ONCE; at < piece.length && asking.need()?.offset === need.offset + at; at += AT_ONCE) {
      await between();
      asking.supply(piece.subarray(at, at + AT_ONCE));
    }
  }
}
