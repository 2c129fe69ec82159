/** Shared by the tests of stores of texts: those of fixtures/corpus, with parts changed or left out. */
import { readFile } from 'node:fs/promises';
import { unzipSync, zipSync } from 'fflate';

const FOLDER = new URL('../../fixtures/corpus/', import.meta.url);

/** What NumPy computes from the stores. @type {Record<'measures' | 'qk' | 'weights', any>} */
export const expected = JSON.parse(await readFile(new URL('expected.json', FOLDER), 'utf8'));

/** @typedef {Record<string, Uint8Array>} StoreFiles */

/** The files of a store. @param {'measures' | 'qk' | 'weights'} name @returns {Promise<StoreFiles>} */
export async function filesOf(name) {
  return unzipSync(new Uint8Array(await readFile(new URL(`${name}.zarr.zip`, FOLDER))));
}

/** @param {StoreFiles} files @returns {Uint8Array<ArrayBuffer>} */
export const archiveOf = (files) => /** @type {any} */ (zipSync(files, { level: 0 }));

/**
 * A store without the files whose paths begin so.
 *
 * @param {StoreFiles} files @param {string[]} starts
 */
export const without = (files, ...starts) =>
  Object.fromEntries(
    Object.entries(files).filter(([path]) => !starts.some((start) => path.startsWith(start))),
  );

/**
 * A store with another attribute `heedmap`.
 *
 * @param {StoreFiles} files @param {object} patch @returns {StoreFiles}
 */
export function withAttributes(files, patch) {
  const group = JSON.parse(new TextDecoder().decode(files['zarr.json']));
  Object.assign(group.attributes.heedmap, patch);
  return { ...files, 'zarr.json': new TextEncoder().encode(JSON.stringify(group)) };
}
