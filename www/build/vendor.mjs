/**
 * Bundles Preact and htm into `pkg/preact.js`, so that the modules of `www` run without a bundler. What the module exports is typed in `preact.d.ts` beside this.
 */
import { copyFile, mkdir, readFile } from 'node:fs/promises';
import { build } from 'esbuild';
import { WWW } from './scripts.mjs';

/** The version of a development package. @param {string} name */
async function version(name) {
  return JSON.parse(await readFile(`${WWW}../node_modules/${name}/package.json`, 'utf8')).version;
}

const contents = `
  import { Component, h, render } from 'preact';
  import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
  import htm from 'htm';
  export { Component, render, useLayoutEffect, useMemo, useRef, useState };
  export const html = htm.bind(h);`;
const licences = `/*! Preact ${await version('preact')}: Copyright (c) 2015-present Jason Miller, MIT License, https://github.com/preactjs/preact/blob/main/LICENSE
 * htm ${await version('htm')}: Copyright 2018 Google Inc., Apache License 2.0, https://www.apache.org/licenses/LICENSE-2.0 */`;

await mkdir(`${WWW}pkg`, { recursive: true });
await build({
  stdin: { contents, resolveDir: WWW },
  bundle: true,
  format: 'esm',
  target: 'es2022',
  charset: 'utf8',
  legalComments: 'inline',
  logLevel: 'warning',
  banner: { js: licences },
  outfile: `${WWW}pkg/preact.js`,
});
await copyFile(`${WWW}build/preact.d.ts`, `${WWW}pkg/preact.d.ts`);
