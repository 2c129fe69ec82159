/**
 * Builds the classic scripts of the package: one for each element with its program, for pages without modules
 * and for `file://`.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { elementsScript } from '../build/embed.mjs';

/** The elements of each script. @type {Record<string, string[]>} */
const CLASSIC = {
  'heed-contrast': ['heed-map', 'heed-contrast'],
  'heed-heads': ['heed-heads'],
  'heed-lesson': ['heed-map', 'heed-lesson'],
  'heed-map': ['heed-map'],
  'heed-mask': ['heed-mask'],
  'heed-model': ['heed-model'],
};

/**
 * The text of an element's script.
 *
 * @param {string} name
 */
export const classic = (name) => elementsScript(name, CLASSIC[name]);

/** Writes the scripts of all elements. @param {string} folder - created if missing */
export async function writeClassic(folder) {
  await mkdir(folder, { recursive: true });
  for (const name of Object.keys(CLASSIC)) await writeFile(join(folder, `${name}.js`), await classic(name));
}
