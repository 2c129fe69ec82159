import { bytesOf, feedOrFree } from './bytes.js';
import { cancelled, isCancelled, isFatal } from './errors.js';
import { blockCache } from './blocks.js';
import { paddingIn } from './padding.js';
import { withName, withNames } from './read-part.js';
/** @import { FileEntry, Opened, Reading, RefusedFile } from '../types.js' */
/** @import { Task } from './task.js' */
/** @import { HeldFile, Reads } from './bytes.js' */
/** @import { Open } from './read-part.js' */

/** @typedef {typeof import('../../../engine/maps.js')} Engine */
/** A file with its id, which the page assigns. @typedef {{ id: number, blob: Blob | HeldFile }} Dropped */
/**
 * The checksums of stored members are verified before anything is shown, if the archive has at most this many
 * bytes.
 */
const SMALL = 64 << 20;
/** The number of bytes of a narrow read. */
const NARROW = 1 << 14;

/**
 * The files and readings of the service. Only the headers of a file are kept, or its numbers if it was text.
 * A file is opened when it is first needed, so a new worker can continue with the files of the last.
 *
 * @param {Engine} engine
 */
export function fileStore(engine) {
  /** @type {Map<number, { blob: Blob | HeldFile, open: Promise<Open> | null }>} */
  const files = new Map();
  /** @type {(Reading | undefined)[]} */
  const readings = [];
  const blocks = blockCache();
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
      if (!isCancelled(error)) throw withName(error, nameOf(entry.blob));
      // It was opened for another request, which was cancelled.
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
    /** Whether files were read, and no read succeeded. */
    isBlind: () => reads.failed > 0 && reads.done === 0,
    opened,
    /** Adds files, which are opened when they are first needed. @param {Dropped[]} dropped */
    add(dropped) {
      for (const { id, blob } of dropped) files.set(id, { blob, open: null });
    },

    /**
     * Opens files, and lists those that are rejected, with the reason. If the request is cancelled, none is
     * kept.
     *
     * @param {Dropped[]} dropped
     * @param {Task} task
     * @returns {Promise<Opened>}
     */
    async open(dropped, task) {
      const found = /** @type {FileEntry[]} */ ([]);
      const refused = /** @type {RefusedFile[]} */ ([]);
      try {
        for (const [index, { id, blob }] of dropped.entries()) {
          const name = nameOf(blob);
          try {
            const open = await openFile(engine, blob, task, reads, (share) =>
              task.report((index + share) / dropped.length),
            );
            const padding = await paddingIn(open, task);
            files.set(id, { blob, open: Promise.resolve(open) });
            const { listing } = open;
            found.push({
              ...listing,
              id,
              name,
              bytes: blob.size,
              ...(padding ? { padding } : {}),
            });
          } catch (error) {
            const { class: kind, message } = /** @type {Error & { class?: string }} */ (error);
            if (isCancelled(error)) throw error;
            if (kind === undefined || isFatal(error)) throw withName(error, name);
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
     * Verifies the checksums of stored members that reading has not verified yet.
     *
     * @param {number[]} ids
     * @param {Task} task
     */
    async check(ids, task) {
      for (const id of new Set(ids)) {
        const open = await opened(id, task);
        await checkFile(open, task, (share) => task.report(share, undefined, 'check')).catch((error) => {
          throw withNames(error, open);
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

    /** The reading of a slot. @param {number} slot @returns {Reading} */
    reading(slot) {
      const reading = readings[slot];
      if (!reading) throw new Error('Nothing was read that could be looked at.');
      return reading;
    },

    /**
     * Throws if the slot has another reading in the meantime.
     *
     * @param {number} slot @param {Reading} reading
     */
    assertCurrent(slot, reading) {
      if (readings[slot] !== reading) throw cancelled('Something else was read in the meantime.');
    },
  };
}

/** @typedef {ReturnType<typeof fileStore>} FileStore */

/**
 * Opens a file and lists its tensors.
 *
 * @param {Engine} engine
 * @param {Blob | HeldFile} blob
 * @param {Task} task
 * @param {Reads} reads
 * @param {(share: number) => void} report - the share of the file that was read
 * @returns {Promise<Open>}
 */
async function openFile(engine, blob, task, reads, report) {
  const [opening, bytes] = [engine.openFile(blob.size), bytesOf(blob, undefined, reads)];
  let sum = 0;
  await feedOrFree(opening, bytes, task, ({ offset, length }) => {
    sum = Math.min(blob.size, sum + length);
    report(offset / blob.size);
  });
  task.step({ bytes: sum });
  // `finish` frees the handle, whether it succeeds or not.
  const file = opening.finish();
  try {
    const narrow = bytesOf(blob, NARROW, reads);
    const open = { name: nameOf(blob), file, listing: file.listing(), bytes, narrow };
    if (blob.size <= SMALL) await checkFile(open, task, report);
    return open;
  } catch (error) {
    file.free();
    throw error;
  }
}

/**
 * @param {Open} open
 * @param {Task} task
 * @param {(share: number) => void} report - the share that was verified
 */
async function checkFile({ file, bytes }, task, report) {
  const check = file.check();
  const all = check.left();
  await feedOrFree(check, bytes, task, () => report(1 - check.left() / all));
  try {
    check.finish();
  } finally {
    check.free();
  }
}

/** @param {Blob | HeldFile} blob */
function nameOf(blob) {
  return 'name' in blob ? String(blob.name) : '';
}
