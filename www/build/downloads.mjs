/**
 * The downloads of the Embed room: the scripts for other pages with their sizes, and the files of the folder
 * that `cargo xtask dist` writes.
 */
import { readdir, readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { WWW } from './scripts.mjs';

/** The folders of `dist` with scripts for other pages, next to index.html in the served folder. */
const FOLDERS = ['embed/', 'classic/'];
const PAGES = ['index.html', 'embed.html'];
const LICENSES = ['LICENSE-APACHE', 'LICENSE-MIT', 'THIRD-PARTY-LICENSES.txt'];

/** @typedef {{ scripts: Record<string, { bytes: number, gzipped: number }>, files: string[], gzipped: number }} Downloads - paths are relative to where Heedmap is served */

/**
 * Measures the built files. The script of the Embed room contains these numbers, so its own size may be
 * missing or outdated; it is small.
 *
 * @returns {Promise<Downloads>}
 */
export async function downloads() {
  const scripts = await scriptSizes(FOLDERS);
  const linked = [];
  for (const page of PAGES) {
    const text = await readFile(`${WWW}../${page}`, 'utf8');
    linked.push(...[...text.matchAll(/(?:src|href)="([^"#:]+)"/g)].map(([, path]) => path));
  }
  const page = [...new Set([...PAGES, ...LICENSES, ...linked])];
  const others = await Promise.all(page.map((path) => sizes(`../${path}`)));
  return {
    scripts,
    files: [...page, ...Object.keys(scripts)],
    gzipped: [...others, ...Object.values(scripts)].reduce((sum, { gzipped }) => sum + gzipped, 0),
  };
}

/** The sizes of the scripts in folders of `dist`, by their paths in it. */
export async function scriptSizes(folders = ['', ...FOLDERS]) {
  /** @type {Downloads['scripts']} */
  const scripts = {};
  for (const folder of folders)
    for (const name of (await readdir(`${WWW}dist/${folder}`)).sort())
      if (name.endsWith('.js')) scripts[folder + name] = await sizes(`dist/${folder}${name}`);
  return scripts;
}

/** @param {string} path - from `www` */
async function sizes(path) {
  const content = await readFile(`${WWW}${path}`).catch(() => new Uint8Array());
  return { bytes: content.length, gzipped: gzipSync(content).length };
}
