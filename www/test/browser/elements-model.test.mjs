/** `<heed-model>` as an author writes it: a sentence and a head in an article. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { classic } from '../../package/classic.mjs';
import { openAuthored } from './author-page.mjs';
import { settled } from './idle.mjs';
import { PAGE_POLICY, start } from './harness.mjs';
/** @import { Page } from 'playwright-core' */

const DEFINE = 'www/define/heed-model-define.js';
/** @type {Awaited<ReturnType<typeof start>>} */
let harness;
before(async () => {
  harness = await start({ policy: PAGE_POLICY });
});
after(() => harness?.close());

/** What an element shows, once the heads of its text are there. @param {Page} page @param {number} tokens */
async function shown(page, tokens) {
  await page.waitForFunction((count) => {
    const element = /** @type {any} */ (document.querySelector('heed-model'));
    return element?.holding?.data.reading.queries === count && element.dataset.heads === '16';
  }, tokens);
  await settled(page);
  return page.evaluate(() => {
    const element = /** @type {any} */ (document.querySelector('heed-model'));
    const all = (/** @type {string} */ selector) =>
      [...element.shadowRoot.querySelectorAll(selector)].map((node) => node.textContent.trim());
    const { text, layer, head } = element.state;
    return { text, open: `${layer}.${head}`, next: all('.next-list .word') };
  });
}

test('the sentence and the head of the attributes are shown, and follow them', async () => {
  const body = '<heed-model sentence="Elinor met Jane" layer="1" head="3"></heed-model>';
  const { page, errors, close } = await openAuthored(harness, body, { scripts: [DEFINE] });
  const first = await shown(page, 3);
  assert.deepEqual([first.text, first.open, first.next.length], ['Elinor met Jane', '1.3', 5]);
  const set = (/** @type {string} */ name, /** @type {string | null} */ value) =>
    page.evaluate(([attribute, to]) => {
      const element = /** @type {Element} */ (document.querySelector('heed-model'));
      if (to === null) element.removeAttribute(attribute);
      else element.setAttribute(attribute, to);
    }, /** @type {const} */ ([name, value]));
  await set('sentence', 'Elinor met Jane in Bath');
  assert.deepEqual((await shown(page, 5)).open, '1.3');
  await set('sentence', null);
  await set('layer', null);
  await set('head', null);
  const usual = await shown(page, 8);
  assert.deepEqual(
    [usual.text, usual.open, usual.next[0]],
    ['Elinor met Jane in Bath; Elinor met', '2.2', 'Jane'],
  );
  assert.deepEqual(errors, []);
  await close();
});

test('the reader types into it, which the page is told, and its link opens the same', async () => {
  const { page, errors, received, close } = await openAuthored(
    harness,
    '<heed-model id="a" sentence="Elinor met"></heed-model>',
    { scripts: [DEFINE] },
  );
  await shown(page, 2);
  await page.locator('.caret').focus();
  await page.keyboard.type(' Jane');
  assert.equal((await shown(page, 3)).text, 'Elinor met Jane');
  assert.ok((await received('heed-change')).length > 0);
  await page.evaluate(() => {
    const [old, next] = [document.querySelector('heed-model'), document.createElement('heed-model')];
    next.setAttribute('link', /** @type {any} */ (old).link);
    old?.replaceWith(next);
  });
  assert.equal((await shown(page, 3)).text, 'Elinor met Jane');
  assert.deepEqual(errors, []);
  await close();
});

test('a sentence that is too long gives an error, and the usual one is shown', async () => {
  const body = `<heed-model id="a" sentence="${'a '.repeat(2001)}"></heed-model>`;
  const { page, received, close } = await openAuthored(harness, body, { scripts: [DEFINE] });
  assert.equal((await shown(page, 8)).text, 'Elinor met Jane in Bath; Elinor met');
  const [{ message, fatal }] = await received('heed-error');
  assert.match(message, /4002 characters: at most 4000/);
  assert.equal(fatal, false);
  await close();
});

test('the classic script has the model, and requests nothing', async () => {
  const { page, errors, requests, close } = await openAuthored(
    harness,
    '<heed-model sentence="Elinor met Jane"></heed-model>',
  );
  harness.give('classic.js', await classic('heed-model'), 'text/javascript');
  await page.addScriptTag({ url: '/classic.js' });
  assert.deepEqual((await shown(page, 3)).open, '2.2');
  assert.ok(!requests.some(({ url }) => /\.(wasm|gguf)$/.test(url)));
  assert.deepEqual(errors, []);
  await close();
});
