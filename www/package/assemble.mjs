/**
 * Assembles the npm package in the folder on the command line. Run by `cargo xtask npm` after a build.
 *
 * The package has the files under `exports` and `bin` in package.json, the modules that they import, and the
 * scripts that the command writes into files. Sources are copied unchanged; declarations are generated next
 * to them.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { COMMAND_SCRIPTS, ELEMENTS } from '../build/scripts.mjs';
import { attributesDeclaration } from './jsx.mjs';
import { manifest as elements } from './manifest.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
if (!process.argv[2]) throw new Error('Name a folder to write to.');
const folder = resolve(process.argv[2]);

// The checkout is private, so that it is not published instead of the package.
const {
  devDependencies,
  private: isPrivate,
  scripts,
  ...manifest
} = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
const targets = Object.values(manifest.exports).flatMap((target) =>
  typeof target === 'string' ? [target.slice(2)] : target.default ? [target.default.slice(2)] : [],
);
const exported = /** @type {string[]} */ ([...new Set(targets)]);
const programs = exported.filter((file) => file.endsWith('.wasm'));
const commands = /** @type {string[]} */ (Object.values(manifest.bin));
const files = [
  ...programs,
  // Builds of one program for several machines share its bindings.
  ...programs.map((file) => file.replace('_bg.wasm', '.d.ts')).filter((file) => existsSync(join(ROOT, file))),
  'www/pkg/preact.d.ts',
  'www/pkg/strings.d.ts',
  'www/pkg/zarrita.d.ts',
  ...(await withImports(
    await matching(exported.filter((file) => file.startsWith('www/') && file.endsWith('.js'))),
  )),
  ...(await withImports(commands)),
  ...COMMAND_SCRIPTS,
  // <heed-model> fetches it.
  'www/rooms/maps/live/small-model.gguf',
  ...(await sources()).filter((file) => file.endsWith('types.d.ts')),
  'LICENSE-APACHE',
  'LICENSE-MIT',
  'THIRD-PARTY-LICENSES.txt',
];

await rm(folder, { recursive: true, force: true });
for (const file of files) {
  await mkdir(dirname(join(folder, file)), { recursive: true });
  await cp(join(ROOT, file), join(folder, file));
}
await cp(join(ROOT, 'www/package/README.md'), join(folder, 'README.md'));
await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
await writeFile(join(folder, 'custom-elements.json'), `${JSON.stringify(elements(), null, 2)}\n`);
for (const scripts of ['classic', 'embed'])
  await cp(join(ROOT, 'www/dist', scripts), join(folder, 'classic'), { recursive: true });
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
// Importing an element adds the types of all tags and events. The bindings have `Symbol.dispose`, which older
// TypeScript libraries do not declare.
await prepend('www/define', /^heed-.*\.d\.ts$/, '/// <reference path="./elements-types.d.ts" />');
for (const folder of new Set(Object.values(ELEMENTS).map(dirname))) {
  await prepend(
    `www/${folder}`,
    /^heed-.*\.d\.ts$/,
    `/// <reference path="${relative(folder, 'define/elements-types.d.ts')}" />`,
  );
}
await cp(join(ROOT, 'www/package/jsx'), join(folder, 'www/jsx'), { recursive: true });
await writeFile(join(folder, 'www/jsx/attributes.d.ts'), attributesDeclaration());
await prepend('www/pkg', /\.d\.ts$/, '/// <reference lib="esnext.disposable" />');

/**
 * Inserts a line at the start of the declarations in a folder of the package.
 *
 * @param {string} within
 * @param {RegExp} pattern
 * @param {string} line
 */
async function prepend(within, pattern, line) {
  for (const name of await readdir(join(folder, within))) {
    const path = join(folder, within, name);
    if (pattern.test(name)) await writeFile(path, `${line}\n${await readFile(path, 'utf8')}`);
  }
}

/** The paths of all files of `www`, from the root. */
async function sources() {
  return (await readdir(join(ROOT, 'www'), { recursive: true })).map(
    (file) => `www/${file.split(sep).join('/')}`,
  );
}

/**
 * The files that patterns match. A pattern may have one star for a part of the file name.
 *
 * @param {string[]} patterns
 */
async function matching(patterns) {
  const files = await sources();
  return patterns.flatMap((pattern) => {
    const [before, after] = pattern.split('*');
    if (after === undefined) return [pattern];
    return files.filter(
      (file) => file.startsWith(before) && file.endsWith(after) && !file.slice(before.length).includes('/'),
    );
  });
}

/** The modules and their imports, from the root. @param {string[]} modules */
async function withImports(modules) {
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
