/**
 * Measures time and memory of the Models room with large files. Prints figures: `node www/bench/maps.mjs`,
 * after one build.
 *
 * The files are written to a temporary folder of 1 GB, which is removed, and opened with the file input of
 * the room. Times are from the event in the page to the frame that shows the result. Memory is that of the
 * page's processes without mapped files, minus the memory with the sample open. The times of a frame are of
 * everything that ran on the main thread between the callbacks of two frames.
 */
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { safetensors } from '../format/safetensors.js';
import { choose, start } from '../test/browser/harness.mjs';
import { npy, sparse } from './maps-files.mjs';
import { memoryOf, peakMemory, timesByFrame } from './maps-watch.mjs';

const RUNS = 5;
const HEADS = { layers: 12, heads: 12, side: 512 };
/** 604 MB. */
const LONG = { layers: 12, heads: 12, side: 1024 };
const POINTS = { layers: 25, heads: 40, side: 16 };
const TOKENS = 4096;
const STEPS = 40;
const TIMEOUT = 120_000;

/** @typedef {import('../test/browser/harness.mjs').Visit['page']} Page */

const ms = (/** @type {number} */ time) => `${time.toFixed(0)} ms`;
const mb = (/** @type {number} */ bytes) => `${(bytes / 1e6).toFixed(0)} MB`;
/** @param {string} what @param {string} figure */
const print = (what, figure) => console.log(`${figure.padStart(26)}   ${what}`);
/** @param {number[]} values */
const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

const folder = await mkdtemp(join(tmpdir(), 'heedmap-bench-'));
const harness = await start();
try {
  console.log('writing the files');
  const many = await npy(folder, 'many.npy', HEADS);
  const long = await npy(folder, 'long.npy', LONG);
  const points = await npy(folder, 'points.npy', POINTS);
  const one = await npy(folder, 'one.npy', { layers: 1, heads: 1, side: 4096 });
  const large = await sparse(folder, 'large.safetensors');
  await manyHeads(many.path, many.bytes, HEADS);
  await manyHeads(long.path, long.bytes, LONG);
  await saved(many.path);
  await thousandPoints(points.path);
  for (const hasSentences of [true, false]) await passage(join(folder, 'passage.safetensors'), hasSentences);
  await oneHead(one.path, one.bytes);
  await largeFile(large.path, large.bytes);
} finally {
  await harness.close();
  await rm(folder, { recursive: true });
}

/** A new page with the sample open. */
async function room() {
  const { page } = await harness.open('index.html#v=1&room=maps&head=5:10');
  await page.locator('heed-heads[data-heads="72"]').waitFor({ timeout: TIMEOUT });
  return page;
}

/**
 * Opens a file in the room, and waits for the result.
 *
 * @param {Page} page
 * @param {string} path
 * @param {{ heads: number } | { says: string }} until - a number of thumbnails, or a text in the sentence
 *   about the file
 * @returns {Promise<{ first: number, all: number }>} the times of the first result and of all
 */
async function open(page, path, until) {
  const input = page.locator('heed-heads input[type=file]').first();
  await input.evaluate((node, wanted) => {
    const host = /** @type {HTMLElement} */ (document.querySelector('heed-heads'));
    const count = () => Number(host.dataset.heads);
    const before = count();
    const shown = new Promise((resolve) => {
      node.addEventListener(
        'change',
        () => {
          const from = performance.now();
          let first = 0;
          const look = () => {
            const now = performance.now() - from;
            if ('says' in wanted) {
              const found = host.shadowRoot?.textContent?.includes(wanted.says);
              return found ? resolve({ first: now, all: now }) : requestAnimationFrame(look);
            }
            if (first === 0 && count() > 0 && count() !== before) first = now;
            return count() === wanted.heads && first > 0
              ? resolve({ first, all: now })
              : requestAnimationFrame(look);
          };
          requestAnimationFrame(look);
        },
        { capture: true, once: true },
      );
    });
    Object.assign(globalThis, { shown });
  }, until);
  await input.setInputFiles(path);
  return page.evaluate(() => /** @type {any} */ (globalThis).shown);
}

/** @param {string} path @param {number} bytes @param {typeof HEADS} shape */
async function manyHeads(path, bytes, { layers, heads, side }) {
  const session = await browserSession();
  console.log(`\n${layers} x ${heads} heads of ${side} x ${side}, ${mb(bytes)}, median of ${RUNS}`);
  /** @type {{ first: number, all: number, peak: number, after: number }[]} */
  const runs = [];
  for (let run = 0; run < RUNS; run++) {
    const page = await room();
    const before = (await memoryOf(session)) ?? NaN;
    const { result, peak } = await peakMemory(session, () => open(page, path, { heads: layers * heads }));
    await page.waitForTimeout(1000);
    const after = (await memoryOf(session)) ?? NaN;
    runs.push({ ...result, peak: peak - before, after: after - before });
    await page.close();
  }
  print('to the first thumbnails', ms(median(runs.map(({ first }) => first))));
  print('to all', ms(median(runs.map(({ all }) => all))));
  print('peak memory, without the sample', mb(median(runs.map(({ peak }) => peak))));
  print('memory a second later', mb(median(runs.map(({ after }) => after))));
}

/**
 * Saves all heads of a file as HTML, in 8 bits, and opens what was saved.
 *
 * @param {string} path
 */
async function saved(path) {
  const { layers, heads, side } = HEADS;
  console.log(`\n${layers} x ${heads} heads of ${side} x ${side}, all saved as HTML`);
  const page = await room();
  await open(page, path, { heads: layers * heads });
  const from = performance.now();
  const download = page.waitForEvent('download', { timeout: TIMEOUT });
  await choose(page, /HTML/);
  const dialog = page.getByRole('dialog');
  for (const label of [/^all \d+ heads/, /^8 bits/]) await dialog.getByLabel(label).check();
  await dialog.locator('.primary:enabled').click({ timeout: TIMEOUT });
  const file = join(folder, 'saved.html');
  await (await download).saveAs(file);
  print('to the file, from the menu', ms(performance.now() - from));
  print('its size', mb((await stat(file)).size));
  await page.close();
  const times = [];
  for (let run = 0; run < RUNS; run++) {
    const begun = performance.now();
    const { page: figure } = await harness.open(pathToFileURL(file).href, { fileUrl: true });
    await figure.locator('heed-heads canvas').first().waitFor({ timeout: TIMEOUT });
    const first = performance.now() - begun;
    await figure.locator(`heed-heads[data-heads="${layers * heads}"]`).waitFor({ timeout: TIMEOUT });
    times.push({ first, all: performance.now() - begun });
    await figure.close();
  }
  print('to the first head of the file', ms(median(times.map(({ first }) => first))));
  print('to all', ms(median(times.map(({ all }) => all))));
}

/** Moves the pointer over the points of 1,000 heads. @param {string} path */
async function thousandPoints(path) {
  const count = POINTS.layers * POINTS.heads;
  console.log(`\n${count} heads as points`);
  const page = await room();
  await open(page, path, { heads: count });
  await page.locator('heed-heads').getByRole('button', { name: 'as points' }).click();
  const plot = page.locator('heed-heads .scatter-plot');
  await plot.scrollIntoViewIfNeeded();
  await page.waitForTimeout(1000);
  const box = await plot.boundingBox();
  if (!box) throw new Error('the room shows no points');
  const { x, y, width, height } = box;
  await printFrames(page, 'pointing', async () => {
    for (let step = 0; step < 2 * STEPS; step++) {
      const [across, down] = [step / (2 * STEPS), (step * 7) / (2 * STEPS)].map((at) => at % 1);
      await page.mouse.move(x + 40 + (width - 50) * across, y + 10 + (height - 40) * down);
      await nextFrame(page);
    }
  });
  await page.close();
}

/**
 * Moves the pointer over a text of 4,096 tokens, whose weights are computed from q and k.
 *
 * @param {string} path @param {boolean} hasSentences
 */
async function passage(path, hasSentences) {
  console.log(`\na text of ${TOKENS} tokens ${hasSentences ? 'in' : 'without'} sentences`);
  const tokens = Array.from({ length: TOKENS }, (_, at) =>
    hasSentences && at % 16 === 15 ? '.' : hasSentences && at % 16 === 0 ? ' The' : ` w${at % 97}`,
  );
  const numbers = Float32Array.from({ length: TOKENS * 64 }, (_, at) => ((at * 7919) % 101) / 50 - 1);
  const arrays = ['q', 'k'].map((name) => [`layers.0.${name}`, [1, TOKENS, 64], numbers]);
  await writeFile(
    path,
    safetensors(/** @type {any} */ (arrays), { mask: 'causal', tokens: JSON.stringify(tokens) }),
  );
  const page = await room();
  await open(page, path, { heads: 1 });
  const run = page.locator('heed-heads .run.long');
  await run.scrollIntoViewIfNeeded();
  await page.waitForTimeout(3000);
  const box = await run.boundingBox();
  if (!box) throw new Error('the room shows no text');
  for (const direction of ['at', 'by']) {
    await page.locator(`heed-heads .text-view button[value=${direction}]`).click();
    await run.evaluate((node) => node.scrollTo(0, node.scrollHeight / 2));
    await page.waitForTimeout(1000);
    await printFrames(page, `pointing, ${direction === 'at' ? 'looks at' : 'looked at by'}`, async () => {
      for (let step = 0; step < 2 * STEPS; step++) {
        const [across, down] = [(step * 3) / STEPS, step / (2 * STEPS)].map((at) => at % 1);
        await page.mouse.move(box.x + 10 + (box.width - 20) * across, box.y + 8 + (box.height - 16) * down);
        await nextFrame(page);
      }
    });
  }
  await page.close();
}

/** @param {Page} page */
function nextFrame(page) {
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        requestAnimationFrame(resolve);
      }),
  );
}

/**
 * Prints the times of the main thread in the frames of an action.
 *
 * @param {Page} page @param {string} what @param {() => Promise<unknown>} act
 */
async function printFrames(page, what, act) {
  const browser = harness.context.browser();
  await browser?.startTracing(page, {
    categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'disabled-by-default-v8.gc'],
  });
  await act();
  const trace = await browser?.stopTracing();
  for (const [kind, frames] of Object.entries(timesByFrame(/** @type {Buffer} */ (trace)))) {
    const at = (/** @type {number} */ share) =>
      frames[Math.min(frames.length - 1, Math.floor(share * frames.length))] ?? NaN;
    print(
      `a frame while ${what}, ${kind}, ${frames.length} frames: median, 95th of 100, worst`,
      [at(0.5), at(0.95), at(1)].map((time) => `${time.toFixed(1)} ms`).join(', '),
    );
  }
}

/** @param {string} path @param {number} bytes */
async function oneHead(path, bytes) {
  console.log(`\none head of 4096 x 4096, ${mb(bytes)}`);
  const page = await room();
  const { all } = await open(page, path, { heads: 1 });
  print('to its thumbnail', ms(all));
  const map = page.locator('heed-heads canvas.head-map').first();
  await map.scrollIntoViewIfNeeded();
  await page.waitForTimeout(3000);
  const box = await map.boundingBox();
  if (!box) throw new Error('the room shows no map');
  const [x, y] = [box.x + box.width / 3, box.y + box.height / 3];
  await page.mouse.move(x, y);
  const zoom = async (/** @type {number} */ by) => {
    await page.keyboard.down('Control');
    for (let step = 0; step < STEPS; step++) {
      await page.mouse.wheel(0, by);
      await nextFrame(page);
    }
    await page.keyboard.up('Control');
    return page.evaluate(() => /** @type {any} */ (document.querySelector('heed-heads')).state.sight);
  };
  // Without an effect, wheel events would take no time.
  const near = async () => {
    if ((await zoom(-60)) === null) throw new Error('the map did not zoom');
  };
  const pan = async () => {
    await page.mouse.down();
    for (let step = 1; step <= STEPS; step++) {
      await page.mouse.move(x + 4 * step, y + 3 * step);
      await nextFrame(page);
    }
    await page.mouse.up();
  };
  for (const [what, act] of /** @type {[string, () => Promise<void>][]} */ ([
    ['zooming in', near],
    ['panning', pan],
    ['zooming out', () => zoom(60)],
  ])) {
    await printFrames(page, what, act);
    await page.mouse.move(x, y);
  }
  await page.close();
}

/** @param {string} path @param {number} bytes */
async function largeFile(path, bytes) {
  console.log(`\n.safetensors of ${mb(bytes)}, 64 tensors, median of ${RUNS}`);
  const times = [];
  for (let run = 0; run < RUNS; run++) {
    const page = await room();
    times.push((await open(page, path, { says: '32 layers' })).all);
    await page.close();
  }
  print('to the sentence about the file', ms(median(times)));
}

async function browserSession() {
  const browser = harness.context.browser();
  if (!browser) throw new Error('the context has no browser');
  return browser.newBrowserCDPSession();
}
