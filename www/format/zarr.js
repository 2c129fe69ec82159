/** Stores of Zarr version 3 by zarrita. */
export { get, open, root, slice, ZipFileStore } from '../pkg/zarrita.js';
/** @import { Readable, ZarrArray } from '../pkg/zarrita.js' */
/** @typedef {Readable} ReadableStore */
/** @typedef {ZarrArray} StoredArray */
