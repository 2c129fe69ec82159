/**
 * Writes a module beside each style sheet of the elements, so that modules import it without a bundler:
 * `<name>.css.js` exports the sheet of `<name>.css`. Git ignores these modules. Run by `vendor.mjs`.
 */
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, relative, sep } from 'node:path';
import { transform } from 'esbuild';
import { WWW } from './scripts.mjs';

/** What the generated modules import. */
const SHEET = 'ui/dom.js';

/** The style sheets of elements, from `www`. The page links to its own. */
export async function styles() {
  return (await sources()).filter((file) => file.endsWith('.css') && !/^(page\.css$|test\/)/.test(file));
}

/** The text of the module of a style sheet. @param {string} file - from `www` */
export async function styleModule(file) {
  const css = await readFile(`${WWW}${file}`, 'utf8');
  const { code } = await transform(css, {
    loader: 'css',
    sourcefile: file,
    minifyWhitespace: true,
    charset: 'utf8',
  });
  const path = relative(dirname(file), SHEET).split(sep).join('/');
  return `// Written by the build from ${basename(file)}.
import { sheetOf } from '${path.startsWith('.') ? path : `./${path}`}';

export default sheetOf(${JSON.stringify(code.trim())});
`;
}

/** Writes the modules of all style sheets, and removes those of deleted ones. */
export async function writeStyles() {
  const modules = new Map((await styles()).map((file) => [`${file}.js`, file]));
  const stale = (await sources()).filter((file) => file.endsWith('.css.js') && !modules.has(file));
  await Promise.all(stale.map((file) => rm(`${WWW}${file}`)));
  await Promise.all(
    [...modules].map(async ([module, file]) => writeFile(`${WWW}${module}`, await styleModule(file))),
  );
}

/** The files of `www` that are not built, from `www`. */
async function sources() {
  const files = (await readdir(WWW, { recursive: true })).map((file) => file.split(sep).join('/'));
  return files.filter((file) => !/^(dist|pkg)\//.test(file)).sort();
}
