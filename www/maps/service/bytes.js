/**
 * Bytes of a file, read ahead: what stands behind a piece is mostly asked for next. Two windows are held and nothing else, so that a file of gigabytes costs no
 * more than a small one, and many small heads are one read.
 */

/** How many bytes are read at once where more are there. */
const WINDOW = 4 << 20;

/** @typedef {{ need(): { offset: number, length: number } | null, supply(bytes: Uint8Array): void }} Asking - what asks for bytes */
/** @typedef {{ at(offset: number, length: number): Promise<Uint8Array> }} Bytes */

/** @param {Blob} blob @param {number} [size] @returns {Bytes} */
export function bytesOf(blob, size = WINDOW) {
  /** @typedef {{ start: number, end: number, bytes: Promise<Uint8Array> }} Window */
  /** @type {Window | null} */
  let here = null;
  /** @type {Window | null} */
  let next = null;

  /** @param {number} start @param {number} length @returns {Window} */
  function window(start, length) {
    const end = Math.min(start + length, blob.size);
    const bytes = blob.slice(start, end).arrayBuffer().then((buffer) => new Uint8Array(buffer), unreadable);
    // One that was read ahead and is never asked for must not be an error that nobody heard of.
    bytes.catch(() => {});
    return { start, end, bytes };
  }

  return {
    /** Some bytes from a place on: as many as are asked for, or fewer. */
    async at(offset, length) {
      const holds = (/** @type {Window | null} */ each) => each !== null && each.start <= offset && offset < each.end;
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
  throw Object.assign(new Error('The file cannot be read any more: it was moved, changed or taken away since it was opened.'), { class: 'unreadable' });
}

/**
 * Gives what asks for bytes all that it needs.
 *
 * @param {Asking} asking
 * @param {Bytes} bytes
 * @param {(need: { offset: number, length: number }) => Promise<void> | void} before - each piece: it may throw
 */
export async function feed(asking, bytes, before) {
  for (let need = asking.need(); need; need = asking.need()) {
    await before(need);
    asking.supply(await bytes.at(need.offset, Math.min(need.length, WINDOW)));
  }
}
