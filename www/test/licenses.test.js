/** The licenses of other authors' code, in the files that contain the code. Needs a build. */
import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { run } from '../command/run.mjs';

const ROOT = new URL('../../', import.meta.url);
const PKG = new URL('www/pkg/', ROOT);

/** The crates that panic messages in the programs name, such as `crc 3.4.0`. */
async function cratesInPrograms() {
  const files = (await readdir(PKG)).filter((name) => name.endsWith('.wasm'));
  const texts = await Promise.all(files.map((name) => readFile(new URL(name, PKG), 'latin1')));
  const paths = texts.flatMap((text) => [
    ...text.matchAll(/registry\/src\/[^/]+\/([\w-]+)-(\d+\.\d+\.\d+)\//g),
  ]);
  return new Set(paths.map(([, name, version]) => `${name} ${version}`));
}

/** The packages in modules that are minified, in which esbuild names none. */
const MINIFIED = ['@babel/runtime', '@fontsource/source-sans-3', '@fontsource/source-serif-4', 'jspdf'];

/** The npm packages that esbuild names in the modules of libraries, with their versions. */
async function bundledPackages() {
  const texts = await Promise.all(
    ['preact.js', 'fflate.js', 'tokenizers.js', 'zarrita.js'].map((name) =>
      readFile(new URL(name, PKG), 'utf8'),
    ),
  );
  const names = new Set([
    ...MINIFIED,
    ...texts
      .flatMap((text) => [...text.matchAll(/^\/\/ node_modules\/((?:@[\w-]+\/)?[\w-]+)\//gm)])
      .map(([, name]) => name),
  ]);
  return Promise.all(
    [...names].map(async (name) => {
      const manifest = await readFile(new URL(`node_modules/${name}/package.json`, ROOT), 'utf8');
      return `${name} ${JSON.parse(manifest).version}`;
    }),
  );
}

test('each script for other pages names the file with the licenses', async () => {
  for (const folder of ['embed', 'classic']) {
    const scripts = new URL(`www/dist/${folder}/`, ROOT);
    const names = await readdir(scripts);
    assert.ok(names.length >= 4, folder);
    for (const name of names)
      assert.match(
        (await readFile(new URL(name, scripts), 'utf8')).slice(0, 200),
        /THIRD-PARTY-LICENSES\.txt/,
        name,
      );
  }
});

test('the list of licenses and saved files name each linked crate and bundled package, and contain the texts', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'heedmap-licenses-'));
  try {
    const saved = join(folder, 'mask.html');
    assert.equal(await run(['--mask', 'causal', '-o', saved], { log: () => {}, error: () => {} }), 0);
    const crates = await cratesInPrograms();
    assert.ok(crates.size >= 5, [...crates].join());
    const packages = await bundledPackages();
    assert.deepEqual(packages.map((title) => title.split(' ')[0]).sort(), [
      '@babel/runtime',
      '@fontsource/source-sans-3',
      '@fontsource/source-serif-4',
      '@huggingface/tokenizers',
      '@zarrita/storage',
      'fflate',
      'htm',
      'jspdf',
      'preact',
      'unzipit',
      'zarrita',
    ]);
    for (const file of [new URL('THIRD-PARTY-LICENSES.txt', ROOT), saved]) {
      const text = await readFile(file, 'utf8');
      for (const title of [...crates, ...packages])
        assert.ok(text.includes(`\n  ${title}: `), `${file}: ${title}`);
      for (const line of [
        'TERMS AND CONDITIONS FOR USE, REPRODUCTION, AND DISTRIBUTION',
        'Permission is hereby granted, free of charge, to any person obtaining a copy',
        'Copyright (c) 2015-present Jason Miller',
        'Copyright 2010-2018 Mike Bostock',
        'UNICODE LICENSE V3',
        'SIL OPEN FONT LICENSE Version 1.1',
      ])
        assert.ok(text.includes(line), `${file}: ${line}`);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
});
