import { zipSync, zlibSync } from '../../format/compress.js';

/** The folder in the archive, as the snippets expect it beside the page. */
export const FOLDER = 'heedmap/';

/**
 * An archive of files from the server of Heedmap.
 *
 * @param {readonly string[]} files
 * @param {string} here - the address of this page
 * @returns {Promise<Blob>}
 * @throws {Error} that names a file that could not be loaded
 */
export async function archive(files, here) {
  const contents = await Promise.all(
    files.map(async (path) => {
      const response = await fetch(new URL(path, here));
      if (!response.ok) throw new Error(`${path} (${response.status})`);
      return /** @type {const} */ ([`${FOLDER}${path}`, new Uint8Array(await response.arrayBuffer())]);
    }),
  );
  return new Blob([zipSync(Object.fromEntries(contents))], { type: 'application/zip' });
}

/** A text, compressed as zlib does and in base64. @param {string} text */
export function packed(text) {
  const bytes = zlibSync(new TextEncoder().encode(text), { level: 9 });
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}
