import { zipSync, zlibSync } from '../../format/compress.js';

/** The folder in the archive. The snippets expect it beside the page. */
export const FOLDER = 'heedmap/';

/**
 * A ZIP archive of files from the server of Heedmap.
 *
 * @param {readonly string[]} files
 * @param {string} pageUrl - the address of this page
 * @returns {Promise<Blob>}
 * @throws {Error} that names a file that could not be loaded
 */
export async function archive(files, pageUrl) {
  const contents = await Promise.all(
    files.map(async (path) => {
      const response = await fetch(new URL(path, pageUrl));
      if (!response.ok) throw new Error(`${path} (${response.status})`);
      return /** @type {const} */ ([`${FOLDER}${path}`, new Uint8Array(await response.arrayBuffer())]);
    }),
  );
  return new Blob([zipSync(Object.fromEntries(contents))], { type: 'application/zip' });
}

/** A text in zlib format and base64. @param {string} text */
export function packed(text) {
  const bytes = zlibSync(new TextEncoder().encode(text), { level: 9 });
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}
