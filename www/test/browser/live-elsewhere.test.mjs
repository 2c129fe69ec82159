/** The running model outside its room: in a saved file, in a frame, and in the code of the Embed room. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { after, before, test } from 'node:test';
import { openRoom, pasted, ready, snippet } from './embed-room.mjs';
import { choose, PAGE_POLICY, start } from './harness.mjs';
import { settled } from './lesson.mjs';
/** @import { Page } from 'playwright-core' */

/** @type {Awaited<ReturnType<typeof start>>} */
let harness;
let folder = '';
before(async () => {
  harness = await start({ policy: PAGE_POLICY });
  folder = await mkdtemp(join(tmpdir(), 'heedmap-live-'));
});
after(async () => {
  await harness?.close();
  if (folder) await rm(folder, { recursive: true });
});

/**
 * What a figure shows once the heads of its text are there, with this number of tokens.
 *
 * @param {Pick<Page, 'locator'>} at @param {string} tag @param {number} tokens
 */
async function shown(at, tag, tokens) {
  const figure = at.locator(tag);
  await figure
    .locator('.run .tok')
    .nth(tokens - 1)
    .waitFor();
  await figure.locator('.next-list:not(.unseen) .word').first().waitFor();
  return figure.evaluate(async (/** @type {any} */ element) => {
    const { text, layer, head } = element.state;
    const all = (/** @type {string} */ selector) =>
      [...element.shadowRoot.querySelectorAll(selector)].map((node) => node.textContent.trim());
    return { text, open: `${layer}.${head}`, next: all('.next-list .word')[0], facts: all('.facts')[0] };
  });
}

/** The sentence and the head that the tests open. */
const LINK = 'v=1&room=maps&text=Elinor+met+Jane+in+Bath;+Elinor+met&head=1:3';

test('a text is saved with the small model if the reader wants it, and is live when opened from disk', async () => {
  const room = await harness.open(`index.html#${LINK}`);
  await shown(room.page, 'heed-heads', 8);
  const download = room.page.waitForEvent('download');
  await choose(room.page, /HTML/);
  const dialog = room.page.getByRole('dialog');
  const choice = dialog.getByLabel(/the small model with its text, .* [\d.]+.MB more/);
  await choice.check();
  assert.match(await dialog.getByRole('status').innerText(), /^About [\d.]+.MB\. The model computes/);
  assert.ok(await dialog.getByLabel('8 bits').isDisabled(), 'the model has no precision to choose');
  await dialog.locator('.primary:enabled').click();
  const file = join(folder, 'live.html');
  await (await download).saveAs(file);
  await room.close();

  const { page, requests, errors, warnings, close } = await harness.open(pathToFileURL(file).href, {
    fileUrl: true,
  });
  const first = await shown(page, 'heed-heads', 8);
  assert.deepEqual([first.open, first.next], ['1.3', 'Jane']);
  assert.match(first.facts, /trained on Jane Austen, 1\.07 million parameters/);
  assert.equal(await page.title(), '“Elinor met Jane in Bath; Elinor met”, read by a small model');
  await page.locator('.caret').focus();
  await page.keyboard.type(' Jane in');
  const typed = await shown(page, 'heed-heads', 10);
  assert.equal(typed.text, 'Elinor met Jane in Bath; Elinor met Jane in');
  assert.equal(await page.locator('heed-heads').getAttribute('data-heads'), '16');
  assert.deepEqual(
    requests.filter(({ url }) => !/^(file|data|blob):/.test(url)),
    [],
  );
  assert.deepEqual([...errors, ...warnings], []);
  await close();
});

test('the heads of a text are saved without its model, and neither has the script of the other', async () => {
  for (const [which, heads, open] of /** @type {const} */ ([
    ['what is shown', 1, [0, 0]],
    ['all 16 heads', 16, [1, 3]],
  ])) {
    const room = await harness.open(`index.html#${LINK}&off=2:2&asked=why&cursor=7:2`);
    await shown(room.page, 'heed-heads', 8);
    const download = room.page.waitForEvent('download');
    await choose(room.page, /HTML/);
    const dialog = room.page.getByRole('dialog');
    await dialog.getByLabel(which).check();
    await dialog.locator('.primary:enabled').click();
    const file = join(folder, 'heads.html');
    await (await download).saveAs(file);
    await room.close();
    const { page, errors, close } = await harness.open(pathToFileURL(file).href, { fileUrl: true });
    await page.locator(`heed-heads[data-heads="${heads}"]`).waitFor();
    await settled(page);
    assert.deepEqual(
      await page.evaluate(() => {
        const { state } = /** @type {any} */ (document.querySelector('heed-heads'));
        return { text: state.text, open: [state.layer, state.head], cursor: state.cursor };
      }),
      { text: null, open, cursor: { query: 7, key: 2 } },
    );
    assert.equal(await page.locator('heed-heads .notice:visible').count(), 0);
    assert.equal(await page.locator('.caret').count(), 0);
    assert.equal(
      await page.evaluate(() => 'austen' in /** @type {any} */ (globalThis).heedmap.scripts),
      false,
    );
    assert.deepEqual(errors, []);
    await close();
  }
});

test('a frame with a text runs the model, and takes what is typed', async () => {
  const { page, errors, axe, close } = await harness.open(`embed.html#${LINK}`, {
    viewport: { width: 700, height: 900 },
  });
  assert.equal((await shown(page, 'heed-heads', 8)).open, '1.3');
  assert.deepEqual(await axe(), []);
  await page.locator('.caret').focus();
  await page.keyboard.type(' Jane');
  await shown(page, 'heed-heads', 9);
  await page.locator('a[href*="met+Jane+in+Bath%3B+Elinor+met+Jane&"]').waitFor();
  assert.deepEqual(errors, []);
  await close();
});

test('the Embed room has the running model, and its code follows the sentence and the head', async () => {
  const { page, errors, close } = await openRoom(harness, '&figure=model');
  await shown(page, 'heed-embed heed-model', 8);
  assert.match(
    await snippet(page),
    /classic\/heed-model\.js" defer[^]*<heed-model\s+sentence="Elinor met Jane in Bath; Elinor met"\s+view="figure">/,
  );
  await page.locator('heed-embed').getByLabel('Sentence', { exact: true }).fill('Elinor met Jane');
  await page.keyboard.press('Enter');
  await shown(page, 'heed-embed heed-model', 3);
  await page.locator('heed-embed heed-model .caret').focus();
  await page.keyboard.type(' in');
  await shown(page, 'heed-embed heed-model', 4);
  await page.locator('heed-embed heed-model .heads-box').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.locator('heed-embed pre.snippet', { hasText: 'head="3"' }).waitFor();
  const code = await snippet(page);
  assert.match(code, /<heed-model\s+sentence="Elinor met Jane in"\s+head="3"\s[^>]*view="figure">/);
  await close();
  assert.deepEqual(errors, []);

  const article = await pasted(harness, code.replaceAll(/"[^"]*\/classic\//g, '"/www/dist/classic/'), 900);
  const figure = await shown(article.page, 'heed-model', 4);
  assert.deepEqual([figure.text, figure.open], ['Elinor met Jane in', '2.3']);
  assert.deepEqual(article.errors, []);
  await article.close();
});

test('the figure of the heads of a file is the sample, and the one of a text is the model', async () => {
  const { page, errors, close } = await openRoom(harness, '&figure=heads');
  const head = () =>
    page
      .locator('heed-embed .stage > *')
      .evaluate((/** @type {any} */ { localName, state: { text, layer } }) => ({ localName, text, layer }));
  assert.deepEqual(await head(), { localName: 'heed-heads', text: null, layer: 5 });
  await page.locator('[data-room="maps"]').click();
  await shown(page, 'heed-heads[data-heads="16"]', 8);
  await page.locator('[data-room="embed"]').click();
  await page.locator('heed-embed heed-model').waitFor();
  await ready(page);
  assert.equal((await head()).text, 'Elinor met Jane in Bath; Elinor met');
  assert.deepEqual(errors, []);
  await close();
});
