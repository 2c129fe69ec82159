/** The files of a store: in a dropped folder, or in an archive. Only what is asked for is read. */
import { ZipFileStore } from '../../../format/zarr.js';
/** @import { ReadableStore } from '../../../format/zarr.js' */

/**
 * A dropped folder, or an archive.
 *
 * @typedef {{ name: string, folder: FileSystemDirectoryEntry } | { name: string, archive: Blob }} StoreSource
 */

/**
 * What zarrita reads a store from. A path begins with a slash; what is not there is undefined.
 *
 * @typedef {Required<ReadableStore>} StoreBytes
 */

/** @param {StoreSource} source @returns {StoreBytes} */
export function bytesOf(source) {
  const bytes = 'folder' in source ? inFolder(source.folder) : inArchive(source.archive);
  return {
    get: async (path) => {
      const found = await bytes.get(path);
      return found && path.endsWith('/zarr.json') ? withBits(found) : found;
    },
    getRange: (path, range) => bytes.getRange(path, range),
  };
}

/** @param {FileSystemDirectoryEntry} folder @returns {StoreBytes} */
function inFolder(folder) {
  /** @param {string} path @returns {Promise<File | undefined>} */
  const file = (path) =>
    new Promise((found, failed) => {
      folder.getFile(
        path.slice(1),
        {},
        (entry) => /** @type {FileSystemFileEntry} */ (entry).file(found, failed),
        // A chunk that is not there has the fill value.
        (error) => (error.name === 'NotFoundError' ? found(undefined) : failed(error)),
      );
    });
  return {
    get: async (path) => bytesIn(await file(path)),
    getRange: async (path, range) => {
      const whole = await file(path);
      return 'suffixLength' in range
        ? bytesIn(whole?.slice(-range.suffixLength))
        : bytesIn(whole?.slice(range.offset, range.offset + range.length));
    },
  };
}

/** @param {Blob | undefined} blob */
const bytesIn = async (blob) => blob && new Uint8Array(await blob.arrayBuffer());

/**
 * An archive of a store, or of the folder that is one.
 *
 * @param {Blob} archive @returns {StoreBytes}
 */
function inArchive(archive) {
  return ZipFileStore.fromBlob(archive, {
    transformEntries(entries) {
      const names = Object.keys(entries);
      const top = `${(names[0] ?? '').split('/')[0]}/`;
      if (names.some((name) => !name.startsWith(top))) return entries;
      return Object.fromEntries(names.map((name) => [name.slice(top.length), entries[name]]));
    },
  });
}

/**
 * The description of an array with the bits of its 16-bit floats as whole numbers: they go into a file as
 * they are, and not all browsers have such floats.
 *
 * @param {Uint8Array} description
 */
function withBits(description) {
  const text = new TextDecoder().decode(description);
  if (!text.includes('float16')) return description;
  const array = JSON.parse(text);
  if (array.data_type !== 'float16') return description;
  return new TextEncoder().encode(JSON.stringify({ ...array, data_type: 'uint16', fill_value: 0 }));
}
