import { bytesOf, feed } from './bytes.js';
import { cancelled, isCancelled, isFatal } from './refusals.js';
import { keeping } from './blocks.js';
import { shownName } from '../understand/names.js';
/** @import { FileEntry, Format, Opened, Reading, RefusedFile } from '../types.js' */
/** @import { Task } from './task.js' */
/** @import { Bytes, Reads } from './bytes.js' */

/** @typedef {typeof import('../../../engine/maps.js')} Engine */
/** @typedef {import('../../../engine/maps.js').TensorFile} TensorFile */
/** @typedef {{ id: number, blob: Blob }} Dropped - a file, and the number that the page gave it */
/** @typedef {ReturnType<TensorFile['listing']>} Listing */
/** @typedef {{ name: string, file: TensorFile, listing: Listing, bytes: Bytes }} Open - a file whose tensors can be read */

/** The stored members of an archive of at most so many bytes are held against their checksums before anything of it is shown. */
const SMALL = 64 << 20;

/**
 * The files and the readings that the service has. Of a file its headers are held, or what was text; it is opened when it is first asked for, so that a worker that
 * begins anew goes on with the files that there were.
 *
 * @param {Engine} engine
 */
export function shelf(engine) {
  /** @type {Map<number, { blob: Blob, open: Promise<Open> | null }>} */
  const files = new Map();
  /** @type {(Reading | undefined)[]} */
  const readings = [];
  const blocks = keeping();
  /** @type {Reads} */
  const reads = { done: 0, failed: 0 };

  /** @param {number} id @param {Task} task @returns {Promise<Open>} */
  async function opened(id, task) {
    const entry = files.get(id);
    if (!entry) throw new Error('The file is not open any more.');
    const open = (entry.open ??= openFile(engine, entry.blob, task, reads, () => {}));
    try {
      return await open;
    } catch (error) {
      if (entry.open === open) entry.open = null;
      if (!isCancelled(error)) throw error;
      // It was opened for another request, and that was cancelled.
      task.check();
      return opened(id, task);
    }
  }

  /** @param {number} id */
  function drop(id) {
    files
      .get(id)
      ?.open?.then(({ file }) => file.free())
      .catch(() => {});
    files.delete(id);
    blocks.forget(id);
  }

  return {
    blocks,
    /** Whether files were read, and none could be. */
    isBlind: () => reads.failed > 0 && reads.done === 0,
    opened,
    /** Files that the page has, which are opened when they are asked for. @param {Dropped[]} dropped */
    remember(dropped) {
      for (const { id, blob } of dropped) files.set(id, { blob, open: null });
    },

    /** Opens files, or says why one cannot be opened. Where this is cancelled, none is kept. @param {Dropped[]} dropped @param {Task} task @returns {Promise<Opened>} */
    async open(dropped, task) {
      const found = /** @type {FileEntry[]} */ ([]);
      const refused = /** @type {RefusedFile[]} */ ([]);
      try {
        for (const [index, { id, blob }] of dropped.entries()) {
          const name = nameOf(blob);
          try {
            const open = await openFile(engine, blob, task, reads, (share) =>
              task.tell((index + share) / dropped.length),
            );
            files.set(id, { blob, open: Promise.resolve(open) });
            const { listing } = open;
            found.push({
              ...listing,
              id,
              name,
              bytes: blob.size,
              format: /** @type {Format} */ (listing.format),
            });
          } catch (error) {
            const { class: kind, message } = /** @type {Error & { class?: string }} */ (error);
            if (kind === undefined || isFatal(error)) throw error;
            refused.push({ name, class: kind, text: message });
          }
        }
        task.check();
      } catch (error) {
        for (const { id } of found) drop(id);
        throw error;
      }
      return { files: found, refused };
    },

    /**
     * Holds the stored members of files against their checksums, as far as they were not while they were read.
     *
     * @param {number[]} ids
     * @param {Task} task
     */
    async check(ids, task) {
      for (const id of new Set(ids)) {
        const open = await opened(id, task);
        await checkFile(open, task, (share) => task.tell(share, undefined, 'check')).catch((error) => {
          throw named(error, open);
        });
      }
    },

    /** @param {number[]} ids */
    close(ids) {
      for (const id of ids) drop(id);
    },

    /** @param {number} slot @param {Reading} reading */
    read(slot, reading) {
      readings[slot] = reading;
    },

    end() {
      for (const id of [...files.keys()]) drop(id);
    },

    /** What was read there. @param {number} slot @returns {Reading} */
    reading(slot) {
      const reading = readings[slot];
      if (!reading) throw new Error('Nothing was read that could be looked at.');
      return reading;
    },

    /** Throws where something else was read there in the meantime. @param {number} slot @param {Reading} reading */
    still(slot, reading) {
      if (readings[slot] !== reading) throw cancelled('Something else was read in the meantime.');
    },
  };
}

/** @typedef {ReturnType<typeof shelf>} Shelf */

/**
 * A file as its tensors.
 *
 * @param {Engine} engine
 * @param {Blob} blob
 * @param {Task} task
 * @param {Reads} reads
 * @param {(share: number) => void} tell - how much of the file was looked at
 * @returns {Promise<Open>}
 */
async function openFile(engine, blob, task, reads, tell) {
  const [opening, bytes] = [engine.openFile(blob.size), bytesOf(blob, undefined, reads)];
  let isDone = false;
  let sum = 0;
  try {
    await feed(
      opening,
      bytes,
      ({ offset, length }) => {
        sum = Math.min(blob.size, sum + length);
        tell(offset / blob.size);
        return task.breathe();
      },
      () => task.breathe(),
    );
    task.step({ bytes: sum });
    // The handle is taken over, whether it succeeds or not.
    isDone = true;
    const file = opening.finish();
    try {
      const open = { name: nameOf(blob), file, listing: file.listing(), bytes };
      if (blob.size <= SMALL) await checkFile(open, task, tell);
      return open;
    } catch (error) {
      file.free();
      throw error;
    }
  } finally {
    if (!isDone) opening.free();
  }
}

/** @param {Open} open @param {Task} task @param {(share: number) => void} tell - how much of it was checked */
async function checkFile({ file, bytes }, task, tell) {
  const check = file.check();
  try {
    const all = check.left();
    await feed(
      check,
      bytes,
      () => {
        tell(1 - check.left() / all);
        return task.breathe();
      },
      () => task.breathe(),
    );
    check.finish();
  } finally {
    check.free();
  }
}

/** @param {Blob} blob */
function nameOf(blob) {
  return 'name' in blob ? String(blob.name) : '';
}

/**
 * An error about a tensor, with the names of the file and of the tensor in its sentence.
 *
 * @param {unknown} error
 * @param {Pick<Open, 'name' | 'listing'>} open
 * @param {number} [tensor] - none where the engine names it
 */
export function named(error, { name, listing }, tensor) {
  if (!(error instanceof Error) || !('class' in error)) return error;
  // The engine names the tensor first, in backticks.
  const [, told = '', text = ''] = error.message.match(/^(?:`([^]*?)`: )?([^]*)$/) ?? [];
  const names = [name, tensor === undefined ? told : listing.tensors[tensor].name]
    .filter((each) => each !== '')
    .map(shownName);
  return names.length === 0
    ? error
    : Object.assign(new Error(`${names.join(', ')}: ${text}`), { class: error.class });
}
