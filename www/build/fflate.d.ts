/** The functions of fflate that the page uses. See vendor.mjs. */

/** The files of an archive, by their paths in it. */
export function zipSync(files: Record<string, Uint8Array>): Uint8Array<ArrayBuffer>;

/** Bytes as zlib compresses them. */
export function zlibSync(bytes: Uint8Array, options?: { level: 9 }): Uint8Array<ArrayBuffer>;
