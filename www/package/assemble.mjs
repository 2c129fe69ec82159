/**
 * Puts the npm package together in the folder that the command line names. Run by `cargo xtask npm` after a build.
 *
 * What can be imported or run is what package.json names under `exports` and `bin`, and what that imports; with the command go the scripts that it writes into files. Sources
 * go as they are; declarations are written beside them.
 */
import { execFileSync } from 'node:child_process';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { EMBEDS } from '../build/embed.mjs';
import { COMMAND_SCRIPTS, ELEMENTS } from '../build/scripts.mjs';
import { writeClassic } from './classic.mjs';
import { manifest as elements } from './manifest.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
if (!process.argv[2]) throw new Error('Where to? Name a folder.');
const folder = resolve(process.argv[2]);

// The checkout is private, so that nobody publishes it in place of the package.
const {
  devDependencies,
  private: isPrivate,
  scripts,
  ...manifest
} = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
const named = [
  ...new Set(
    Object.values(manifest.exports).map((target) =>
      /** @type {string} */ (target.default ?? target).slice(2),
    ),
  ),
];
const programs = named.filter((file) => file.endsWith('.wasm'));
const commands = /** @type {string[]} */ (Object.values(manifest.bin));
const files = [
  ...programs,
  ...programs.map((file) => file.replace('_bg.wasm', '.d.ts')),
  'www/pkg/preact.d.ts',
  ...(await reached(await all(named.filter((file) => file.startsWith('www/') && file.endsWith('.js'))))),
  ...(await reached(commands)),
  ...COMMAND_SCRIPTS,
  ...(await sources()).filter((file) => file.endsWith('types.d.ts')),
  'LICENSE-APACHE',
  'LICENSE-MIT',
];

await rm(folder, { recursive: true, force: true });
for (const file of files) {
  await mkdir(dirname(join(folder, file)), { recursive: true });
  await cp(join(ROOT, file), join(folder, file));
}
await cp(join(ROOT, 'www/package/README.md'), join(folder, 'README.md'));
await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
await writeFile(join(folder, 'custom-elements.json'), `${JSON.stringify(elements(), null, 2)}\n`);
await writeClassic(join(folder, 'classic'));
for (const name of Object.keys(EMBEDS))
  await cp(join(ROOT, `www/dist/embed/${name}.js`), join(folder, `classic/${name}.js`));
execFileSync(
  process.execPath,
  [
    join(ROOT, 'node_modules/typescript/bin/tsc'),
    '--project',
    join(ROOT, 'www/package/declarations.json'),
    '--outDir',
    join(folder, 'www'),
  ],
  { stdio: 'inherit' },
);
// Whoever imports an element knows all tags and events. What bindings give can be disposed of, which older libraries of TypeScript do not know.
await begin('www/elements', /^heed-.*\.d\.ts$/, '/// <reference path="./elements-types.d.ts" />');
for (const folder of new Set(Object.values(ELEMENTS).map(dirname))) {
  await begin(
    `www/${folder}`,
    /^heed-.*\.d\.ts$/,
    `/// <reference path="${relative(folder, 'elements/elements-types.d.ts')}" />`,
  );
}
await begin('www/pkg', /\.d\.ts$/, '/// <reference lib="esnext.disposable" />');

/** Puts a line before everything else in the declarations of a folder. @param {string} within @param {RegExp} which @param {string} line */
async function begin(within, which, line) {
  const names = (await readdir(join(folder, within))).filter((name) => which.test(name));
  for (const name of names)
    await writeFile(
      join(folder, within, name),
      `${line}\n${await readFile(join(folder, within, name), 'utf8')}`,
    );
}

/** Every file of `www`, from the root. */
async function sources() {
  return (await readdir(join(ROOT, 'www'), { recursive: true })).map(
    (file) => `www/${file.split(sep).join('/')}`,
  );
}

/** The files that names stand for, of which each may have one star for a part of a file's name. @param {string[]} names */
async function all(names) {
  const there = await sources();
  return names.flatMap((name) => {
    const [before, after] = name.split('*');
    if (after === undefined) return [name];
    return there.filter(
      (file) => file.startsWith(before) && file.endsWith(after) && !file.slice(before.length).includes('/'),
    );
  });
}

/** The modules and what they import, from the root. @param {string[]} modules */
async function reached(modules) {
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: modules,
    bundle: true,
    format: 'esm',
    platform: 'node',
    outdir: 'out',
    write: false,
    metafile: true,
  });
  return Object.keys(metafile.inputs);
}
