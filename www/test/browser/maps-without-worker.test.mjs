/**
 * The Models room where the page does the work of the worker: it stays responsive, and a worker that starts
 * late takes over.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { syntheticName, syntheticPieces } from '../../rooms/maps/large/synthetic.js';
import { PAGE_POLICY, start } from './harness.mjs';
import { drop, measured, textFile } from './maps.mjs';

/** @type {Awaited<ReturnType<typeof start>>} */
let harness;
before(async () => {
  harness = await start({ policy: PAGE_POLICY });
});
after(() => harness.close());

/** A large head, as a file. */
function largeFile() {
  const how = /** @type {const} */ ({ tokens: 12_000, structures: ['sink'], causal: true });
  const buffer = Buffer.concat([...syntheticPieces(how)]);
  return { name: syntheticName(how), mimeType: 'application/octet-stream', buffer };
}

/**
 * Opens the room in a page that runs a script first. The page is not reused, because the script stays.
 *
 * @param {string} script
 */
async function opened(script) {
  const { page, errors } = await harness.open('index.html');
  await page.addInitScript(script);
  await page.goto(`${harness.origin}/index.html#v=1&room=maps&head=5:10`);
  await page.reload();
  return { page, errors, room: page.locator('heed-heads') };
}

for (const [what, script] of [
  ['has no workers', 'delete globalThis.Worker;'],
  [
    'has workers that die at once',
    'globalThis.Worker = class extends Worker { constructor(url) { super(url); this.terminate(); setTimeout(() => this.onerror(new Event("error", { cancelable: true })), 0); } };',
  ],
]) {
  test(`if a host ${what}, the page draws and takes input between the rows of a large head`, async () => {
    const { page, errors, room } = await opened(script);
    await measured(page, 72);
    await room.locator('input[type=file]').first().setInputFiles(largeFile());
    await room.locator('.large-bar').waitFor();
    // Each frame reads the progress. If the work did not yield, there would be no frame before its end.
    const seen = await page.evaluate(async () => {
      const root = /** @type {ShadowRoot} */ (document.querySelector('heed-heads')?.shadowRoot);
      const texts = /** @type {string[]} */ ([]);
      while (texts.length < 5) {
        await new Promise(requestAnimationFrame);
        const text = root.querySelector('.large-progress')?.textContent ?? '';
        if (text.includes('100 %')) break;
        if (text !== texts.at(-1)) texts.push(text);
      }
      return texts;
    });
    assert.equal(seen.length, 5, `the frames showed ${seen}`);
    await room.getByRole('button', { name: 'Stop' }).click();
    const rest = room.getByRole('button', { name: 'Continue' });
    await rest.waitFor();
    assert.doesNotMatch(await room.locator('.large-progress').innerText(), /100\s%/);
    assert.deepEqual(errors, []);
    await page.close();
  });
}

test('a worker that takes more than five seconds to start takes over from the page', async () => {
  const { page, errors, room } = await opened(`
    globalThis.made = [];
    globalThis.Worker = class extends Worker {
      constructor(url) {
        super(url);
        this.kept = [];
        made.push(this);
      }
      postMessage(...message) {
        if (this.kept) this.kept.push(message);
        else super.postMessage(...message);
      }
      release() {
        const { kept } = this;
        this.kept = null;
        for (const message of kept) this.postMessage(...message);
      }
    };`);
  // The page measures the sample after five seconds.
  await measured(page, 72);
  const starts = await page.evaluate(async () => {
    const [worker] = /** @type {any} */ (globalThis).made;
    let ready = 0;
    const isOver = new Promise((resolve) => {
      worker.addEventListener('message', (/** @type {MessageEvent} */ { data }) => {
        if ('ready' in data) ready += 1;
        if (ready === 2) resolve(undefined);
      });
    });
    worker.release();
    // It is ready, starts anew with the files of now, and is ready again.
    await isOver;
    return ready;
  });
  assert.equal(starts, 2);
  await drop(page, [textFile('one.json', '[[[[1, 0], [0.5, 0.5]]]]')]);
  await measured(page, 1);
  assert.match(await room.locator('.source').innerText(), /one\.json/);
  assert.equal(await page.evaluate(() => /** @type {any} */ (globalThis).made.length), 1);
  assert.deepEqual(errors, []);
  await page.close();
});
