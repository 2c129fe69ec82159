/**
 * The packed npm package in a new project: installed without a registry, then used in Node, with and without
 * a bundler, with classic scripts, and from TypeScript. Run by `cargo xtask test`, after it was packed.
 */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { serve } from '../../serve.mjs';
import { settled } from '../browser/idle.mjs';
import { ROOT, start } from '../browser/harness.mjs';

/** The URLs in the README of the package, and an icon. */
const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; style-src 'self'; img-src data:; worker-src blob:; require-trusted-types-for 'script'; trusted-types heedmap-worker";
/** The project. */
let folder = '';
/** @type {Awaited<ReturnType<typeof start>>} */
let harness;
/** @type {Awaited<ReturnType<typeof serve>>} */
let host;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heedmap-npm-'));
  await put('package.json', '{ "name": "project", "private": true, "type": "module" }');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  execFileSync(
    npm,
    ['install', '--offline', '--no-audit', '--no-fund', '--silent', process.env.HEEDMAP_PACKED ?? ''],
    { cwd: folder, stdio: 'inherit' },
  );
  host = await serve({ folder, path: '/deep/down/' });
  harness = await start();
});
after(async () => {
  await harness?.close();
  await host?.close();
  if (folder) await rm(folder, { recursive: true, force: true });
});

/** Writes a file in the project. @param {string} name @param {string | Uint8Array} text */
async function put(name, text) {
  await mkdir(dirname(join(folder, name)), { recursive: true });
  await writeFile(join(folder, name), text);
}

/**
 * Bundles a program of the project into a folder of it, and returns the text of the scripts.
 *
 * @param {string} out @param {string} entry
 */
async function bundled(out, entry) {
  await build({
    stdin: { contents: entry, resolveDir: folder, sourcefile: 'main.js' },
    entryNames: 'main',
    loader: { '.wasm': 'file' },
    bundle: true,
    format: 'esm',
    target: 'es2022',
    minify: true,
    outdir: join(folder, out),
    logLevel: 'warning',
  });
  return readFile(join(folder, out, 'main.js'), 'utf8');
}

/**
 * Writes a page under a strict policy.
 *
 * @param {string} name
 * @param {string} script - the attributes of the script
 * @param {string} body
 */
const page = (name, script, body) =>
  put(
    name,
    `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICY}">
<title>project</title><link rel="icon" href="data:,"><script ${script}></script>${body}`,
  );

/**
 * Opens a page of the project, waits until a canvas in an element has more than two colors, and checks for
 * errors.
 *
 * @param {string} address
 * @param {string} tag
 */
async function draws(address, tag) {
  const visit = await harness.open(address);
  const painted = visit.page.waitForFunction((name) => {
    /** @param {ParentNode} root @returns {HTMLCanvasElement[]} */
    const canvases = (root) =>
      [...root.querySelectorAll('*')].flatMap((each) =>
        each instanceof HTMLCanvasElement ? [each] : each.shadowRoot ? canvases(each.shadowRoot) : [],
      );
    return [...document.querySelectorAll(name)]
      .flatMap((each) => (each.shadowRoot ? canvases(each.shadowRoot) : []))
      .some((canvas) => {
        const { data } = (canvas.width > 0 &&
          canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height)) || {
          data: new Uint8ClampedArray(),
        };
        return new Set(new Uint32Array(data.buffer)).size > 2;
      });
  }, tag);
  await painted.catch((error) => {
    throw new Error(`${address}: ${visit.errors.join('; ')}`, { cause: error });
  });
  assert.deepEqual(visit.errors, []);
  await visit.close();
}

test('in Node the package computes attention', async () => {
  await put(
    'node.js',
    `
    import { attend, load } from 'heedmap';
    import * as masks from 'heedmap/engine/masks';
    await load();
    const tensor = (shape, ...data) => ({ shape, data: Float64Array.from(data) });
    const { weights, output } = attend({ causal: true, scale: Math.log(2) }, {
      q: tensor([1, 1, 2, 2], 1, 0, 0, 1), k: tensor([1, 1, 2, 2], 1, 0, 0, 1), v: tensor([1, 1, 2, 1], 3, 6),
    });
    console.log(JSON.stringify({ weights: [...weights.data], output: [...output.data], presets: masks.maskPresets().length }));
  `,
  );
  const output = JSON.parse(execFileSync(process.execPath, ['node.js'], { cwd: folder, encoding: 'utf8' }));
  // The scores of the second query are 0 and ln 2: one third and two thirds.
  [1, 0, 1 / 3, 2 / 3].forEach((weight, cell) =>
    assert.ok(Math.abs(output.weights[cell] - weight) < 1e-15, `${output.weights}`),
  );
  [3, 5].forEach((value, cell) =>
    assert.ok(Math.abs(output.output[cell] - value) < 1e-14, `${output.output}`),
  );
  assert.ok(output.presets > 3);
});

test('in Node, for writing pages, the elements can be imported and register nothing', async () => {
  await put(
    'written.js',
    "import { HeedMaskElement } from 'heedmap/elements'; import 'heedmap/elements/heed-map-define'; import 'heedmap/elements/heed-map.js'; console.log(typeof HeedMaskElement);",
  );
  assert.equal(
    execFileSync(process.execPath, ['written.js'], { cwd: folder, encoding: 'utf8' }),
    'function\n',
  );
});

test('the command writes a figure from a file, without a browser and without the network', async () => {
  await cp(fileURLToPath(new URL('fixtures/measures/minilm_trophy.npy', ROOT)), join(folder, 'heads.npy'));
  const output = execFileSync(
    process.platform === 'win32' ? 'npx.cmd' : 'npx',
    ['--offline', 'heedmap', 'heads.npy', '--bits', '16', '-o', 'figure.html'],
    { cwd: folder, encoding: 'utf8' },
  );
  assert.match(output, /6 layers × 12 heads, 17 tokens[^]*figure\.html/);
  await draws(pathToFileURL(join(folder, 'figure.html')).href, 'heed-heads');
});

test('the package has the licenses of the code in it', async () => {
  const text = await readFile(join(folder, 'node_modules/heedmap/THIRD-PARTY-LICENSES.txt'), 'utf8');
  for (const name of ['nalgebra', 'libm', 'preact', 'htm', 'fflate'])
    assert.match(text, new RegExp(`^  ${name} \\d`, 'm'));
});

test('only exported modules can be imported, and all of them exist', async () => {
  /** @type {{ exports: Record<string, string | { default?: string }> }} */
  const { exports } = JSON.parse(await readFile(join(folder, 'node_modules/heedmap/package.json'), 'utf8'));
  const tags = ['heed-contrast', 'heed-heads', 'heed-lesson', 'heed-map', 'heed-mask'];
  // Exports without a default are types.
  const modules = Object.keys(exports).filter((name) => {
    const target = exports[name];
    return typeof target === 'string' || target.default;
  });
  const names = modules.flatMap((name) =>
    name.includes('*') ? tags.map((tag) => name.replace('heed-*', tag)) : [name],
  );
  const ask = (/** @type {string} */ name) =>
    spawnSync(
      process.execPath,
      [
        '--eval',
        `
    for (const name of ${JSON.stringify(names.map((each) => `heedmap${each.slice(1)}`))}) require('node:fs').accessSync(new URL(require.resolve(name), 'file:'));
    require.resolve(${JSON.stringify(name)});`,
      ],
      { cwd: folder, encoding: 'utf8' },
    );
  assert.equal(ask('heedmap').stderr, '');
  assert.match(ask('heedmap/www/define/room-element.js').stderr, /ERR_PACKAGE_PATH_NOT_EXPORTED/);
  assert.match(ask('heedmap/elements/room-element').stderr, /ERR_PACKAGE_PATH_NOT_EXPORTED/);
});

test('package.json names a manifest of the elements, and the package has its modules', async () => {
  const root = join(folder, 'node_modules/heedmap');
  const { customElements } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  /** @type {{ modules: { path: string, exports: { kind: string, name: string }[] }[] }} */
  const { modules } = JSON.parse(await readFile(join(root, customElements), 'utf8'));
  const registered = modules.flatMap(({ exports }) =>
    exports.filter(({ kind }) => kind === 'custom-element-definition').map(({ name }) => name),
  );
  assert.deepEqual(registered, [
    'heed-contrast',
    'heed-heads',
    'heed-lesson',
    'heed-map',
    'heed-mask',
    'heed-model',
  ]);
  for (const { path } of modules) assert.ok((await readFile(join(root, path), 'utf8')).length > 0, path);
});

test('the package contains nothing of the tests, of the bundles or of this machine', async () => {
  const root = join(folder, 'node_modules/heedmap');
  const files = (await readdir(root, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  assert.deepEqual(
    files.filter((file) => /[\\/](test|bench|entries)[\\/]/.test(file)),
    [],
  );
  const repository = fileURLToPath(ROOT);
  for (const file of files) assert.equal((await readFile(file)).includes(repository), false, file);
});

test('a program that imports an element’s class without using it contains nothing of it', async () => {
  const script = await bundled(
    'shaken',
    "import { HeedLessonElement } from 'heedmap/elements/heed-lesson'; import { attend } from 'heedmap'; console.log(1);",
  );
  assert.equal(script.trim(), 'console.log(1);');
  const registered = await bundled('kept', "import 'heedmap/elements/heed-map-define';");
  assert.match(registered, /\.define\(\)/);
});

test('importing the class of an element registers nothing', async () => {
  await bundled(
    'class',
    "import { HeedMapElement } from 'heedmap/elements/heed-map'; document.title = `${customElements.get('heed-map') ?? 'unregistered'} ${HeedMapElement.name.length > 0}`;",
  );
  await page('class/index.html', 'type="module" src="main.js"', '');
  const visit = await harness.open(`${host.address}class/index.html`);
  assert.equal(await visit.page.title(), 'unregistered true');
  await visit.close();
});

test('bundled by esbuild, with the program as a file next to the script, a lesson draws', async () => {
  await bundled(
    'bundled',
    `
    import { HeedLessonElement } from 'heedmap/elements/heed-lesson';
    import { HeedMapElement } from 'heedmap/elements/heed-map';
    import { load } from 'heedmap/engine/attention';
    import program from 'heedmap/wasm/attention.wasm';
    await load(fetch(new URL(program, import.meta.url)));
    HeedMapElement.define();
    HeedLessonElement.define();`,
  );
  await page('bundled/index.html', 'type="module" src="main.js"', '<heed-lesson></heed-lesson>');
  await draws(`${host.address}bundled/index.html`, 'heed-lesson');
});

test('without a bundler the modules of the package run unchanged, with their programs next to them', async () => {
  for (const tag of ['heed-lesson', 'heed-mask', 'heed-contrast', 'heed-heads']) {
    await page(
      'plain.html',
      `type="module" src="node_modules/heedmap/www/define/${tag}-define.js"`,
      `<${tag}></${tag}>`,
    );
    await draws(`${host.address}plain.html`, tag);
  }
  await put(
    'plain.js',
    `
    import { attend, load } from './node_modules/heedmap/www/engine.js';
    await load();
    const x = { shape: [1, 1, 2, 1], data: Float64Array.of(0, 0) };
    document.title = attend({}, { q: x, k: x, v: x }).weights.data.join(' ');`,
  );
  await page('plain.html', 'type="module" src="plain.js"', '');
  const visit = await harness.open(`${host.address}plain.html`);
  await visit.page.waitForFunction(() => document.title !== 'project');
  assert.equal(await visit.page.title(), '0.5 0.5 0.5 0.5');
  await visit.close();
  assert.deepEqual(host.missing, []);
});

test('a classic script contains an element and its program, over HTTP and from a file', async () => {
  const figure =
    "{ matrix: { rows: 2, cols: 2, data: Float64Array.of(1, 0, 0.25, 0.75) }, name: 'weights', kind: 'sequential', low: 0, high: 1 }";
  await put(
    'figure.js',
    `addEventListener('DOMContentLoaded', () => { const map = document.querySelector('heed-map'); if (map) map.figure = ${figure}; });`,
  );
  for (const tag of ['heed-map', 'heed-lesson', 'heed-mask', 'heed-contrast', 'heed-heads']) {
    const body = `<script src="node_modules/heedmap/classic/${tag}.js" defer></script><${tag}>what is shown without it</${tag}>`;
    await page('classic.html', 'src="figure.js"', body);
    await draws(`${host.address}classic.html`, tag);
    if (tag !== 'heed-map') continue;
    // A policy cannot name the scripts next to a page from a file.
    await put(
      'file.html',
      `<!doctype html><meta charset="utf-8"><title>project</title><script src="figure.js"></script>${body}`,
    );
    await draws(pathToFileURL(join(folder, 'file.html')).href, tag);
  }
});

test('an element of a classic script starts its program when it comes near the viewport', async () => {
  await put(
    'count.js',
    'let count = 0; const { compile } = WebAssembly; WebAssembly.compile = (bytes) => { if (bytes.byteLength > 1000) document.title = `started ${count += 1}`; return compile(bytes); };',
  );
  for (const tag of ['heed-heads', 'heed-mask']) {
    await page(
      'far.html',
      'src="count.js"',
      `<script src="node_modules/heedmap/classic/${tag}.js"></script>${'<br>'.repeat(400)}<${tag}>far down</${tag}>`,
    );
    const visit = await harness.open(`${host.address}far.html`);
    // A later observer is called later, so requests that were started by then come before this request.
    await visit.page.evaluate(async (name) => {
      await new Promise((resolve) => {
        new IntersectionObserver(resolve).observe(/** @type {Element} */ (document.querySelector(name)));
      });
      await fetch(location.href);
    }, tag);
    await settled(visit.page);
    assert.equal(await visit.page.title(), 'project', tag);
    await visit.page.locator(tag).scrollIntoViewIfNeeded();
    await visit.page.waitForFunction(() => document.title === 'started 1');
    assert.deepEqual(visit.errors, []);
    await visit.close();
  }
});

test('the types of the package are strict, and check a program', async () => {
  await put(
    'program.ts',
    `
    import { attend, load, type AttendOptions } from 'heedmap';
    import { HeedMapElement } from 'heedmap/elements/heed-map';
    import { HeedLessonElement } from 'heedmap/elements/heed-lesson-define.js';
    import { HeedHeadsElement } from 'heedmap/elements/heed-heads.js';
    export const heads: typeof HeedHeadsElement = HeedHeadsElement;
    import { HeedMaskElement } from 'heedmap/elements';
    import { load as loadAttention } from 'heedmap/engine/attention';
    import address from 'heedmap/wasm/attention.wasm';
    import { maskFigures } from 'heedmap/engine/masks';
    const tensor = (...data: number[]) => ({ shape: [1, 1, 2, 1], data: Float64Array.from(data) });
    const options: AttendOptions = { causal: true };
    await load();
    const weights: Float64Array = attend(options, { q: tensor(1, 2), k: tensor(1, 2), v: tensor(1, 2) }).weights.data;
    const map = new HeedMapElement();
    map.figure = { matrix: { rows: 1, cols: 2, data: weights }, name: 'weights', kind: 'sequential', low: 0, high: 1 };
    export const lesson: HeedLessonElement = new HeedLessonElement();
    const mask: HeedMaskElement | null = document.querySelector('heed-mask');
    if (mask) mask.link = document.createElement('heed-mask').link;
    mask?.addEventListener('heed-select', ({ query, weight }) => [query, weight] satisfies (number | null)[]);
    addEventListener('heed-error', ({ message, fatal }) => void (fatal && message.length));
    await loadAttention(fetch(address));
    // @ts-expect-error: an error has no weight
    document.addEventListener('heed-error', ({ weight }) => weight);
    // @ts-expect-error: there is no such tag
    document.createElement('heed-masks').link;
    export { maskFigures };
    // @ts-expect-error: it is true or false
    attend({ causal: 'yes' }, { q: tensor(1, 2), k: tensor(1, 2), v: tensor(1, 2) });
    map.data = [[0.25, 0.75], Float32Array.of(1, 0)];
    map.data = { rows: 1, cols: 2, data: weights, queryLabels: ['the'], states: Uint8Array.of(0, 1) };
    lesson.data = { tokens: ['the', 'cat'], wQ: [[1, 0], [0, 1]], seed: 7 };
    document.createElement('heed-heads').data = { shape: [1, 1, 1, 2], data: weights };
    document.createElement('heed-heads').data = [new File([], 'attention.npy')];
    // @ts-expect-error: a lesson has tokens
    lesson.data = { wQ: [[1, 0], [0, 1]] };
    // @ts-expect-error: numbers have a shape
    document.createElement('heed-heads').data = { data: weights };
    // @ts-expect-error: there is no such property of a figure
    map.figure = { matrixes: [] };
  `,
  );
  for (const [module, moduleResolution] of [
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ]) {
    const compilerOptions = {
      strict: true,
      noEmit: true,
      target: 'es2022',
      lib: ['es2022', 'dom', 'dom.iterable'],
      module,
      moduleResolution,
      types: [],
    };
    await put('tsconfig.json', JSON.stringify({ compilerOptions, files: ['program.ts'] }));
    const tsc = spawnSync(
      process.execPath,
      [fileURLToPath(new URL('node_modules/typescript/bin/tsc', ROOT)), '--project', '.'],
      { cwd: folder, encoding: 'utf8' },
    );
    assert.equal(tsc.stdout, '', moduleResolution);
  }
});

/** A program for each framework, with a wrong attribute. */
const FRAMEWORKS = /** @type {[string, string, string, Record<string, string>][]} */ ([
  [
    'react',
    'program.tsx',
    `import type {} from 'heedmap/jsx/react';
    import type { HeedHeadsElement } from 'heedmap/elements/heed-heads';
    import { createRef } from 'react';
    const heads = createRef<HeedHeadsElement>();
    export const good = <>
      <heed-heads ref={heads} data={{ shape: [1, 1, 1, 2], data: Float32Array.of(1, 0) }} layer={0} view="figure" className="wide" />
      <heed-mask queries="8" bytes={4} onheed-select={({ query }) => void query?.toFixed()}>A mask.</heed-mask>
      {['mask', 'softmax'].map((step, at) => <heed-lesson key={at} lesson="words" step={step} />)}
      <heed-map key="a" values="1 0; 0 1" ref={(map) => map?.setAttribute('key', '1')} />
    </>;
    // @ts-expect-error: a lesson has no layer
    export const wrong = <heed-lesson layer={3} />;
    // @ts-expect-error: a theme is light or dark
    export const other = <heed-map theme="blue" />;`,
    { jsx: 'react-jsx' },
  ],
  [
    'preact',
    'program.tsx',
    `import type {} from 'heedmap/jsx/preact';
    import { createRef } from 'preact';
    import type { HeedMapElement } from 'heedmap/elements/heed-map';
    const map = createRef<HeedMapElement>();
    export const good = <heed-map ref={map} data={[[1, 0]]} class="wide" onheed-select={(event) => void event.weight} key="a" />;
    // @ts-expect-error: a map has no layer
    export const wrong = <heed-map layer={3} />;`,
    { jsx: 'react-jsx', jsxImportSource: 'preact' },
  ],
  [
    'vue',
    'program.ts',
    `import type {} from 'heedmap/jsx/vue';
    import type { GlobalComponents } from 'vue';
    type Props = InstanceType<GlobalComponents['heed-heads']>['$props'];
    export const good: Props = { layer: 3, view: 'figure', class: 'wide', key: 'a', onHeedSelect: ({ key }) => void key };
    // @ts-expect-error: a view is a figure or a room
    export const wrong: Props = { view: 'page' };`,
    {},
  ],
  [
    'svelte',
    'program.ts',
    `import type {} from 'heedmap/jsx/svelte';
    import type { SvelteHTMLElements } from 'svelte/elements';
    type Props = SvelteHTMLElements['heed-mask'];
    export const good: Props = { queries: 8, mask: 'causal', class: 'wide', 'onheed-change': (event) => void event.type };
    // @ts-expect-error: a number of queries is a number
    export const wrong: Props = { queries: 'many' };`,
    {},
  ],
]);

for (const [framework, file, text, options] of FRAMEWORKS)
  test(`the tags have types in ${framework}`, async () => {
    const types = (/** @type {string} */ name) => [fileURLToPath(new URL(`node_modules/${name}`, ROOT))];
    const compilerOptions = {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      target: 'es2022',
      lib: ['es2022', 'dom', 'dom.iterable'],
      module: 'esnext',
      moduleResolution: 'bundler',
      types: [],
      paths: {
        react: types('@types/react'),
        'react/*': types('@types/react/*'),
        preact: types('preact'),
        'preact/*': types('preact/*'),
        vue: types('vue'),
        'svelte/*': types('svelte/*'),
      },
      ...options,
    };
    await put(file, text);
    await put('tsconfig.json', JSON.stringify({ compilerOptions, files: [file] }));
    const tsc = spawnSync(
      process.execPath,
      [fileURLToPath(new URL('node_modules/typescript/bin/tsc', ROOT)), '--project', '.'],
      { cwd: folder, encoding: 'utf8' },
    );
    assert.equal(tsc.stdout, '');
  });
