/** The Workers that run models: one that ends, hosts that forbid them, and a page that stays responsive. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { PAGE_POLICY, start } from './harness.mjs';
import { settled } from './lesson.mjs';

/** @typedef {import('playwright-core').Page} Page */
/**
 * What the page records.
 *
 * @typedef {{ models: Worker[], runs: number, killed: boolean }} Recorded
 */

const LINK = 'v=1&room=maps&text=Elinor+met+Jane+in+Bath;+Elinor+met';

/** @type {Awaited<ReturnType<typeof start>>} */
let harness;
before(async () => {
  harness = await start({ policy: PAGE_POLICY });
});
after(() => harness?.close());

/** Records the Workers that run models. Runs in the page before its scripts. */
function record() {
  const recorded = { models: /** @type {Worker[]} */ ([]), runs: 0, killed: false };
  Object.assign(globalThis, recorded);
  const kept = /** @type {Recorded} */ (/** @type {unknown} */ (globalThis));
  const { postMessage } = Worker.prototype;
  Worker.prototype.postMessage = function (/** @type {any} */ message, /** @type {any[]} */ ...rest) {
    if ('program' in message) kept.models.push(this);
    if ('run' in message) kept.runs += 1;
    postMessage.call(this, message, ...rest);
    // As the browser does for memory, while the run is on its way.
    if ('run' in message && kept.killed) this.terminate();
    if ('run' in message) kept.killed = false;
  };
}

/** Lets all runs fail but the first. Runs in the page before its scripts. */
function failLater() {
  let runs = 0;
  const { postMessage } = Worker.prototype;
  Worker.prototype.postMessage = function (/** @type {any} */ message, /** @type {any[]} */ ...rest) {
    if ('run' in message) runs += 1;
    const isFailing = 'run' in message && runs > 1;
    const texts = [[2 ** 31]];
    const sent = isFailing ? { ...message, request: { ...message.request, texts } } : message;
    postMessage.call(this, sent, ...rest);
  };
}

/** Opens the room in a page of its own, with a script that runs first. @param {() => void} script */
async function opened(script) {
  const page = await harness.context.newPage();
  /** @type {string[]} */
  const errors = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await page.addInitScript(script);
  await page.goto(`${harness.origin}/index.html#${LINK}`);
  await page.locator('heed-heads[data-heads="16"]').waitFor();
  await page.locator('.next-list button').first().waitFor();
  await settled(page);
  return { page, errors, close: () => page.close() };
}

/** What may come next, with its probabilities, and what is said. @param {Page} page */
const shown = (page) =>
  page.evaluate(() => {
    const root = document.querySelector('heed-heads')?.shadowRoot;
    const all = (/** @type {string} */ selector) =>
      [...(root?.querySelectorAll(selector) ?? [])].map((node) => node.textContent?.trim());
    return { next: all('.next-list li'), said: all('.live-said').join(' ') };
  });

/** @param {Page} page */
const recordedOf = (page) =>
  page.evaluate(() => {
    const { models, runs } = /** @type {Recorded} */ (/** @type {unknown} */ (globalThis));
    return { workers: models.length, runs };
  });

/** @param {Page} page @param {string} text */
async function type(page, text) {
  await page.locator('.caret').focus();
  await page.keyboard.insertText(text);
  await settled(page);
}

test('a model runs in a Worker, and its ablations in several', async () => {
  const { page, errors, close } = await opened(record);
  // The text, and what confirms the name of the open head once: the lists of successors and the mixed texts.
  const opening = 3;
  assert.deepEqual(await recordedOf(page), { workers: 1, runs: opening });
  await type(page, ' Jane');
  assert.deepEqual(await recordedOf(page), { workers: 1, runs: opening + 1 });
  await page.evaluate(() => {
    /** @type {any} */ (document.querySelector('heed-heads')).state = {
      .../** @type {any} */ (document.querySelector('heed-heads')).state,
      asked: 'ranking',
    };
  });
  await page.locator('.ranking tbody tr').nth(15).waitFor();
  const cores = await page.evaluate(() => Math.min(4, navigator.hardwareConcurrency));
  assert.deepEqual(await recordedOf(page), { workers: cores, runs: opening + 1 + cores });
  assert.deepEqual(errors, []);
  await close();
});

test('a Worker that ends while it runs a text is told in one sentence, and nothing is lost', async () => {
  const { page, errors, close } = await opened(record);
  await type(page, ' Jane');
  const whole = await shown(page);
  await page.keyboard.press('Backspace');
  await settled(page);
  await page.evaluate(() => void Object.assign(globalThis, { killed: true }));
  await type(page, 'e');
  const after = await shown(page);
  assert.deepEqual(after, { ...whole, said: 'The model stopped and was started again. Nothing is lost.' });
  assert.equal((await recordedOf(page)).workers, 2);
  // The sentence goes with the next text.
  await type(page, ' in');
  assert.equal((await shown(page)).said, '');
  assert.deepEqual(errors, []);
  await close();
});

test('where Workers are forbidden, the page runs the model with the same numbers', async () => {
  const first = await opened(record);
  const whole = await shown(first.page);
  await first.close();
  const second = await opened(() => {
    // @ts-expect-error: as in a sandboxed frame
    globalThis.Worker = class {
      constructor() {
        throw new DOMException('Workers are not allowed', 'SecurityError');
      }
    };
  });
  assert.deepEqual(await shown(second.page), whole);
  await type(second.page, ' Jane');
  assert.equal((await shown(second.page)).next.length, 5);
  await second.close();
});

test('why an answer could not be computed is said below its question, and what is shown stays', async () => {
  const { page, errors, close } = await opened(failLater);
  const heads = await shown(page);
  const reasonOf = async (/** @type {string} */ name, /** @type {string} */ selector) => {
    await page.locator('.live-reading').getByRole('button', { name, exact: true }).click();
    await settled(page);
    const section = page.locator(selector);
    assert.equal(await section.getAttribute('aria-busy'), 'false', name);
    return section.getByRole('alert').allInnerTexts();
  };
  const reasons = ['Token 2147483648 is beyond the 2048 of this model. Is the tokenizer of another model?'];
  assert.deepEqual(await reasonOf('Find heads', '.find'), reasons);
  assert.deepEqual(await reasonOf('Which heads matter?', '.ranking'), reasons);
  assert.deepEqual(await reasonOf('Layer by layer', '.lens'), reasons);
  assert.deepEqual(await shown(page), heads);
  // An exercise is not computed for ever.
  await reasonOf('Find heads', '.find');
  await page.locator('.exercises').getByRole('button').nth(6).click();
  await page.locator('.exercise').getByRole('button').first().click();
  await settled(page);
  assert.equal(await page.locator('.exercise [role=status]').innerText(), '');
  assert.deepEqual(await page.locator('.exercise').getByRole('alert').allInnerTexts(), reasons);
  assert.deepEqual(errors, []);
  await close();
});
