/**
 * Reads a file with read-ahead. Two positions are buffered independently, such as one in the queries and one
 * in the keys, with two windows each. So memory does not depend on the size of the file, and one read serves
 * many small heads.
 */
/** @import { First, Opened, Wanted } from '../types.js' */
/** @import { Task } from './task.js' */

/** The number of bytes of a read, unless the file ends earlier. */
const WINDOW = 4 << 20;
/** The number of buffered positions. */
const PLACES = 2;

/** @typedef {{ offset: number, length: number }} Span */
/**
 * A reader of the engine, which requests bytes.
 *
 * @typedef {{ need(): Span | null, supply(bytes: Uint8Array): void }} ByteReader
 */
/** @typedef {{ at(offset: number, length: number): Promise<Uint8Array>, spans(all: Span[]): Promise<Uint8Array[]> }} Bytes */
/** The numbers of successful and of failed reads. @typedef {{ done: number, failed: number }} Reads */

/**
 * A file whose bytes are in memory, such as the heads of a text that was just run. `known` has what the
 * service would answer if this were its first file, before it has started; null if it has to be computed.
 *
 * @typedef {{ name: string, size: number, held: Uint8Array<ArrayBuffer>, known?: (wanted: Wanted) => (Opened & { first: First }) | null }} HeldFile
 */

/**
 * @param {Blob | HeldFile} file @param {number} [size] @param {Reads} [reads] - counters to update
 * @returns {Bytes}
 */
export function bytesOf(file, size = WINDOW, reads = { done: 0, failed: 0 }) {
  if ('held' in file) {
    const { held } = file;
    const span = (/** @type {number} */ offset, /** @type {number} */ length) =>
      held.subarray(offset, offset + length);
    return {
      at: async (offset, length) => span(offset, length),
      spans: async (all) => all.map(({ offset, length }) => span(offset, length)),
    };
  }
  const blob = file;
  /** @typedef {{ start: number, end: number, bytes: Promise<Uint8Array> }} Window */
  /** @typedef {{ here: Window | null, next: Window | null }} Place */
  /** In order of use, the most recently used place last. @type {Place[]} */
  let places = Array.from({ length: PLACES }, () => ({ here: null, next: null }));

  /** @param {Blob} part @param {number} length */
  async function read(part, length) {
    const buffer = await part.arrayBuffer().catch(() => null);
    // A file that was truncated since it was opened gives fewer bytes in some browsers, an error in others.
    if (!buffer || buffer.byteLength < length) {
      if (!buffer && (await isReadable(part))) throw tooMuch(length);
      reads.failed += 1;
      throw Object.assign(
        new Error(
          'The file cannot be read any more: it was moved, changed or taken away since it was opened.',
        ),
        { class: 'unreadable' },
      );
    }
    reads.done += 1;
    return new Uint8Array(buffer);
  }

  /** @param {number} start @param {number} length @returns {Window} */
  function window(start, length) {
    const end = Math.min(start + length, blob.size);
    const bytes = read(blob.slice(start, end), end - start);
    // A failed read-ahead that nobody uses must not cause an unhandled rejection.
    bytes.catch(() => {});
    return { start, end, bytes };
  }

  return {
    /** Up to `length` bytes from an offset. */
    async at(offset, length) {
      const holds = (/** @type {Window | null} */ each) =>
        each !== null && each.start <= offset && offset < each.end;
      const continues = (/** @type {Place} */ { here }) => here?.end === offset;
      const place =
        places.find((each) => holds(each.here) || holds(each.next) || continues(each)) ?? places[0];
      places = [...places.filter((each) => each !== place), place];
      if (!holds(place.here)) {
        const { next: ahead } = place;
        const here = ahead && holds(ahead) ? ahead : window(offset, Math.max(length, size));
        const next = continues(place) && here.end < blob.size ? window(here.end, size) : null;
        Object.assign(place, { here, next });
      }
      const { start, bytes } = /** @type {Window} */ (place.here);
      try {
        return (await bytes).subarray(offset - start, offset - start + length);
      } catch (error) {
        // The file may be readable again at the next attempt.
        Object.assign(place, { here: null, next: null });
        throw error;
      }
    },
    /** The bytes of several spans, in one read. */
    async spans(all) {
      const parts = all.map(({ offset, length }) => blob.slice(offset, offset + length));
      const bytes = await read(
        new Blob(parts),
        all.reduce((sum, { length }) => sum + length, 0),
      );
      let end = 0;
      return all.map(({ length }) => bytes.subarray(end, (end += length)));
    },
  };
}

/**
 * Whether single bytes of a file can be read where a larger part cannot. Browsers report a lack of memory as
 * they report a file that was changed.
 *
 * @param {Blob} part
 */
async function isReadable(part) {
  try {
    const ends = await Promise.all([part.slice(0, 1), part.slice(-1)].map((end) => end.arrayBuffer()));
    return ends.every(({ byteLength }) => byteLength === 1);
  } catch {
    return false;
  }
}

/** @param {number} length */
function tooMuch(length) {
  const size = length < 1e6 ? `${length} bytes` : `${Math.ceil(length / 1e6)} MB`;
  return Object.assign(
    new Error(
      `The browser has no memory to read ${size} of the file at once: close other files and tabs, or open heads of fewer tokens.`,
    ),
    { class: 'memory' },
  );
}

/** The maximum number of bytes that one call of the engine parses or inflates, so that calls stay short. */
const AT_ONCE = 128 << 10;

/**
 * Supplies all requested bytes.
 *
 * @param {ByteReader} reader
 * @param {Bytes} bytes
 * @param {(need: Span) => Promise<void> | void} before - called before each read; it may throw
 * @param {() => Promise<void> | void} [between] - called between two calls of the engine for the same read;
 *   it may throw
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

/**
 * Supplies all requested bytes and handles other messages in between. If this fails or the request is
 * cancelled, the reader is freed.
 *
 * @param {ByteReader & { free(): void }} reader
 * @param {Bytes} bytes
 * @param {Task} task
 * @param {(need: Span) => void} [before] - called before each read; it may throw
 */
export async function feedOrFree(reader, bytes, task, before = () => {}) {
  const pause = () => task.yieldToOthers();
  try {
    await feed(
      reader,
      bytes,
      (need) => {
        before(need);
        return pause();
      },
      pause,
    );
  } catch (error) {
    reader.free();
    throw error;
  }
}
