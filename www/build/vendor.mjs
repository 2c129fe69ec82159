/**
 * Writes what the modules of `www` import besides the programs, so that they run without a bundler: Preact
 * and htm as `pkg/preact.js`, fflate, the tokenizers of Hugging Face, jsPDF and zarrita as `pkg/fflate.js`,
 * `pkg/tokenizers.js`, `pkg/jspdf.js` and `pkg/zarrita.js`, whose types are beside this file, the fonts of
 * figures for print (`print-fonts.mjs`), and the style sheets (`styles.mjs`).
 */
import { copyFile, mkdir, readFile } from 'node:fs/promises';
import { build } from 'esbuild';
import { PACKAGES, writePrintFonts } from './print-fonts.mjs';
import { WWW } from './scripts.mjs';
import { writeStyles } from './styles.mjs';

/** The version of a development package. @param {string} name */
async function version(name) {
  return JSON.parse(await readFile(`${WWW}../node_modules/${name}/package.json`, 'utf8')).version;
}

/** Modules that are left out. @param {string[]} names */
const leftOut = (names) => Object.fromEntries(names.map((name) => [name, `${WWW}build/left-out.js`]));

/**
 * Bundles packages into a module of `pkg`.
 *
 * @param {string} name - the name of the module
 * @param {string} licenses - a comment for the start of the module
 * @param {string} contents
 * @param {import('esbuild').BuildOptions} [options]
 */
async function vendor(name, licenses, contents, options = {}) {
  await build({
    ...options,
    stdin: { contents, resolveDir: WWW },
    bundle: true,
    format: 'esm',
    target: 'es2022',
    charset: 'utf8',
    legalComments: 'inline',
    logLevel: 'warning',
    banner: { js: licenses },
    outfile: `${WWW}pkg/${name}.js`,
  });
  await copyFile(`${WWW}build/${name}.d.ts`, `${WWW}pkg/${name}.d.ts`);
}

await writeStyles();
await mkdir(`${WWW}pkg`, { recursive: true });
await vendor(
  'preact',
  `/*! Preact ${await version('preact')}: Copyright (c) 2015-present Jason Miller, MIT License, https://github.com/preactjs/preact/blob/main/LICENSE
 * htm ${await version('htm')}: Copyright 2018 Google Inc., Apache License 2.0,
 * https://www.apache.org/licenses/LICENSE-2.0 */`,
  `
  import { Component, h, render } from 'preact';
  import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
  import htm from 'htm';
  export { Component, render, useLayoutEffect, useMemo, useRef, useState };
  export const html = htm.bind(h);`,
);
await vendor(
  'fflate',
  `/*! fflate ${await version('fflate')}: Copyright (c) 2026 Arjun Barrett, MIT License, https://github.com/101arrowz/fflate/blob/master/LICENSE */`,
  "export { zipSync, zlibSync } from 'fflate/browser';",
);
await vendor(
  'tokenizers',
  `/*! @huggingface/tokenizers ${await version('@huggingface/tokenizers')}: Copyright 2025 Hugging Face, Inc., Apache License 2.0,
 * https://www.apache.org/licenses/LICENSE-2.0 */`,
  "export { Tokenizer } from '@huggingface/tokenizers';",
);
await vendor(
  'zarrita',
  `/*! zarrita ${await version('zarrita')}, @zarrita/storage ${await version('@zarrita/storage')}: Copyright (c) 2020 Trevor Manz, MIT License, https://github.com/manzt/zarrita.js/blob/main/LICENSE
 * unzipit ${await version('unzipit')}: Copyright 2019 Gregg Tavares, MIT License, https://github.com/greggman/unzipit/blob/main/LICENSE.md */`,
  `export { get, open, root, slice } from 'zarrita';
  export { default as ZipFileStore } from '@zarrita/storage/zip';`,
  // Stores of heedmap.corpus use none of these codecs, and no worker inflates.
  { alias: leftOut(['numcodecs/blosc', 'numcodecs/lz4', 'numcodecs/zstd', 'worker_threads']) },
);
await vendor(
  'jspdf',
  `/*! jsPDF ${await version('jspdf')}: Copyright (c) 2010-2025 James Hall, (c) 2015-2025 yWorks GmbH, MIT License, https://github.com/parallax/jsPDF/blob/master/LICENSE */`,
  "export { jsPDF } from 'jspdf';",
  {
    minify: true,
    alias: leftOut(['canvg', 'dompurify', 'fast-png', 'html2canvas']),
  },
);
const fonts = await Promise.all(Object.values(PACKAGES).map((name) => version(`@fontsource/${name}`)));
await writePrintFonts(
  `${WWW}pkg/print-fonts.js`,
  `${WWW}../node_modules/`,
  `/*! Source Serif 4 and Source Sans 3 (Fontsource ${fonts.join(' and ')}): Copyright 2014-2023 Adobe, with Reserved Font Name 'Source',
 * SIL Open Font License 1.1, https://openfontlicense.org */`,
);
await copyFile(`${WWW}build/print-fonts.d.ts`, `${WWW}pkg/print-fonts.d.ts`);
