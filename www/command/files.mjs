/** Files of the command line, which are read in parts. */
import { openAsBlob } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';

/** @param {string} path */
export const isFolder = (path) =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

/** Opens a file without reading it: its parts are read on demand. @param {string} path */
export async function fileAt(path) {
  // A folder can be opened as a Blob, but not read.
  if (await isFolder(path))
    throw new Error(`${path} is a folder: name the files in it, or run the model in it with --text.`);
  try {
    return new File([await openAsBlob(path)], basename(path));
  } catch (error) {
    throw new Error(`${path} cannot be read.`, { cause: error });
  }
}
