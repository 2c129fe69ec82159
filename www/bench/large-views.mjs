/**
 * Measures a large head in Chromium: the time of a frame, a pan and a row, the memory, the speedup by several
 * Workers, and the time to the thumbnails of 32 heads. It writes a file of 512 MiB and removes it. Run it
 * after one build:
 *
 *     node www/bench/large-views.mjs [TOKENS...]
 */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { STRUCTURES, syntheticPieces } from '../rooms/maps/large/synthetic.js';
import { start } from '../test/browser/harness.mjs';

const ROUNDS = 15;
const SIZES = process.argv.slice(2).map(Number);

const harness = await start({});
const { page, close } = await harness.open('index.html');
await page.goto(new URL('www/bench/blank.html', page.url()).href);

for (const tokens of SIZES.length > 0 ? SIZES : [16_384, 102_400])
  for (const causal of [true, false])
    console.log(JSON.stringify(await page.evaluate(measured, { tokens, causal, rounds: ROUNDS })));
await close();

// The pyramid of a whole head, in the page. The page starts as many Workers as the machine has cores.
/** @type {Record<number, number>} */
const seconds = {};
for (const cores of [1, 4]) {
  const visit = await harness.open('index.html#v=1&room=maps');
  await visit.page.addInitScript((count) => {
    Object.defineProperty(navigator, 'hardwareConcurrency', { get: () => count });
  }, cores);
  await visit.page.reload();
  const room = visit.page.locator('heed-heads');
  await room.locator('.make-head summary').click();
  await room.getByLabel('Structure', { exact: true }).selectOption('local');
  await room.getByLabel('causal', { exact: true }).uncheck();
  await room.getByRole('button', { name: 'Generate' }).click();
  await room.locator('.large-bar').waitFor();
  const began = performance.now();
  await room.locator('.large-progress', { hasText: '100 % exact' }).waitFor({ timeout: 300_000 });
  seconds[cores] = (performance.now() - began) / 1000;
  await visit.close();
}
console.log(
  `exact pyramid of 16,384 tokens: ${seconds[1].toFixed(1)} s with one Worker, ${seconds[4].toFixed(1)} s with four (${(seconds[1] / seconds[4]).toFixed(2)} times as fast)`,
);
await measureThumbnails();
await harness.close();

/** Measures the time from the choice of a file to the thumbnails of all its heads, in the page. */
async function measureThumbnails() {
  const structures = Array.from({ length: 32 }, (_, head) => STRUCTURES[head % STRUCTURES.length]);
  const folder = await mkdtemp(join(tmpdir(), 'heedmap-'));
  try {
    const file = join(folder, 'heads.safetensors');
    const out = createWriteStream(file);
    for (const piece of syntheticPieces({ tokens: 32_768, structures, causal: true }))
      if (!out.write(piece)) await once(out, 'drain');
    out.end();
    await once(out, 'close');
    const times = [];
    for (let round = 0; round < 5; round += 1) {
      const { page, close: leave } = await harness.open('index.html#v=1&room=maps');
      const room = page.locator('heed-heads');
      await room.locator('.heads-box').waitFor();
      await room.locator('input[type=file]').first().setInputFiles(file);
      const began = performance.now();
      await page.waitForFunction(() => document.querySelector('heed-heads[data-heads="32"]'));
      times.push(performance.now() - began);
      await leave();
    }
    const [least, , median] = times.toSorted((a, b) => a - b).map((time) => (time / 1000).toFixed(2));
    console.log(`thumbnails of 32 heads of 32,768 tokens: ${median} s, at best ${least} s`);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Runs in the page. @param {{ tokens: number, causal: boolean, rounds: number }} options */
async function measured({ tokens, causal, rounds }) {
  const load = (/** @type {string} */ path) => import(new URL(`../${path}`, location.href).href);
  const [engine, large] = [await load('engine/maps.js'), await load('engine/kernels-large.js')];
  const { vectors, SIZE } = await load('rooms/maps/large/synthetic.js');
  await Promise.all([engine.load(), large.load()]);
  const generated = (/** @type {boolean} */ isKey) =>
    vectors('local', isKey, { tokens, first: 0, rows: tokens, seed: 1 });
  const head = new large.PreparedHead({
    options: { causal },
    features: SIZE,
    q: generated(false),
    k: generated(true),
  });
  const places = (/** @type {number} */ from, /** @type {number} */ count, /** @type {number} */ step) =>
    Uint32Array.from({ length: count }, (_, place) =>
      Math.min(tokens - 1, Math.floor((from + place) * step)),
    );
  const step = tokens / 1032;
  // Workers compute the log-sum-exps in advance, so they are not part of a frame.
  const rows = places(0, 1032, step);
  const began = performance.now();
  head.sample(rows, rows.subarray(0, 16));
  const perRow = (performance.now() - began) / rows.length;
  const canvas = new OffscreenCanvas(1000, 1000);
  const context = /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext('2d'));
  /** @param {number} tall @param {number} wide @param {number} from */
  function draw(tall, wide, from) {
    const start = performance.now();
    const data = head.sample(places(from, tall, step), places(0, wide, step));
    const sampled = performance.now() - start;
    const scale = { kind: 'sequential', low: 0, high: 0.1 };
    const pixels = engine.paintMap({ rows: tall, cols: wide, data, map: 'ember', theme: 'light', scale });
    context.putImageData(new ImageData(pixels, wide, tall), 0, 0);
    return { sampled, all: performance.now() - start };
  }
  const median = (/** @type {number[]} */ list) => list.sort((a, b) => a - b)[list.length >> 1].toFixed(1);
  /** @type {{ sampled: number, all: number }[][]} */
  const [frames, pans] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    frames.push(draw(1000, 1000, round));
    pans.push(draw(32, 1000, 1000));
  }
  const result = {
    tokens,
    mask: causal ? 'causal' : 'full',
    'frame ms': median(frames.map(({ sampled }) => sampled)),
    'with colors ms': median(frames.map(({ all }) => all)),
    'least frame ms': Math.min(...frames.map(({ sampled }) => sampled)).toFixed(1),
    'pan of 32 px ms': median(pans.map(({ all }) => all)),
    'log-sum-exp ms a row': perRow.toFixed(3),
    'memory of the head MiB': (head.info().bytes / 2 ** 20).toFixed(1),
  };
  head.free();
  return result;
}
