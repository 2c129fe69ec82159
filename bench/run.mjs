/**
 * Measures Heedmap and other libraries in headless Chromium, and writes docs/benchmarks.md and
 * docs/benchmarks.svg: `cargo xtask bench`. All contestants of a case take turns in one page, and ratios are
 * computed within a round.
 *
 *     node bench/run.mjs [--quick] [--only compute,layer,users,workers,frames,draw,start] [--out FOLDER]
 */
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { launch } from '../www/test/browser/chromium.mjs';
import { median } from './page/numbers.js';
import { PEAK_OPERATIONS } from './page/peak.js';
import { serve } from '../www/serve.mjs';
import { report } from './report.mjs';

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string', default: 'compute,layer,users,workers,frames,draw,start' },
    out: { type: 'string', default: new URL('../docs', import.meta.url).pathname },
  },
});
const SIZES = options.quick ? [256, 1024] : [64, 256, 1024, 2048, 4096];
const ROUNDS = options.quick ? 5 : 7;
/** The minimum time of a round, in milliseconds. Short computations are repeated. */
const ROUND_MS = 60;
const parts = options.only.split(',');

// The pages are isolated from other origins, so that their clocks have a resolution of 5 µs.
const server = await serve({
  headers: {
    'Cache-Control': 'no-store',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Embedder-Policy': 'require-corp',
  },
});
const browser = await launch();
try {
  /** @type {Record<string, any>} */
  const found = {
    chromium: browser.version(),
    processor: cpus()[0]?.model.trim(),
    cores: cpus().length,
    date: new Date().toISOString().slice(0, 10),
    versions: JSON.parse(await readFile(new URL('package.json', import.meta.url), 'utf8')).dependencies,
  };
  const page = await open();
  found.missing = await page.evaluate(() => window.bench.begin());
  if (parts.includes('compute')) {
    found.compute = [];
    for (const n of SIZES) {
      for (const mode of ['output', 'weights']) {
        for (const causal of [false, true]) {
          const what = { n, mode, causal };
          const { once, errors, failed } = await page.evaluate(
            (what) => window.bench.prepareHead(what),
            what,
          );
          const times = await measured(page, once, n >= 4096 ? 5 : ROUNDS);
          found.compute.push({ ...what, times, errors, failed });
          print(`${mode} ${n} ${causal ? 'causal' : 'full'}`, times);
        }
      }
    }
  }
  if (parts.includes('layer')) {
    const { once, operations } = await page.evaluate(() => window.bench.prepareLayer());
    found.layer = { operations, times: await measured(page, once, 15) };
    print('layer', found.layer.times);
  }
  if (parts.includes('users')) {
    found.users = [];
    for (const causal of [false, true]) {
      const { once } = await page.evaluate((causal) => window.bench.prepareUsers(causal), causal);
      found.users.push({ causal, times: await measured(page, once, ROUNDS) });
      print(`attend ${causal ? 'causal' : 'full'}`, found.users.at(-1).times);
    }
  }
  if (parts.includes('frames')) {
    found.frames = [];
    for (const n of [16_384, 102_400]) {
      const own = await open();
      const { once, mebibytes } = await own.evaluate((n) => window.bench.prepareFrames(n), n);
      found.frames.push({ n, mebibytes, times: await measured(own, once, ROUNDS) });
      print(`frames ${n}, ${mebibytes} MiB`, found.frames.at(-1).times);
      await own.close();
    }
  }
  if (parts.includes('workers')) {
    found.workers = await page.evaluate((rounds) => window.bench.workers(rounds), 5);
    console.log('workers', JSON.stringify(found.workers));
  }
  await page.close();
  if (parts.includes('draw')) found.draw = await measureDrawing();
  if (parts.includes('start')) found.start = await measureStart();
  await mkdir(options.out, { recursive: true });
  const notes = await readFile(new URL('notes.md', import.meta.url), 'utf8');
  const texts = report(found, { peakOperations: PEAK_OPERATIONS, notes });
  for (const [name, text] of Object.entries(texts)) await writeFile(`${options.out}/${name}`, text);
  console.log(`written to ${options.out}`);
} finally {
  await browser.close();
  await server.close();
}

async function open() {
  const page = await browser.newPage({ viewport: { width: 1100, height: 1100 } });
  page.on('pageerror', (error) => console.error(`in the page: ${error.message}`));
  await page.goto(`${server.origin}/bench/page.html`);
  await page.waitForFunction('window.bench');
  return page;
}

/** Prints the medians. @param {string} what @param {Record<string, number[]>} times */
function print(what, times) {
  const medians = Object.entries(times).map(([name, times]) => `${name} ${median(times).toFixed(2)}`);
  console.log(`${what} ms: ${medians.join(', ')}`);
}

/**
 * The milliseconds of everything that a page has prepared, for each round. On Linux they are processor time
 * of the main thread, which depends less on other programs than wall-clock time.
 *
 * @param {import('playwright-core').Page} page
 * @param {Record<string, number>} once - the approximate milliseconds of each
 * @param {number} rounds
 */
async function measured(page, once, rounds) {
  const clock = await clockOf(page);
  /** @type {Record<string, number[]>} */
  const times = Object.fromEntries(Object.keys(once).map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, one] of Object.entries(once)) {
      const repeat = Math.max(1, Math.ceil(ROUND_MS / one));
      const from = await clock();
      await page.evaluate(([name, repeat]) => window.bench.run(name, repeat), [name, repeat]);
      times[name].push(((await clock()) - from) / repeat);
    }
  }
  return times;
}

/**
 * Reads the processor time of a page's main thread in milliseconds.
 *
 * @param {import('playwright-core').Page} page
 */
async function clockOf(page) {
  const session = await browser.newBrowserCDPSession();
  // The renderer of this page is the one that is busy while the page is.
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const files = processInfo
    .filter(({ type }) => type === 'renderer')
    .map(({ id }) => `/proc/${id}/schedstat`);
  const read = async (/** @type {string} */ file) =>
    Number((await readFile(file, 'utf8')).split(' ')[0]) / 1e6;
  try {
    const before = await Promise.all(files.map(read));
    await page.evaluate(() => {
      for (const from = performance.now(); performance.now() - from < 60;);
    });
    const after = await Promise.all(files.map(read));
    const used = after.map((time, at) => time - before[at]);
    const busiest = files[used.indexOf(Math.max(...used))];
    await session.detach();
    return () => read(busiest);
  } catch {
    return async () => performance.now();
  }
}

/** Measures drawing. Each drawer has a page of its own. */
async function measureDrawing() {
  const cases = [
    { n: 256, names: ['lookup', 'heedmap', 'plotly', 'echarts', 'd3'] },
    { n: 1024, names: ['lookup', 'heedmap', 'plotly'] },
    { n: 4096, names: ['lookup', 'heedmap'] },
  ];
  const results = [];
  for (const { n, names } of options.quick ? cases.slice(0, 2) : cases) {
    /** @type {Record<string, { first: number[], zoom: number[], recolor: number[] }>} */
    const times = Object.fromEntries(names.map((name) => [name, { first: [], zoom: [], recolor: [] }]));
    for (let round = 0; round < 3; round += 1) {
      for (const name of names) {
        const page = await open();
        const { first, zooms, recolors } = await page.evaluate((what) => window.bench.draw(what), {
          name,
          n,
        });
        times[name].first.push(first);
        times[name].zoom.push(median(zooms));
        if (recolors.length) times[name].recolor.push(median(recolors));
        await page.close();
      }
    }
    results.push({ n, times });
    console.log('draw', n, JSON.stringify(times));
  }
  return results;
}

/**
 * Measures the time from navigation to the first weights, in milliseconds. The modules of Heedmap are
 * bundled, as the other libraries are.
 */
async function measureStart() {
  await build({
    entryPoints: [fileURLToPath(new URL('start/heedmap.js', import.meta.url))],
    outfile: fileURLToPath(new URL('../target/bench/engine/heedmap.js', import.meta.url)),
    bundle: true,
    minify: true,
    format: 'esm',
  });
  // The bundle loads its program from this path.
  await cp(new URL('../www/pkg', import.meta.url), new URL('../target/bench/pkg', import.meta.url), {
    recursive: true,
  });
  /** @type {Record<string, number[]>} */
  const times = {};
  for (let round = 0; round < (options.quick ? 3 : 7); round += 1) {
    for (const name of ['blank', 'heedmap', 'tfjs', 'onnxruntime']) {
      const page = await browser.newPage();
      await page.goto(`${server.origin}/bench/start/${name}.html`);
      await page.waitForFunction('window.done');
      (times[name] ??= []).push(await page.evaluate('window.done'));
      await page.close();
    }
  }
  console.log('start', JSON.stringify(times));
  return times;
}
