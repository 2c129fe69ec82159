/** The classic scripts of the package: one an element, each with its program in it, for pages without modules and for `file://`. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { elementsScript } from '../build/embed.mjs';

/** By script: its elements. @type {Record<string, string[]>} */
const CLASSIC = {
  'heed-contrast': ['heed-map', 'heed-contrast'],
  'heed-heads': ['heed-heads'],
  'heed-lesson': ['heed-map', 'heed-lesson'],
  'heed-map': ['heed-map'],
  'heed-mask': ['heed-mask'],
};

/** The script of an element. Where its program cannot start, the element says so in its place. @param {string} name */
export const classic = (name) => elementsScript(name, CLASSIC[name]);

/** Writes the scripts of all elements. @param {string} folder - which is made */
export async function writeClassic(folder) {
  await mkdir(folder, { recursive: true });
  for (const name of Object.keys(CLASSIC)) await writeFile(join(folder, `${name}.js`), await classic(name));
}
