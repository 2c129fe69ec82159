/** Computations that ask for bytes of a model's files, which are read in slices, and run in short parts. */
import { guarded, Handle } from './model-instance.js';
import { nextTurn } from './next-turn.js';
import { engineError } from './instance.js';

/**
 * A computation of the bindings: it asks for bytes, then computes in steps if it has any, and then has a
 * result.
 *
 * @template R
 * @typedef {object} Feeding
 * @property {() => any} need - which bytes it needs; null if none
 * @property {(bytes: Uint8Array) => void} supply
 * @property {() => boolean} [step] - whether it is done
 * @property {() => R} finish - takes ownership
 * @property {() => void} free
 */

/**
 * The result of a computation, which runs in short parts.
 *
 * @template R
 * @param {() => Feeding<R>} start
 * @param {ReturnType<typeof sourceOf>} source - of the bytes
 * @param {{ signal?: AbortSignal }} [options]
 * @returns {Promise<R>}
 */
export async function fed(start, source, { signal } = {}) {
  const feeding = new Handle(guarded(start));
  /** @template T @param {(raw: Feeding<R>) => T} use @param {boolean} [isLast] @returns {T} */
  const call = (use, isLast) => guarded(() => use(Handle.raw(Handle, feeding, 'the computation', isLast)));
  try {
    const pace = pacer(signal);
    for (;;) {
      const need = call((raw) => raw.need());
      if (need) {
        const bytes = await source.bytes(need);
        call((raw) => raw.supply(bytes));
      } else if (call((raw) => raw.step?.() ?? true)) return call((raw) => raw.finish(), true);
      await pace();
    }
  } finally {
    feeding.free();
  }
}

/** The milliseconds after which work pauses for other events. */
const SPAN = 12;

/**
 * A function to call between short parts of work. It pauses when enough time has passed, and throws the
 * reason of the signal once the work is cancelled.
 *
 * @param {AbortSignal} [signal]
 * @param {() => number} [now]
 * @returns {() => Promise<void> | undefined}
 */
export function pacer(signal, now = () => performance.now()) {
  let last = now();
  return () => {
    signal?.throwIfAborted();
    if (now() - last < SPAN) return undefined;
    return nextTurn().then(() => {
      last = now();
      signal?.throwIfAborted();
    });
  };
}

/** A file of at most this many bytes is kept in memory after its first use. */
const SMALL = 32 << 20;
/** How many bytes of a larger file are read at once. Parameters are requested in the order of the file. */
const AHEAD = 4 << 20;

/**
 * The files of a model.
 *
 * @param {Blob[]} files
 */
export function sourceOf(files) {
  /** The bytes that were read last, of each file. @type {{ offset: number, bytes: Uint8Array }[]} */
  const kept = files.map(() => ({ offset: 0, bytes: new Uint8Array(0) }));

  /**
   * The bytes of a part, at most those of one read, at once if they are there.
   *
   * @param {{ file: number, offset: number, length: number }} part
   * @returns {Uint8Array | Promise<Uint8Array>}
   */
  function bytes({ file, offset, length }) {
    const there = kept[file];
    const at = offset - there.offset;
    if (at >= 0 && at < there.bytes.length) return there.bytes.subarray(at, at + length);
    return read(file, offset).then((some) => some.subarray(0, length));
  }

  /** Reads on from an offset. @param {number} file @param {number} offset */
  async function read(file, offset) {
    const blob = files[file];
    const isSmall = blob.size <= SMALL;
    const start = isSmall ? 0 : offset;
    const slice = isSmall ? blob : blob.slice(start, start + AHEAD);
    const found = await slice.arrayBuffer().catch((error) => {
      const name = 'name' in blob ? `${blob.name} ` : 'The file ';
      const gone = `${name}can no longer be read: it was moved, changed or deleted.`;
      throw engineError('file', gone, error, 'gone');
    });
    kept[file] = { offset: start, bytes: new Uint8Array(found) };
    return kept[file].bytes.subarray(offset - start);
  }

  /** The number of bytes that are in memory now. */
  const held = () => kept.reduce((sum, { bytes: { length } }) => sum + length, 0);

  /** Whether all files are kept in memory. */
  const isSmall = files.every(({ size }) => size <= SMALL);

  return { bytes, held, isSmall };
}
